import { describe, expect } from "vitest";
import { it, NOON, openTestStore } from "~tests/store";
import { listSavedViews, runViewForm } from "./saved-views.server";

const BY = { actor: "anna", now: NOON };

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("runViewForm", () => {
  it("saves filters, order and page size, and not the place in the list", async ({ db }) => {
    const query = "term=b&page=4&term=a&sort=city&pageSize=100&q=&unbekannt=1";
    const flash = await runViewForm(db, formOf({ name: "  Bäder \n Süd ", query }), BY);
    expect(flash).toEqual({ text: "Ansicht „Bäder Süd“ gespeichert." });
    expect(await listSavedViews(db)).toEqual([
      {
        id: expect.any(String),
        name: "Bäder Süd",
        query: "pageSize=100&sort=city&term=a&term=b",
      },
    ]);
  });

  it("gives a view of the same name, however written, the new filters", async ({ db }) => {
    await runViewForm(db, formOf({ name: "Bäder", query: "hasEmail=true" }), BY);
    const [before] = await listSavedViews(db);
    const flash = await runViewForm(db, formOf({ name: "BAEDER", query: "hasPhone=true" }), BY);
    expect(flash.text).toBe("Ansicht „BAEDER“ gab es schon; sie hat jetzt diese Filter.");
    expect(await listSavedViews(db)).toEqual([
      { id: before?.id, name: "BAEDER", query: "hasPhone=true" },
    ]);
  });

  it.each([
    ["", "Der Ansicht einen Namen geben."],
    [" \u0007 ", "Der Ansicht einen Namen geben."],
    ["x".repeat(61), "Der Name hat höchstens 60 Zeichen."],
  ])("refuses the name %j and says why", async (name, message) => {
    const db = await openTestStore();
    const flash = await runViewForm(db, formOf({ name, query: "hasEmail=true" }), BY);
    expect(flash).toEqual({ tone: "warn", text: `Ansicht nicht gespeichert: ${message}` });
    expect(await listSavedViews(db)).toEqual([]);
  });

  it("takes the longest name", async ({ db }) => {
    await runViewForm(db, formOf({ name: "x".repeat(60), query: "" }), BY);
    expect(await listSavedViews(db)).toHaveLength(1);
  });

  it("does not take a file for a name", async ({ db }) => {
    const form = formOf({ query: "" });
    form.set("name", new File(["x"], "name.txt"));
    expect((await runViewForm(db, form, BY)).tone).toBe("warn");
  });

  it("takes one view away and names it, and says when there is none", async ({ db }) => {
    await runViewForm(db, formOf({ name: "Bäder", query: "" }), BY);
    await runViewForm(db, formOf({ name: "Maler", query: "" }), BY);
    const [first] = await listSavedViews(db);
    const remove = () => runViewForm(db, formOf({ delete: first?.id ?? "" }), BY);
    expect(await remove()).toEqual({ text: "Ansicht „Bäder“ gelöscht." });
    expect(await remove()).toEqual({ tone: "warn", text: "Diese Ansicht gibt es nicht mehr." });
    expect((await listSavedViews(db)).map(({ name }) => name)).toEqual(["Maler"]);
  });
});
