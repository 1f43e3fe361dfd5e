import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { formOf, sendForm } from "~tests/forms";
import { it } from "~tests/store";
import { DEFAULT_COLUMNS } from "./filters";
import { getListLayout, layoutForm } from "./list-layout.server";

const KEYS = DEFAULT_COLUMNS.map(([key]) => key);

/** Sends the menu's form with the default columns, except for `changed`. */
function send(db: Db, changed: Record<string, string | string[]>, intent = "columns:save") {
  const places = Object.fromEntries(KEYS.map((key, index) => [`place.${key}`, `${index + 1}`]));
  const fields = { intent, back: "/leadspeicher?q=a", column: KEYS, ...places, ...changed };
  return sendForm({ columns: layoutForm(db, "anna") }, formOf(fields));
}

const keysOf = async (db: Db) => (await getListLayout(db, "anna")).columns.map(([key]) => key);

describe("the columns of lists", () => {
  const more = { column: [...KEYS, "city"], "place.city": "" };
  it.for<[string, Record<string, string | string[]>, string]>([
    ["a column moved up", { "place.score": "1" }, "score contact tags createdAt term"],
    ["a column moved down", { "place.contact": "3" }, "tags score contact createdAt term"],
    ["one more without a place", more, `${KEYS.join(" ")} city`],
    ["one more at a place", { ...more, "place.city": "1" }, `city ${KEYS.join(" ")}`],
    ["one alone", { column: "owner", "place.owner": "x" }, "owner"],
  ])("keep %s", async ([_, fields, keys], { db }) => {
    expect(await send(db, fields)).toEqual({ to: "/leadspeicher?q=a" });
    expect((await keysOf(db)).join(" ")).toBe(keys);
  });

  it("keep widths and higher rows of one person until they are reset", async ({ db }) => {
    await send(db, { column: "tags", "width.tags": "wide", isRoomy: "on" });
    expect(await getListLayout(db, "anna")).toEqual({ columns: [["tags", "wide"]], isRoomy: true });
    const usual = { columns: DEFAULT_COLUMNS, isRoomy: false };
    expect(await getListLayout(db, "ben")).toEqual(usual);
    await send(db, {}, "columns:reset");
    expect(await getListLayout(db, "anna")).toEqual(usual);
  });

  it.for<[string, string]>([
    ["column", "salary"],
    ["width.tags", "huge"],
  ])("refuse a %s that is %s", async ([name, value], { db }) => {
    expect(await send(db, { [name]: value })).toMatchObject({ flash: { tone: "warn" } });
    expect(await keysOf(db)).toEqual(KEYS);
  });
});
