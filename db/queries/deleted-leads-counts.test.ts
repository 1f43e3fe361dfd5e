import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { bringBack, COUNTERS, dump, query, type Row, trash } from "~tests/deleted-leads";
import { addLead, NOON, openTestStore } from "~tests/store";
import { createRandom, type SeededRandom } from "../../scripts/demo-providers/world/seeded-random";
import type { Db } from "../client";
import { addTag, removeTag, setApproval } from "./lead-bulk";

/** What a store should hold, kept beside it. */
interface ModelLead {
  seq: number;
  domain: string;
  term: string | null;
  type: string | null;
  createdAt: number;
  tags: Set<string>;
  isApproved: boolean;
  isDeleted: boolean;
}

const STEPS = 260;
const CHECK_EVERY = 20;
const TAGS = ["kontaktiert", "favorit", "messe", "rückruf"];

async function randomStep(db: Db, model: ModelLead[], random: SeededRandom, step: number) {
  const some = (isDeleted: boolean) =>
    model.filter((lead) => lead.isDeleted === isDeleted && random.chance(0.25));
  const seqsOf = (leads: ModelLead[]) => leads.map(({ seq }) => seq);
  const kind = random.integer(0, 9);
  if (model.length < 5 || kind <= 2) {
    const fields = {
      domain: `firma-${step}.de`,
      createdAt: NOON + random.integer(-3, 3) * 86_400_000,
      sourceTerm: random.pick(["Maler", "Bäder", null]),
      companyType: random.pick(["Handwerk", "Stadtwerk", null]),
      email: random.pick(["a@b.de", null]),
    };
    const { seq } = await addLead(db, fields);
    const { domain, createdAt, sourceTerm: term, companyType: type } = fields;
    const flags = { isApproved: false, isDeleted: false };
    model.push({ seq, domain, term, type, createdAt, tags: new Set(), ...flags });
  } else if (kind <= 4) {
    const tag = random.pick(TAGS);
    const without = some(false).filter(({ tags }) => !tags.has(tag));
    await addTag(db, seqsOf(without), tag);
    for (const { tags } of without) tags.add(tag);
  } else if (kind === 5) {
    const tag = random.pick(TAGS);
    const chosen = some(false);
    await removeTag(db, seqsOf(chosen), tag);
    for (const { tags } of chosen) tags.delete(tag);
  } else if (kind === 6) {
    const chosen = some(false);
    const isApproved = random.chance(0.6);
    await setApproval(db, seqsOf(chosen), isApproved ? NOON + step : null);
    for (const lead of chosen) lead.isApproved = isApproved;
  } else if (kind <= 8) {
    const chosen = some(false);
    expect(await trash(db, seqsOf(chosen))).toBe(chosen.length);
    for (const lead of chosen) lead.isDeleted = true;
  } else {
    const chosen = some(true);
    expect(await bringBack(db, seqsOf(chosen))).toEqual(seqsOf(chosen));
    for (const lead of chosen) lead.isDeleted = false;
  }
}

function tally(keys: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

async function expectLike(db: Db, model: readonly ModelLead[]): Promise<void> {
  const present = model.filter(({ isDeleted }) => !isDeleted);
  const { leads = [], lead_tags: tags = [], deleted_leads: deleted = [], ...rest } = await dump(db);
  expect(leads.map(({ seq }) => seq)).toEqual(present.map(({ seq }) => seq));
  expect(leads.map(({ approved, contacted, favorite }) => [approved, contacted, favorite])).toEqual(
    present.map((lead) =>
      [lead.isApproved, lead.tags.has("kontaktiert"), lead.tags.has("favorit")].map(Number),
    ),
  );
  expect(tags.map(({ leadSeq, tag }) => `${leadSeq} ${tag}`)).toEqual(
    present.flatMap((lead) => [...lead.tags].sort().map((tag) => `${lead.seq} ${tag}`)),
  );
  expect(deleted.map(({ domain }) => domain)).toEqual(
    model.filter(({ isDeleted }) => isDeleted).map(({ domain }) => domain),
  );
  const counter = (table: string, key: string) =>
    Object.fromEntries((rest[table] ?? []).map((row) => [String(row[key]), row.n]));
  expect(counter("lead_tag_counts", "tag")).toEqual(tally(tags.map(({ tag }) => String(tag))));
  expect(counter("lead_term_counts", "term")).toEqual(
    tally(present.flatMap(({ term }) => term ?? [])),
  );
  expect(counter("lead_quarter_counts", "quarter")).toEqual(
    tally(present.map(({ createdAt }) => Math.floor(createdAt / 900_000))),
  );
  const cube = (row: Row) =>
    [row.companyType, row.approved, row.contacted, row.favorite, row.hasEmail].join();
  expect(
    tally((rest.lead_counts ?? []).flatMap((row) => Array<string>(Number(row.n)).fill(cube(row)))),
  ).toEqual(
    tally(
      leads.map((lead) =>
        cube({
          ...lead,
          companyType: lead.companyType ?? "",
          hasEmail: Number(lead.email !== null),
        }),
      ),
    ),
  );
  // Rows below nought would make sums right by chance.
  for (const table of COUNTERS) {
    expect(await query(db, `SELECT * FROM ${table} WHERE n < 0`), table).toEqual([]);
  }
  await sql`INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('integrity-check', 1)`.execute(
    db,
  );
  expect(await query(db, "PRAGMA foreign_key_check")).toEqual([]);
}

describe("what is counted", { timeout: 30_000 }, () => {
  it.each(["eins", "zwei", "drei"])(
    "stays right through storing, tagging, approving, deleting and restoring (%s)",
    async (seed) => {
      const db = await openTestStore();
      const random = createRandom(seed);
      const model: ModelLead[] = [];
      for (let step = 1; step <= STEPS; step += 1) {
        await randomStep(db, model, random, step);
        if (step % CHECK_EVERY === 0) await expectLike(db, model);
      }
      expect(model.filter(({ isDeleted }) => isDeleted).length).toBeGreaterThan(5);
      const gone = model.filter(({ isDeleted }) => isDeleted).map(({ seq }) => seq);
      await bringBack(db, gone);
      for (const lead of model) lead.isDeleted = false;
      await expectLike(db, model);
    },
  );
});
