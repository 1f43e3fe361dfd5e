import { expect, it } from "vitest";
import { actionText, PAGE_ACTION_NAMES, reportBulk } from "./page-actions";

const VALUES = { tag: "Messe (Essen)", owner: "Messe (Essen)" };
const TEN = { matched: 10, changed: 10 };

it.each(PAGE_ACTION_NAMES.filter((name) => name !== "enrich"))(
  "says what undoing „%s“ did",
  (name) => {
    const text = actionText({ name, ...VALUES });
    const said = reportBulk({ name: "undo", text }, TEN);
    expect(said).toContain("10 Leads");
    expect(said).not.toMatch(/Rückgängig|[%#]/);
    expect(said.includes(VALUES.tag)).toBe(text.includes(VALUES.tag));
  },
);

it.each([
  [{ text: "Tag „Messe“ hinzugefügt" }, TEN, "Tag „Messe“ bei 10 Leads wieder entfernt."],
  [
    { text: "Freigegeben" },
    { matched: 10, changed: 9 },
    "Freigabe von 9 Leads zurückgezogen; 1 hat inzwischen jemand geändert oder gesperrt, er bleibt.",
  ],
  [
    { text: "Freigegeben", isRedo: true },
    { matched: 1, changed: 1 },
    "Wiederholt: Freigegeben, bei 1 Lead.",
  ],
  [{ text: "Wiederhergestellt" }, TEN, "Wiederherstellen von 10 Leads rückgängig gemacht."],
  [
    { text: "Telefon geändert" },
    { matched: 1, changed: 1 },
    "Rückgängig: Telefon geändert. 1 Lead zurückgesetzt.",
  ],
])("%j of %j: %s", (done, counts, sentence) => {
  expect(reportBulk({ name: "undo", ...done }, counts)).toBe(sentence);
});
