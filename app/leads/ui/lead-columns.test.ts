import { describe, expect, it } from "vitest";
import { COLUMN_KEYS, DEFAULT_COLUMNS, type ListLayout } from "../list/lead-filters";
import { arrangeColumns } from "./lead-columns";

/** The columns that a list of a width shows beside the company, and the width that the company is left with. */
function shownIn(layout: ListLayout["columns"], listWidth: number, reserved = 0) {
  const shown = arrangeColumns(layout, reserved).flatMap(({ key, className }) => {
    if (className.endsWith("md:hidden")) return [];
    const numbers = (pattern: RegExp) => Number(pattern.exec(className)?.[1] ?? Number.NaN);
    if (listWidth < numbers(/max-\[(\d+)px\]/)) return [];
    const isGrown = listWidth >= numbers(/min-\[(\d+)px\]/);
    const width = isGrown ? 304 : numbers(/ md:w-\[(\d+)px\]/);
    return [{ key, width }];
  });
  const taken = shown.reduce((sum, { width }) => sum + width, 98 + reserved);
  return { keys: shown.map(({ key }) => key), company: listWidth - taken };
}

describe("columns of a list", () => {
  it.each([
    ["1440 px", 1157, ["contact", "tags", "score", "createdAt"], 300],
    ["1440 px beside the panel", 717, ["contact", "tags", "score"], 264],
    ["1366 px", 1083, ["contact", "tags", "score", "createdAt"], 290],
    ["1280 px", 997, ["contact", "tags", "score", "createdAt"], 400],
    ["820 px", 537, ["contact"], 350],
    ["1920 px", 1637, ["contact", "tags", "score", "createdAt", "term"], 600],
  ])("leave the company enough room in a window of %s", (_, width, keys, least) => {
    const shown = shownIn(DEFAULT_COLUMNS, width);
    expect(shown.keys).toEqual(keys);
    expect(shown.company).toBeGreaterThanOrEqual(least);
  });

  it("never take the company's room, whatever a person chose and a page added", () => {
    const keys = COLUMN_KEYS.toReversed();
    for (const contact of ["narrow", "normal", "wide"] as const) {
      const layout = keys.map((key) => [key, key === "contact" ? contact : "wide"] as const);
      for (let width = 600; width < 2_600; width += 7) {
        expect(shownIn(layout, width, 160).company).toBeGreaterThanOrEqual(250);
      }
    }
  });
});
