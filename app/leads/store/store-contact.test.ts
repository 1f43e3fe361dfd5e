import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { parseContacts } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { company, findingOf } from "~tests/found-company";
import { addJob, addLead, it, NOON, openTestStore, ZONE } from "~tests/store";
import { LeadPatchSchema } from "../edit/lead-patch";
import { patchLead } from "../edit/update-lead.server";
import { storeCompanies } from "./store-companies.server";

const ERIKA = { name: "Erika", title: "CEO", profileUrl: "https://example.com/erika" };
const PERSON = { name: "", title: null, email: null, phone: null, profileUrl: null };
const LISTED = { persons: [{ ...PERSON, name: "Karl", title: "Einkauf" }] };

async function store(db: Db, fields: Parameters<typeof company>[1], website = "firma.de") {
  const finding = findingOf(await addJob(db));
  const found = [company(website, fields)];
  const [stored] = await storeCompanies(db, found, finding, new Set(), 1);
  if (stored === undefined) throw new Error("nothing came back");
  return stored;
}

describe("the person of a found company", () => {
  it.each<[string, Partial<LeadRow>, string[]]>([
    ["somebody else", { contactName: "Karl" }, ["Karl null", "Erika CEO"]],
    ["the same without a function", { contactName: "Frau Dr. ERIKA" }, ["Frau Dr. ERIKA CEO"]],
    ["a function alone", { contactTitle: "Einkauf" }, ["null Einkauf", "Erika CEO"]],
    ["nobody, by hand", { editedFields: '["contactTitle"]' }, []],
  ])("stands beside %s, and changes no value", async (_, fields, persons) => {
    const db = await openTestStore();
    await addLead(db, { domain: "firma.de", ...fields });
    const { lead } = await store(db, { contact: ERIKA });
    const shown = parseContacts(lead?.contacts).map(({ name, title }) => `${name} ${title}`);
    expect(shown).toEqual(persons);
    expect(lead?.contactName).toBe(fields.contactName ?? null);
  });

  it("of a further hit for the same company is one of its lead", async ({ db }) => {
    const finding = findingOf(await addJob(db));
    const hits = ["Anna", "Ben", "Dr. Anna"].map((name) =>
      company("firma.de", { contact: { ...ERIKA, name } }),
    );
    const seen = new Set<string>();
    const stored = await storeCompanies(db, hits.slice(0, 2), finding, seen, 9);
    expect(stored.map(({ skipReason }) => skipReason)).toEqual([null, "duplicate"]);
    await storeCompanies(db, [...hits, company("x.de")], finding, seen, 9);
    const leads = await db.selectFrom("leads").select("contacts").orderBy("seq").execute();
    const names = leads.map(({ contacts }) => parseContacts(contacts).map(({ name }) => name));
    expect(names).toEqual([["Anna", "Ben"], []]);
  });

  it("does not come back where somebody took it away, nor does a part of it", async ({ db }) => {
    const { lead } = await store(db, { contact: ERIKA });
    await store(db, { listed: LISTED });
    const by = { actor: "anna", now: NOON, timeZone: ZONE };
    const patch = (contacts: object[]) =>
      patchLead(db, lead?.id ?? "", LeadPatchSchema.parse({ contacts }), by);
    await patch([{ name: "Erika" }]);
    await store(db, { listed: LISTED });
    const again = await store(db, { contact: { ...ERIKA, email: "erika@firma.de" } });
    const expected = { ...PERSON, name: "Erika", email: "erika@firma.de" };
    expect(parseContacts(again.lead?.contacts)).toEqual([expected]);
    // New persons may be added, and persons that a user restored.
    await patch([{ name: "Erika" }, { name: "Karl" }]);
    await store(db, { contact: { ...ERIKA, name: "Eva" } });
    const { lead: last } = await store(db, { listed: LISTED });
    expect(parseContacts(last?.contacts)).toMatchObject([
      { name: "Erika", title: null },
      { name: "Karl", title: null },
      { name: "Eva", title: "CEO" },
    ]);
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
