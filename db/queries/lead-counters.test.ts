import { sql } from "kysely";
import { describe, expect } from "vitest";
import { bringBack, COUNTERS, query, trash } from "~tests/deleted-leads";
import { addLead, it, NOON, openTestStore } from "~tests/store";
import { createRandom, type SeededRandom } from "../../scripts/demo-providers/world/seeded-random";
import type { Db } from "../client";
import { labelKey } from "../fold";
import type { LeadPriority, LeadRow, LeadStatus, SourceType } from "../schema";
import { addTag, changeLeads, removeTag } from "./lead-bulk";
import { findLeadsBySeq } from "./lead-list";
import { type LeadChange, updateLead } from "./leads";

const STEPS = 400;
const CHECK_EVERY = 25;
const SOURCES: SourceType[] = ["maps", "serp", "csv", "profiles", "import"];
const STATUSES: LeadStatus[] = ["neu", "in_bearbeitung", "qualifiziert", "abgelehnt"];
const PRIORITIES: (LeadPriority | null)[] = ["niedrig", "mittel", "hoch", null];
const TERMS = ["Stadtwerke", "stadtwerke", "Bäder", "Maler", null];
const TYPES = ["Stadtwerk", "Handwerk", null];
const STATES = ["Bayern", "Hessen", null];
const TAGS = ["kontaktiert", "favorit", "messe", "rückruf"];

/** Values for some of the columns that users and pipelines change. */
function randomChange(random: SeededRandom): LeadChange {
  const change: LeadChange = {};
  if (random.chance(0.3)) change.companyName = random.pick(["Ölmühle", "Café", "Alpha", null]);
  if (random.chance(0.3)) change.companyType = random.pick(TYPES);
  if (random.chance(0.3)) change.federalState = random.pick(STATES);
  if (random.chance(0.3)) change.email = random.pick(["info@firma.de", null]);
  if (random.chance(0.3)) change.phone = random.pick(["+4930123456", null]);
  if (random.chance(0.3)) change.salesScore = random.pick([1, 3, 5, null]);
  if (random.chance(0.3)) change.approved = random.pick([0, 1] as const);
  if (random.chance(0.2)) change.sourceType = random.pick(SOURCES);
  if (random.chance(0.2)) change.sourceTerm = random.pick(TERMS);
  if (random.chance(0.3)) change.notes = random.pick(["Rückruf am Freitag", "", null]);
  if (random.chance(0.2)) change.status = random.pick(STATUSES);
  if (random.chance(0.2)) change.priority = random.pick(PRIORITIES);
  return change;
}

async function randomStep(db: Db, random: SeededRandom, number: number): Promise<void> {
  const seqs = await db.selectFrom("leads").select("seq").orderBy("seq").execute();
  if (seqs.length < 5 || random.chance(0.35)) {
    await addLead(db, { ...randomChange(random), domain: `firma-${number}.de` });
    return;
  }
  if (random.chance(0.4)) {
    await bulkStep(
      db,
      seqs.map(({ seq }) => seq),
      random,
    );
    return;
  }
  const [lead] = await findLeadsBySeq(db, [random.pick(seqs).seq]);
  if (lead === undefined) throw new Error("the lead was there a moment ago");
  if (random.chance(0.15)) await db.deleteFrom("leads").where("seq", "=", lead.seq).execute();
  else if (random.chance(0.5)) await changeTag(db, lead, random);
  else {
    const change = { ...randomChange(random), notes: `Notiz ${number}` };
    await updateLead(db, lead, change, NOON);
  }
}

/** Bulk changes, including moves to the trash and back. */
async function bulkStep(db: Db, seqs: readonly number[], random: SeededRandom): Promise<void> {
  const some = (all: readonly number[]) => all.filter(() => random.chance(0.25));
  const chosen = some(seqs);
  const kind = random.integer(0, 5);
  if (kind === 0) await removeTag(db, chosen, random.pick(TAGS));
  else if (kind === 1) await changeLeads(db, chosen, { approved: random.pick([0, 1]) }, NOON);
  else if (kind === 2) {
    const tag = random.pick(TAGS);
    const tagged = await db
      .selectFrom("leadTags")
      .select("leadSeq")
      .where("tag", "=", labelKey(tag))
      .execute();
    const without = chosen.filter((seq) => !tagged.some(({ leadSeq }) => leadSeq === seq));
    await addTag(db, without, tag);
  } else if (kind === 3) expect(await trash(db, chosen)).toBe(chosen.length);
  else {
    const deleted = await db.selectFrom("deletedLeads").select("seq").orderBy("seq").execute();
    const back = some(deleted.map(({ seq }) => seq));
    expect(await bringBack(db, back)).toEqual(back);
  }
}

async function changeTag(db: Db, lead: LeadRow, random: SeededRandom): Promise<void> {
  const row = { leadSeq: lead.seq, tag: random.pick(TAGS) };
  if (random.chance(0.6)) {
    await db
      .insertInto("leadTags")
      .values({ ...row, tag: labelKey(row.tag) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db
      .deleteFrom("leadTags")
      .where("leadSeq", "=", row.leadSeq)
      .where("tag", "=", labelKey(row.tag))
      .execute();
  }
}

const FACETS = {
  federal_state: "ifnull(federal_state, '')",
  company_type: "ifnull(company_type, '')",
  source_type: "source_type",
  score: "ifnull(sales_score, 0)",
};
const FLAGS =
  "approved + 2 * contacted + 4 * favorite + 8 * (email IS NOT NULL) + 16 * (phone IS NOT NULL)";

/** The stored counters, and the same counts from the rows. */
const KEPT = [
  ...Object.entries({ all: "''", ...FACETS }).map(([kind, value]) => [
    `SELECT value, flags, n FROM lead_facet_counts WHERE kind = '${kind}' AND n <> 0 ORDER BY 1, 2`,
    `SELECT ${value} AS value, ${FLAGS} AS flags, count(*) AS n FROM leads GROUP BY 1, 2 ORDER BY 1, 2`,
  ]),
  [
    "SELECT term_key, n FROM lead_term_counts WHERE n <> 0 ORDER BY term_key",
    "SELECT term_key, count(*) AS n FROM leads WHERE source_term IS NOT NULL GROUP BY 1 ORDER BY 1",
  ],
  [
    "SELECT seq, contacted, favorite FROM leads ORDER BY seq",
    `SELECT seq,
      EXISTS (SELECT 1 FROM lead_tags WHERE lead_seq = seq AND tag = 'kontaktiert') AS contacted,
      EXISTS (SELECT 1 FROM lead_tags WHERE lead_seq = seq AND tag = 'favorit') AS favorite
     FROM leads ORDER BY seq`,
  ],
  [
    "SELECT tag, n FROM lead_tag_counts WHERE n <> 0 ORDER BY tag",
    "SELECT tag, count(*) AS n FROM lead_tags GROUP BY 1 ORDER BY 1",
  ],
  ["SELECT seq FROM lead_search ORDER BY seq", "SELECT seq FROM leads ORDER BY seq"],
];

async function expectKept(db: Db): Promise<void> {
  for (const [kept = "", counted = ""] of KEPT) {
    expect(await query(db, kept), kept).toEqual(await query(db, counted));
  }
  // Negative rows could make sums right by chance.
  for (const table of COUNTERS) {
    expect(await query(db, `SELECT * FROM ${table} WHERE n < 0`), table).toEqual([]);
  }
  expect(await query(db, "PRAGMA foreign_key_check")).toEqual([]);
  // With rank 1 the check compares the index with the documents too.
  await sql`INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('integrity-check', 1)`.execute(
    db,
  );
}

describe("what triggers keep", { timeout: 30_000 }, () => {
  it.each(["eins", "zwei"])("stays equal to the rows through random changes (%s)", async (seed) => {
    const db = await openTestStore();
    const random = createRandom(seed);
    for (let step = 1; step <= STEPS; step += 1) {
      await randomStep(db, random, step);
      if (step % CHECK_EVERY === 0) await expectKept(db);
    }
    const left = await db.selectFrom("leads").select("seq").execute();
    expect(left.length).toBeGreaterThan(20);
    const gone = await db.selectFrom("deletedLeads").select("seq").orderBy("seq").execute();
    expect(gone.length).toBeGreaterThan(5);
    await bringBack(
      db,
      gone.map(({ seq }) => seq),
    );
    await expectKept(db);
    await db.deleteFrom("leads").execute();
    await expectKept(db);
    for (const table of COUNTERS) {
      expect(await query(db, `SELECT * FROM ${table} WHERE n <> 0`)).toEqual([]);
    }
  });
});
