import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findEvents } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { findingOf } from "~tests/found-company";
import { addJob, addLead, it, openTestStore } from "~tests/store";
import { storeEmailAnswer } from "./store-facts.server";

const ERIKA = { name: "Erika", title: "CEO", profileUrl: "https://example.com/erika" };
const BOTH: Parameters<typeof storeEmailAnswer>[2] = {
  emails: ["info@firma.de", "post@firma.de"],
  contact: ERIKA,
};

async function store(
  db: Db,
  fields: Partial<LeadRow>,
  answer: Parameters<typeof storeEmailAnswer>[2],
) {
  const before = await addLead(db, { domain: "firma.de", ...fields });
  const job = await addJob(db);
  await storeEmailAnswer(db, before, answer, findingOf(job));
  const lead = await db.selectFrom("leads").selectAll().executeTakeFirstOrThrow();
  return { before, lead, job, events: await findEvents(db, before.seq) };
}

describe("what an email finder says of a lead", () => {
  it("keeps addresses that are there without a first one", async () => {
    const { lead } = await store(
      await openTestStore(),
      { emails: '["post@firma.de","alt@firma.de"]' },
      { ...BOTH, contact: null },
    );
    expect(lead.emails).toBe('["info@firma.de","post@firma.de","alt@firma.de"]');
  });

  it.each<[string, Partial<LeadRow>, Parameters<typeof storeEmailAnswer>[2]]>([
    ["nothing was found", {}, { emails: [], contact: null }],
    ["nobody is named", {}, { emails: [], contact: { ...ERIKA, name: null } }],
    [
      "all of it is there",
      {
        email: "info@firma.de",
        emails: '["info@firma.de","post@firma.de"]',
        contactName: "Erika",
        contactTitle: "CEO",
        contactProfileUrl: ERIKA.profileUrl,
      },
      BOTH,
    ],
    ["a person removed it", { editedFields: '["email","contactProfileUrl"]' }, BOTH],
  ])("changes nothing when %s", async (_, fields, answer) => {
    const { before, lead, events } = await store(await openTestStore(), fields, answer);
    expect(lead).toEqual(before);
    expect(events).toEqual([]);
  });
});
