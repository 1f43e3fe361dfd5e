import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { setPreference } from "~db/queries/user-preferences";
import { formOf, sendForm } from "~tests/forms";
import { it } from "~tests/store";
import { DEFAULT_COLUMNS } from "./filters";
import { getListLayout, layoutForm } from "./list-layout.server";

/** Sends the menu's form with the default columns, except for `changed`. */
function send(db: Db, changed: Record<string, string | string[]>, intent = "columns:save") {
  const fields = { intent, back: "/leadspeicher?q=a", column: [...DEFAULT_COLUMNS], ...changed };
  return sendForm({ columns: layoutForm(db, "anna") }, formOf(fields));
}

const columnsOf = async (db: Db) => (await getListLayout(db, "anna")).columns.join(" ");

describe("the columns of lists", () => {
  it.for<[string, Record<string, string | string[]>, string]>([
    ["columns:up.score", {}, "contact score tags createdAt term"],
    ["columns:up.contact", {}, "contact tags score createdAt term"],
    ["columns:down.contact", {}, "tags contact score createdAt term"],
    ["columns:down.term", {}, "contact tags score createdAt term"],
    ["columns:up.city", { column: ["term", "city"] }, "city term"],
    ["columns:up.owner", { column: ["term", "city"] }, "term city"],
    ["columns:save", { column: ["owner"] }, "owner"],
  ])("are after %s with %j", async ([intent, fields, columns], { db }) => {
    expect(await send(db, fields, intent)).toEqual({ to: "/leadspeicher?q=a" });
    expect(await columnsOf(db)).toBe(columns);
  });

  it("move once for each of two quick presses, though both send the same order", async ({ db }) => {
    for (const intent of ["columns:up.term", "columns:up.term"]) await send(db, {}, intent);
    expect(await columnsOf(db)).toBe("contact tags term score createdAt");
  });

  it("keep higher rows of one person until they are reset, and layouts with widths", async ({
    db,
  }) => {
    await send(db, { column: "tags", isRoomy: "on" });
    expect(await getListLayout(db, "anna")).toEqual({ columns: ["tags"], isRoomy: true });
    const usual = { columns: DEFAULT_COLUMNS, isRoomy: false };
    expect(await getListLayout(db, "ben")).toEqual(usual);
    await send(db, {}, "columns:reset");
    expect(await getListLayout(db, "anna")).toEqual(usual);
    await setPreference(db, "anna", "list", { columns: [["city", "wide"]], isRoomy: false });
    expect(await columnsOf(db)).toBe("city");
  });

  it("refuse a column that is none", async ({ db }) => {
    expect(await send(db, { column: "salary" })).toMatchObject({ flash: { tone: "warn" } });
    expect(await columnsOf(db)).toBe(DEFAULT_COLUMNS.join(" "));
  });
});
