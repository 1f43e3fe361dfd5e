import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import type { LeadListFilter } from "~db/queries/lead-conditions";
import {
  findLeadsBySeq,
  findPageSeqs,
  type LeadPageRequest,
  type LeadSort,
  type LeadTotal,
  sortKeyOf,
} from "~db/queries/lead-list";
import type { LeadRow } from "~db/schema";
import { matchesDocument, parseSearch } from "~db/search/search-query";
import { createRandom } from "../../scripts/demo-providers/world/seeded-random";
import { addLead, NOON } from "./store";

export const SORTS: readonly LeadSort[] = [
  "createdAt",
  "updatedAt",
  "companyName",
  "domain",
  "city",
  "salesScore",
  "sourceTerm",
];

/** A page of leads with their rows. */
export async function findLeadPage(db: Db, request: LeadPageRequest, total: LeadTotal) {
  return findLeadsBySeq(db, await findPageSeqs(db, request, total));
}

/** A stored lead with what stands in other tables. */
export interface Sample {
  row: LeadRow;
  tags: readonly string[];
  document: string;
}

/** Leads with few different values in every column, so that filters overlap and the tie-break decides often. */
export async function addSamples(db: Db, count: number): Promise<Sample[]> {
  const random = createRandom("samples");
  for (let n = 0; n < count; n += 1) {
    const { seq } = await addLead(db, {
      domain: `firma-${String((n * 37) % count).padStart(4, "0")}.de`,
      companyName: random.pick(["Müller", "Ölmühle", "Zoo", "adler", null]),
      city: random.pick(["Köln", "Berlin", "Übach", null]),
      salesScore: random.pick([1, 2, 3, 4, 5, null]),
      sourceTerm: random.pick(["Bäder", "Baeder", "Maler", null]),
      sourceType: random.pick(["maps", "serp", "csv"] as const),
      companyType: random.pick(["Handwerk", "Stadtwerk", null]),
      federalState: random.pick(["Bayern", "Hessen", null]),
      email: random.pick(["info@firma.de", null]),
      phone: random.pick(["+493023125101", null]),
      approved: random.pick([0, 1] as const),
      notes: random.pick(["Rückruf", null, null]),
      createdAt: NOON + random.integer(-3, 3) * 86_400_000,
      updatedAt: NOON + random.integer(0, 5),
    });
    for (const tag of ["kontaktiert", "favorit", "messe", "eil"]) {
      if (random.chance(0.3))
        await db.insertInto("leadTags").values({ leadSeq: seq, tag }).execute();
    }
  }
  return readSamples(db);
}

async function readSamples(db: Db): Promise<Sample[]> {
  const rows = await db.selectFrom("leads").selectAll().orderBy("seq").execute();
  const tags = await db.selectFrom("leadTags").selectAll().execute();
  const documents = await db.selectFrom("leadSearch").selectAll().execute();
  return rows.map((row) => ({
    row,
    tags: tags.filter(({ leadSeq }) => leadSeq === row.seq).map(({ tag }) => tag),
    document: documents.find(({ seq }) => seq === row.seq)?.document ?? "",
  }));
}

/** What a filter means, written down a second time without SQL. */
export function meets({ row, tags, document }: Sample, filter: LeadListFilter): boolean {
  const is = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value;
  const isOneOf = (wanted: readonly (string | null)[] | undefined, value: string | null) =>
    !wanted?.length || wanted.includes(value);
  const terms = filter.terms?.map(foldText);
  return (
    (filter.q === undefined || matchesDocument(parseSearch(filter.q), document)) &&
    isOneOf(terms, row.sourceTerm === null ? null : foldText(row.sourceTerm)) &&
    is(filter.contacted, tags.includes("kontaktiert")) &&
    is(filter.favorite, tags.includes("favorit")) &&
    is(filter.approved, row.approved === 1) &&
    is(filter.hasEmail, row.email !== null) &&
    is(filter.hasPhone, row.phone !== null) &&
    (filter.tags ?? []).every((tag) => tags.includes(tag)) &&
    isOneOf(filter.companyTypes, row.companyType) &&
    isOneOf(filter.federalStates, row.federalState) &&
    is(filter.sourceType, row.sourceType) &&
    (filter.minScore === undefined || (row.salesScore ?? 0) >= filter.minScore) &&
    row.createdAt >= (filter.createdFrom ?? 0) &&
    row.createdAt < (filter.createdBefore ?? Number.POSITIVE_INFINITY) &&
    (filter.ids === undefined || filter.ids.includes(row.id))
  );
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

/** Ids of the leads that meet a filter, in order, without SQL. */
export function idsInOrder(
  samples: readonly Sample[],
  filter: LeadListFilter,
  sort: LeadSort,
  dir: "asc" | "desc",
): string[] {
  const hits = samples.filter((sample) => meets(sample, filter)).map(({ row }) => row);
  hits.sort((a, b) => compareKeys(sortKeyOf(a, sort), sortKeyOf(b, sort)) || a.seq - b.seq);
  if (dir === "desc") hits.reverse();
  return hits.map(({ id }) => id);
}

/** Every filter alone, and some that meet in one question. */
export const FILTERS: Record<string, LeadListFilter> = {
  nothing: {},
  "empty lists": { terms: [], tags: [], companyTypes: [], federalStates: [] },
  contacted: { contacted: true },
  "not contacted": { contacted: false },
  favorite: { favorite: true },
  "no favorite": { favorite: false },
  "contacted favorite": { contacted: true, favorite: true },
  approved: { approved: true },
  "not approved": { approved: false },
  "with email": { hasEmail: true },
  "without email": { hasEmail: false },
  "with phone": { hasPhone: true },
  "without phone": { hasPhone: false },
  tag: { tags: ["messe"] },
  "two tags": { tags: ["messe", "eil"] },
  "unknown tag": { tags: ["it's"] },
  "tag and flags": { tags: ["eil"], approved: true, hasEmail: true },
  "tag of favorites": { tags: ["messe"], favorite: true },
  "the same tag twice": { tags: ["messe", "messe"] },
  "company type": { companyTypes: ["Handwerk"] },
  "two company types": { companyTypes: ["Handwerk", "Stadtwerk"] },
  state: { federalStates: ["Bayern"] },
  "no state": { federalStates: [null] },
  "no state and a state": { federalStates: [null], ids: [] },
  "no state and type": { federalStates: [null], companyTypes: ["Handwerk"] },
  "two states": { federalStates: ["Bayern", "Hessen"] },
  "state and type": { federalStates: ["Bayern"], companyTypes: ["Handwerk"] },
  source: { sourceType: "csv" },
  "unused source": { sourceType: "profiles" },
  score: { minScore: 4 },
  "created from": { createdFrom: NOON },
  "created before": { createdBefore: NOON },
  "created between": { createdFrom: NOON - 86_400_000, createdBefore: NOON + 86_400_000 },
  term: { terms: ["bäder"] },
  "two terms": { terms: ["BÄDER", "maler"] },
  "contacted with a term": { contacted: true, terms: ["Maler"] },
  "approved with email and phone": { approved: true, hasEmail: true, hasPhone: true },
};

export const TEXT_FILTERS: Record<string, LeadListFilter> = {
  text: { q: "müller" },
  "text in the notes": { q: "RÜCKRUF" },
  "two letters": { q: "zo" },
  "one letter": { q: "z" },
  "text without a hit": { q: "nirgends" },
  "text of a quote": { q: '"' },
  "text and flag": { q: "firma-00", contacted: true },
  "text and tag": { q: "firma", tags: ["messe"] },
  "text and state": { q: "bader", federalStates: ["Bayern"] },
  "one letter and filter": { q: "1", approved: true, hasEmail: false },
  "text and term": { q: "de", terms: ["Maler"] },
};
