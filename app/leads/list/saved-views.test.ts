import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { formOf, sendForm } from "~tests/forms";
import { it } from "~tests/store";
import { listSavedViews, viewForms } from "./saved-views.server";

const BACK = "/leadspeicher?hasEmail=true";

function save(db: Db, name: string | File, query = "") {
  const form = formOf({ intent: "save", query, back: BACK });
  form.set("name", name);
  return sendForm(viewForms(db, "anna"), form);
}

describe("the forms of the saved views", () => {
  it("save filters, order and page size, and not the place in the list", async ({ db }) => {
    const query = "term=b&page=4&term=a&sort=city&pageSize=100&q=&unbekannt=1";
    expect(await save(db, "  Bäder \n Süd ", query)).toEqual({
      to: BACK,
      flash: { text: "Ansicht „Bäder Süd“ gespeichert." },
    });
    const saved = { name: "Bäder Süd", query: "pageSize=100&sort=city&term=a&term=b" };
    expect(await listSavedViews(db)).toEqual([{ id: expect.any(String), ...saved }]);
  });

  it("give a view of the same name, however written, the new filters", async ({ db }) => {
    await save(db, "Bäder", "hasEmail=true");
    const [before] = await listSavedViews(db);
    expect(await save(db, "BAEDER", "hasPhone=true")).toMatchObject({
      flash: { text: "Ansicht „BAEDER“ gab es schon; sie hat jetzt diese Filter." },
    });
    expect(await listSavedViews(db)).toEqual([
      { id: before?.id, name: "BAEDER", query: "hasPhone=true" },
    ]);
  });

  it.for([
    ["", "Der Ansicht einen Namen geben."],
    [" \u0007 ", "Der Ansicht einen Namen geben."],
    [new File(["x"], "name.txt"), "Der Ansicht einen Namen geben."],
    ["x".repeat(61), "Der Name hat höchstens 60 Zeichen."],
  ] as const)("refuse the name %j and say why", async ([name, message], { db }) => {
    expect(await save(db, name)).toEqual({
      to: BACK,
      flash: { tone: "warn", text: `Ansicht nicht gespeichert: ${message}` },
    });
    expect(await listSavedViews(db)).toEqual([]);
  });

  it("take the longest name", async ({ db }) => {
    await save(db, "x".repeat(60));
    expect(await listSavedViews(db)).toHaveLength(1);
  });

  it("take one view away and name it, and say when there is none", async ({ db }) => {
    await save(db, "Bäder");
    await save(db, "Maler");
    const [first] = await listSavedViews(db);
    const remove = () => sendForm(viewForms(db, "anna"), { intent: `delete:${first?.id}` });
    const said = (flash: object) => ({ to: "/leadspeicher", flash });
    expect(await remove()).toEqual(said({ text: "Ansicht „Bäder“ gelöscht." }));
    const gone = { tone: "warn", text: "Diese Ansicht gibt es nicht mehr." };
    expect(await remove()).toEqual(said(gone));
    expect((await listSavedViews(db)).map(({ name }) => name)).toEqual(["Maler"]);
  });
});
