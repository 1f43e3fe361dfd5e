import { describe, expect } from "vitest";
import { addLead, it, NOON } from "~tests/store";
import { loadStorePage } from "./store-page.server";

it("shows what is due by its day, with the last note", async ({ db }) => {
  const store = { db, timeZone: "Europe/Berlin" };
  const show = async (query: string) => {
    const { leads } = await loadStorePage(store, new URLSearchParams(query), "anna");
    return leads.map(({ domain, notes }) => [domain, notes]);
  };
  const notes = "Anruf: Rückruf\nam Montag\n\nMesse";
  await addLead(db, { domain: "spät.de", followUpAt: NOON });
  await addLead(db, { domain: "früh.de", followUpAt: NOON - 1, notes });
  await addLead(db, { domain: "nie.de", notes });
  const early = ["früh.de", "Anruf: Rückruf am Montag"];
  expect(await show("followUpDue=true")).toEqual([early, ["spät.de", ""]]);
  expect(await show("followUpDue=true&dir=desc")).toEqual([["spät.de", ""], early]);
  expect(await show("sort=domain")).toEqual([
    ["früh.de", null],
    ["nie.de", null],
    ["spät.de", null],
  ]);
});

describe("a list without hits", () => {
  it.for<[string, object | null]>([
    ["hasEmail=true&q=gibtesnicht", { label: "Text: gibtesnicht", count: 2 }],
    ["hasEmail=true&hasPhone=true", { label: "mit Telefon", count: 2 }],
    ["hasEmail=true&hasPhone=true&q=gibtesnicht", null],
    ["hasEmail=true", null],
  ])(
    "names for %s the filter without which most are found: %j",
    async ([query, limiting], { db }) => {
      await addLead(db, { domain: "a.de", email: "info@a.de" });
      await addLead(db, { domain: "b.de", email: "info@b.de" });
      await addLead(db, { domain: "c.de", phone: "+49301234567" });
      const store = { db, timeZone: "Europe/Berlin" };
      const page = await loadStorePage(store, new URLSearchParams(query), "anna");
      expect(page.limiting).toEqual(limiting && { ...limiting, isExact: true });
    },
  );
});

it("shows similar leads below few hits, among those that meet the filters", async ({ db }) => {
  const store = { db, timeZone: "Europe/Berlin" };
  const show = async (query: string) => {
    const page = await loadStorePage(store, new URLSearchParams(query), "anna");
    return [page.total, page.similar.map(({ companyName }) => companyName)];
  };
  await addLead(db, { domain: "a.de", companyName: "Kessler Bau", email: "info@a.de" });
  await addLead(db, { domain: "b.de", companyName: "Keßler Dach" });
  expect(await show("q=kesler")).toEqual([0, ["Kessler Bau", "Keßler Dach"]]);
  expect(await show("q=kesler&hasEmail=true")).toEqual([0, ["Kessler Bau"]]);
  expect(await show("q=kesler&tag=messe")).toEqual([0, []]);
  for (const domain of ["c.de", "d.de", "e.de"]) {
    expect((await show("q=kesler"))[1]).toHaveLength(2);
    await addLead(db, { domain, companyName: "Kesler" });
  }
  expect(await show("q=kesler")).toEqual([3, []]);
  expect(await show("hasPhone=true")).toEqual([0, []]);
});
