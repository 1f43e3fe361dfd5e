import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findEvents } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { company, findingOf } from "~tests/found-company";
import { addJob, addLead, it, openTestStore } from "~tests/store";
import { storeCompanies } from "./store-companies.server";

const ERIKA = { name: "Erika", title: "CEO", profileUrl: "https://example.com/erika" };
const COLUMNS = {
  contactName: "Erika",
  contactTitle: "CEO",
  contactProfileUrl: "https://example.com/erika",
};
const LISTED = { contactName: "Karl", contactTitle: "Einkauf" };

async function store(db: Db, fields: Parameters<typeof company>[1], website = "firma.de") {
  const finding = findingOf(await addJob(db));
  const found = [company(website, fields)];
  const [stored] = await storeCompanies(db, found, finding, new Set(), 1);
  if (stored === undefined) throw new Error("nothing came back");
  return stored;
}

describe("the person of a found company", () => {
  it("goes into a new lead, and whole into a known one that has nobody", async ({ db }) => {
    expect((await store(db, { contact: ERIKA })).lead).toMatchObject(COLUMNS);
    await addLead(db, { domain: "zweite.de" });
    const { lead } = await store(db, { contact: ERIKA }, "zweite.de");
    expect(lead).toMatchObject(COLUMNS);
    const [event] = await findEvents(db, lead?.seq ?? 0);
    expect(JSON.parse(event?.changes ?? "")).toMatchObject({
      contactName: { from: null, to: "Erika" },
      contactProfileUrl: { from: null, to: ERIKA.profileUrl },
    });
  });

  it.each<[string, Partial<LeadRow>]>([
    ["another name", { contactName: "Karl" }],
    ["a function", { contactTitle: "Einkauf" }],
    ["a function that was edited", { editedFields: '["contactTitle"]' }],
  ])("is not mixed with %s", async (_, fields) => {
    const db = await openTestStore();
    const before = await addLead(db, { domain: "firma.de", website: "firma.de", ...fields });
    const { lead } = await store(db, { contact: ERIKA });
    expect(lead).toEqual(before);
  });

  it("without a name is nobody", async ({ db }) => {
    const nobody = { ...ERIKA, name: null };
    expect((await store(db, { contact: nobody })).lead).toMatchObject({ contactTitle: null });
    const { lead } = await store(db, { contact: nobody, listed: LISTED });
    expect(lead).toMatchObject({ contactName: "Karl", contactTitle: "Einkauf" });
  });

  it("of a list still fills each field by itself", async ({ db }) => {
    await addLead(db, { domain: "firma.de", contactName: "Karla" });
    const { lead } = await store(db, { listed: LISTED });
    expect(lead).toMatchObject({ contactName: "Karla", contactTitle: "Einkauf" });
  });
});

describe("the domain of a found company", () => {
  it("stands before its website, and can be known without one", async ({ db }) => {
    expect((await store(db, { domain: "eins.de" }, "https://zwei.de")).domain).toBe("eins.de");
    const named = await store(db, { domain: "drei.de", website: null });
    expect(named.lead).toMatchObject({ domain: "drei.de", website: null });
    expect((await store(db, { domain: "gmx.de" })).skipReason).toBe("platform");
  });
});
