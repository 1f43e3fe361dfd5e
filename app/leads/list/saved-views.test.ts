import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { formOf, sendForm } from "~tests/forms";
import { addLead, it, NOON } from "~tests/store";
import { defaultAddress, findTabs, listViews, viewForms } from "./saved-views.server";

const BACK = "/leadspeicher?hasEmail=true";
const STORE = { timeZone: "Europe/Berlin" };

function send(db: Db, fields: Record<string, string>, actor = "anna") {
  return sendForm(viewForms(db, actor), fields);
}

function save(db: Db, name: string | File, fields: Record<string, string> = {}, actor = "anna") {
  const form = formOf({ intent: "save", query: "", back: BACK, ...fields });
  form.set("name", name);
  return sendForm(viewForms(db, actor), form);
}

async function savedViews(db: Db, person = "anna") {
  const { views } = await listViews(db, person, NOON);
  return views.filter(({ owner }) => owner !== null);
}

const namesOf = async (db: Db, person?: string) =>
  (await savedViews(db, person)).map(({ name }) => name);

describe("the forms of the views", () => {
  it("save filters, order and page size, and not the place in the list", async ({ db }) => {
    const query = "term=b&page=4&term=a&sort=city&pageSize=100&q=&unbekannt=1";
    expect(await save(db, "  Bäder \n Süd ", { query })).toEqual({
      to: BACK,
      flash: { text: "Ansicht „Bäder Süd“ gespeichert." },
    });
    const saved = { name: "Bäder Süd", query: "pageSize=100&sort=city&term=a&term=b" };
    expect(await savedViews(db)).toEqual([{ id: expect.any(String), ...saved, owner: "person" }]);
  });

  it("give a view of the same name, however written, the new filters", async ({ db }) => {
    await save(db, "Bäder", { query: "hasEmail=true" });
    const [before] = await savedViews(db);
    expect(await save(db, "BAEDER", { query: "hasPhone=true" })).toMatchObject({
      flash: { text: "Ansicht „BAEDER“ gab es schon; sie hat jetzt diese Filter." },
    });
    expect(await savedViews(db)).toEqual([{ ...before, name: "BAEDER", query: "hasPhone=true" }]);
  });

  it("keep a person's own for that person, and the team's for all behind them", async ({ db }) => {
    await save(db, "Bäder", { isForTeam: "on" });
    await save(db, "Bäder");
    await save(db, "Maler", {}, "ben");
    expect(await savedViews(db)).toMatchObject([{ owner: "person" }, { owner: "team" }]);
    expect(await namesOf(db, "ben")).toEqual(["Maler", "Bäder"]);
    const [foreign] = await savedViews(db);
    expect(await send(db, { intent: `delete:${foreign?.id}` }, "ben")).toMatchObject({
      flash: { text: "Diese Ansicht gibt es nicht mehr." },
    });
    expect(await namesOf(db)).toEqual(["Bäder", "Bäder"]);
  });

  it("put views in another order, and never those of others", async ({ db }) => {
    for (const name of ["a", "b", "c", "d"]) await save(db, name);
    await save(db, "t", { isForTeam: "on" });
    const move = async (intent: string, name: string) => {
      const view = (await savedViews(db)).find((one) => one.name === name);
      await send(db, { intent: `${intent}:${view?.id}` });
      return (await namesOf(db)).join("");
    };
    expect(await move("left", "b")).toBe("bacdt");
    expect(await move("left", "b")).toBe("bacdt");
    expect(await move("right", "b")).toBe("abcdt");
    expect(await move("right", "d")).toBe("abcdt");
    expect(await move("right", "t")).toBe("abcdt");
  });

  it("choose what the lead store begins with, until that is gone", async ({ db }) => {
    expect(await defaultAddress(db, "anna")).toBeNull();
    await save(db, "Bäder", { query: "term=b" });
    const [view] = await savedViews(db);
    await send(db, { intent: `default:${view?.id}` });
    expect(await defaultAddress(db, "anna")).toBe("/leadspeicher?term=b");
    expect(await defaultAddress(db, "ben")).toBeNull();
    await send(db, { intent: `delete:${view?.id}` });
    expect(await defaultAddress(db, "anna")).toBeNull();
    await send(db, { intent: "default:freigegeben" });
    expect(await defaultAddress(db, "anna")).toBe("/leadspeicher?approvedOnly=true");
    await send(db, { intent: "default:alle" });
    expect(await defaultAddress(db, "anna")).toBeNull();
  });
});

describe("the built-in views", () => {
  const HOUR = 3_600_000;

  it("begin „Seit meinem letzten Besuch“ where the visit before this one ended", async ({ db }) => {
    const sinceAt = async (now: number) => {
      const { views } = await listViews(db, "anna", now);
      const query = views.find(({ id }) => id === "seit-besuch")?.query ?? "";
      return Date.parse(new URLSearchParams(query).get("createdFrom") ?? "");
    };
    const day = 24 * HOUR;
    const quarter = HOUR / 4;
    expect(await sinceAt(NOON)).toBe(NOON);
    expect(await sinceAt(NOON + 3 * HOUR)).toBe(NOON);
    expect(await sinceAt(NOON + 3 * HOUR + 60_000)).toBe(NOON);
    expect(await sinceAt(NOON + day + 60_000)).toBe(NOON + 3 * HOUR);
    expect(await sinceAt(NOON + day + HOUR + quarter + 60_000)).toBe(NOON + 3 * HOUR);
    expect(await sinceAt(NOON + 2 * day)).toBe(NOON + day + HOUR + quarter);
  });

  it("count what their lists have", async ({ db }) => {
    const store = { db, ...STORE };
    const now = Date.now();
    await addLead(db, {
      domain: "a.de",
      email: "a@a.de",
      approved: 1,
      owner: "anna",
      createdAt: now,
      followUpAt: now - 36 * HOUR,
    });
    await addLead(db, { domain: "b.de", createdAt: now - 48 * HOUR });
    await db.insertInto("leadTags").values({ leadSeq: 1, tag: "kontaktiert" }).execute();
    await sendForm(viewForms(db, "anna"), { intent: "save", name: "Text", query: "q=a" });
    const { tabs } = await findTabs(store, "anna", "");
    expect(Object.fromEntries(tabs.map(({ name, count }) => [name, count]))).toEqual({
      Alle: 2,
      Meine: 1,
      "Heute neu": 1,
      "Seit meinem letzten Besuch": 1,
      "Vermutlich doppelt": 0,
      "Wiedervorlage fällig": 1,
      "Nicht kontaktiert": 1,
      Freigegeben: 1,
      "Ohne E-Mail": 1,
      "Passend zuerst": 2,
      Text: null,
    });
  });

  it.for([
    ["", "alle"],
    ["sort=city", "alle"],
    ["hasEmail=false&pageSize=100", "ohne-email"],
    ["hasEmail=true", undefined],
  ] as const)("is for %j, in any order of the list, %j", async ([query, id], { db }) => {
    expect((await findTabs({ db, ...STORE }, "anna", query)).active?.id).toBe(id);
  });
});
