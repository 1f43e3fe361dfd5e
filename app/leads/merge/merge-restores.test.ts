import { sql } from "kysely";
import { expect, it as plain } from "vitest";
import type { Db } from "~db/client";
import { addTag } from "~db/queries/lead-bulk";
import { saveLeadDraft } from "~db/queries/lead-drafts";
import { findNotes, notesText } from "~db/queries/lead-notes";
import { addSources, updateLead } from "~db/queries/leads";
import { MOVES } from "~db/queries/merged-leads";
import type { LeadRow } from "~db/schema";
import { addFilledLead, query } from "~tests/deleted-leads";
import { addJob, NOON, nextId, openTestStore } from "~tests/store";
import { createRandom } from "../../../scripts/demo-providers/world/seeded-random";
import { MERGE_FIELDS } from "./merge-fields";
import { mergeLeads, partLead } from "./merge-leads.server";

const BY = { actor: "anna", now: NOON + 60_000 };
const LATER = { actor: "ben", now: NOON + 120_000 };

/** Rules for a merged lead's rows in tables that point at leads. */
const RULES: Record<string, string> = {
  ...MOVES,
  lead_tags: "joined",
  lead_events: "shown from the snapshot",
  lead_enrichments: "kept in the snapshot",
  ...{ lead_search: "derived", lead_terms: "derived", lead_fits: "derived" },
  company_pairs: "derived",
};
const TABLES = ["leads", "deleted_leads", ...Object.keys(RULES)];
const COUNTERS = ["lead_facet_counts", "lead_term_counts", "lead_tag_counts"];

const TOLD = ["merged", "restored", "undone", "parted"];

/** Every row of every table, without what tells of merging and parting. */
async function dump(db: Db) {
  const entries = [...TABLES, ...COUNTERS].map(async (table) => {
    const where = table.endsWith("_counts") ? "WHERE n <> 0" : "";
    const rows = await query(db, `SELECT * FROM ${table} ${where}`);
    const kept = rows.flatMap(({ version: _, updatedAt: __, ...row }) =>
      TOLD.includes(String(row.kind)) ? [] : JSON.stringify(row),
    );
    return [table, kept.sort()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const random = createRandom("merged leads");
const NULLABLE = [
  ...["companyName", "website", "email", "phone", "companyType", "salesScore", "owner"],
  ...["offerPackage", "followUpAt", "imprint", "adObjection", "address", "street", "city"],
] as const;

/** A lead with odd texts in every part, and some fields, parts and tags left out. */
async function addRandomLead(db: Db, number: number, jobId: string): Promise<LeadRow> {
  const { seq } = await addFilledLead(db, number);
  await sql`UPDATE lead_notes SET id = id || lead_seq WHERE lead_seq = ${seq}`.execute(db);
  if (random.chance(0.4))
    await db.deleteFrom("leadEnrichments").where("leadSeq", "=", seq).execute();
  if (random.chance(0.4)) await db.deleteFrom("leadDrafts").where("leadSeq", "=", seq).execute();
  if (random.chance(0.5)) await addTag(db, [seq], random.pick(["Messe", "eil", "favorit"]));
  if (random.chance(0.5)) {
    const source = { id: nextId("s"), leadSeq: seq, jobId, sourceType: "maps" as const };
    await addSources(db, [
      { ...source, term: random.pick(["Bad", "Dach"]), payload: "{}", foundAt: NOON },
    ]);
  }
  const row = await db
    .selectFrom("leads")
    .selectAll()
    .where("seq", "=", seq)
    .executeTakeFirstOrThrow();
  if (random.chance(0.5)) {
    const draft = {
      subject: "a",
      body: "b",
      tone: "locker",
      instructions: "",
      updatedAt: NOON + number,
    };
    await saveLeadDraft(db, row.id, { person: "anna", ...draft });
  }
  const change = Object.fromEntries(
    NULLABLE.flatMap((column) => (random.chance(0.3) ? [[column, null]] : [])),
  );
  const contacts = random.chance(0.3) ? { contacts: "[]" } : {};
  const imprint = random.chance(0.5) ? { imprint: '{"vatId":"DE300000001"}' } : {};
  const notes = notesText(await findNotes(db, seq));
  return updateLead(db, row, { ...change, ...contacts, ...imprint, notes }, NOON);
}

plain("merge and part restore random leads byte for byte", { timeout: 60_000 }, async () => {
  const db = openTestStore();
  for (let round = 0; round < 40; round += 1) {
    const { id: jobId } = await addJob(db);
    const [lead, other, third] = [
      await addRandomLead(db, 3 * round, jobId),
      await addRandomLead(db, 3 * round + 1, jobId),
      await addRandomLead(db, 3 * round + 2, jobId),
    ];
    // One that took over another itself.
    if (random.chance(0.3)) await mergeLeads(db, other.id, { otherId: third.id }, BY);
    const before = await dump(db);
    const take = random.chance(0.5) ? MERGE_FIELDS.filter(() => random.chance(0.4)) : undefined;
    const at = { ...BY, now: BY.now + round };
    await mergeLeads(db, lead.id, { otherId: other.id, take }, at);
    const merged = await dump(db);
    expect(merged.leads).toHaveLength((before.leads?.length ?? 0) - 1);
    await partLead(db, lead.id, { ...LATER, now: LATER.now + round });
    expect(await dump(db)).toEqual(before);
  }
  await sql`INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('integrity-check', 1)`.execute(
    db,
  );
});

plain("a merge has a rule for each table that points at leads", async () => {
  const tables = await query(
    openTestStore(),
    `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
     WHERE m.type = 'table' AND f."table" = 'leads' ORDER BY 1`,
  );
  const { merged_leads, ...rules } = RULES;
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(rules).sort());
});
