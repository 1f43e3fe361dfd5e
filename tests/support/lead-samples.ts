import { LEAD_SORTS as SORTS } from "~/leads/list/filters";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { insertCampaign } from "~db/queries/campaigns";
import { insertJobResults } from "~db/queries/job-results";
import type { FoundBy, LeadListFilter } from "~db/queries/lead-conditions";
import { putFits } from "~db/queries/lead-fits";
import {
  findHits,
  findLeadsBySeq,
  findPageSeqs,
  type LeadPageRequest,
  type LeadSort,
  sortKeyOf,
} from "~db/queries/lead-list";
import { addEvents } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { matchesDocument, parseSearch } from "~db/search/search-query";

export { SORTS };

import { createRandom, type SeededRandom } from "../../scripts/demo-providers/world/seeded-random";
import { addJob, addLead, NOON, nextId } from "./store";

/** A page of leads with their rows. */
export async function findLeadPage(
  db: Db,
  filter: LeadListFilter,
  request: LeadPageRequest,
  find = findHits,
) {
  return findLeadsBySeq(db, await findPageSeqs(db, request, await find(db, filter)));
}

/** A stored lead with what stands in other tables. */
export interface Sample {
  row: LeadRow & { fit: number };
  tags: readonly string[];
  document: string;
  /** By the ids of the jobs that found it: whether it was new to them. */
  runs: ReadonlyMap<string, boolean>;
  /** When its company was contacted. */
  contacts: readonly number[];
}

const KASSEL = { latitude: 51.32, longitude: 9.5 };
/** Leads lie where they are said to be, else where their postal code does; see `isNear`. */
const PLACES: (Partial<LeadRow> & { km?: number })[] = [
  { city: "Köln", postalCode: "34117", latitude: 50.94, longitude: 6.96, km: 181 },
  { city: "Berlin", latitude: 51.4, longitude: 9.6, km: 11 },
  { city: "Übach", postalCode: "34119", km: 0 },
  { city: "Kassel" },
  { city: "Übach", postalCode: "3411" },
  { postalCode: "10115" },
  {},
];

/** The Impressum of a company with several samples; the others have their own. */
const TWIN = '{"vatId":"DE300000001","legalName":"Doppel GmbH"}';

/** The jobs that find samples; the first two are those of the campaign. */
const RUNS = ["run-1", "run-2", "run-3"];
const CAMPAIGN = "campaign-1";

/** Leads with few different values in every column, so that filters overlap and the tie-break decides often. */
export async function addSamples(db: Db, count: number): Promise<Sample[]> {
  const random = createRandom("samples");
  await addRuns(db);
  for (let n = 0; n < count; n += 1) {
    const { seq } = await addLead(db, {
      domain: `firma-${String((n * 37) % count).padStart(4, "0")}.de`,
      companyName: random.pick(["Müller", "Ölmühle", "Zoo", "adler", null]),
      salesScore: random.pick([1, 2, 3, 4, 5, null]),
      sourceTerm: random.pick(["Bäder", "Baeder", "Maler", null]),
      sourceType: random.pick(["maps", "serp", "csv"] as const),
      companyType: random.pick(["Handwerk", "Stadtwerk", null]),
      federalState: random.pick(["Bayern", "Hessen", null]),
      // Places around Kassel, of which some are known by their postal code or town alone.
      ...placeOf(random.pick(PLACES)),
      offerPackage: random.pick(["Basis", "Plus", null]),
      website: random.pick(["https://firma.de", null]),
      contactName: random.pick(["Jana Kern", null]),
      owner: random.pick(["jana", "paul", null]),
      followUpAt: random.pick([NOON, NOON + 86_400_000, null]),
      email: random.pick(["info@firma.de", null]),
      phone: random.pick(["+493023125101", null]),
      approved: random.pick([0, 1] as const),
      notes: random.pick(["Rückruf", null, null]),
      adObjection: random.pick(["Keine Werbung.", null, null]),
      imprint: n % 7 === 0 ? TWIN : `{"vatId":"DE3000001${10 + n}"}`,
      createdAt: NOON + random.integer(-3, 3) * 86_400_000,
      updatedAt: NOON + random.integer(0, 5),
    });
    await putFits(db, [{ seq, fit: random.integer(-2, 2), alike: null }]);
    for (const [position, jobId] of [...RUNS, ...RUNS].entries()) {
      // A job that found a lead twice tells of the second time why it left it out.
      if (!random.chance(0.3)) continue;
      const found = { jobId, position: position * count + n, leadSeq: seq };
      const isNew = random.pick([0, 1] as const);
      const skipReason = position < RUNS.length ? null : "duplicate";
      await insertJobResults(db, [{ ...found, isNew, skipReason }]);
    }
    await addContacts(db, seq, random);
    for (const tag of ["kontaktiert", "favorit", "messe", "eil"]) {
      if (random.chance(0.3))
        await db.insertInto("leadTags").values({ leadSeq: seq, tag }).execute();
    }
  }
  return readSamples(db);
}

/** A lead is contacted where it gets the tag, and where a note says how. */
async function addContacts(db: Db, leadSeq: number, random: SeededRandom): Promise<void> {
  for (const tags of [
    { from: [], to: ["kontaktiert"] },
    { from: ["kontaktiert"], to: ["kontaktiert", "messe"] },
  ]) {
    const about = { at: NOON + random.integer(-2, 2), actor: "anna", jobId: null };
    const event = { leadSeq, changes: JSON.stringify({ tags }) };
    if (random.chance(0.3)) await addEvents(db, { ...about, kind: "updated" }, [event]);
  }
  const channel = random.pick(["anruf", null] as const);
  const note = { leadSeq, id: nextId("note"), at: NOON + random.integer(-2, 2), channel };
  if (random.chance(0.3))
    await db
      .insertInto("leadNotes")
      .values({ ...note, actor: "anna", text: "da" })
      .execute();
}

async function addRuns(db: Db) {
  const campaign = {
    id: CAMPAIGN,
    count: 1,
    name: "Bäder",
    kind: "bundeslaender",
    createdBy: "anna",
  } as const;
  const times = { createdAt: NOON, status: "running" } as const;
  const tasks = [];
  for (const [position, id] of RUNS.entries()) {
    const { id: jobId } = await addJob(db, { id });
    const task = { term: "bäder", foldedTerm: "baeder", state: "Hessen", city: String(position) };
    if (position < 2)
      tasks.push({ ...task, campaignId: CAMPAIGN, position, jobId, status: "running" as const });
  }
  await insertCampaign(db, { ...campaign, ...times }, tasks);
}

async function readSamples(db: Db): Promise<Sample[]> {
  const leads = db.selectFrom("leads").innerJoin("leadFits", "leadFits.seq", "leads.seq");
  const rows = await leads.selectAll("leads").select("fit").orderBy("leads.seq").execute();
  const tags = await db.selectFrom("leadTags").selectAll().execute();
  const documents = await db.selectFrom("leadSearch").selectAll().execute();
  const results = await db.selectFrom("jobResults").selectAll().execute();
  const stored = results.filter(({ skipReason }) => skipReason === null);
  const events = await db.selectFrom("leadEvents").selectAll().execute();
  const notes = await db.selectFrom("leadNotes").selectAll().execute();
  const contacts: { leadSeq: number; at: number }[] = [
    ...events.filter(({ changes }) => changes.includes('"from":[],"to":["kontaktiert"]')),
    ...notes.filter(({ channel }) => channel !== null),
  ];
  return rows.map((row) => ({
    row,
    contacts: contacts.flatMap(({ leadSeq, at }) => (leadSeq === row.seq ? [at] : [])),
    runs: new Map(
      stored.flatMap(({ jobId, leadSeq, isNew }) =>
        leadSeq === row.seq ? [[jobId, isNew === 1] as const] : [],
      ),
    ),
    tags: tags.filter(({ leadSeq }) => leadSeq === row.seq).map(({ tag }) => tag),
    document: documents.find(({ seq }) => seq === row.seq)?.document ?? "",
  }));
}

const placeOf = ({ km: _, ...place }: (typeof PLACES)[number]) => place;

const LATER = Number.POSITIVE_INFINITY;

function kmFromKassel({ city, postalCode, latitude }: LeadRow): number | undefined {
  const place = PLACES.find(
    (one) =>
      (one.city ?? null) === city &&
      (one.postalCode ?? null) === postalCode &&
      (one.latitude ?? null) === latitude,
  );
  return place?.km;
}

const fieldOf = (row: object, field: string): unknown =>
  new Map<string, unknown>(Object.entries(row)).get(field);

/** What a filter means, written down a second time without SQL. */
export function meets(
  { row, tags, document, runs, contacts }: Sample,
  filter: LeadListFilter,
): boolean {
  const is = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value;
  const isOneOf = (wanted: readonly (string | null)[] | undefined, value: string | null) =>
    !wanted?.length || wanted.includes(value);
  const isNoneOf = (left: readonly (string | null)[] = [], ...values: (string | null)[]) =>
    !values.some((value) => left.includes(value));
  const terms = filter.term?.map(foldText);
  const isFoundBy = ({ jobIds, isNew }: FoundBy) => {
    const news = (jobIds ?? RUNS.slice(0, 2)).flatMap((id) => runs.get(id) ?? []);
    return news.length > 0 && is(isNew, news.includes(true));
  };
  return (
    (filter.q === undefined || matchesDocument(parseSearch(filter.q), document)) &&
    isOneOf(terms, row.sourceTerm === null ? null : foldText(row.sourceTerm)) &&
    is(filter.contacted, tags.includes("kontaktiert")) &&
    is(filter.favorite, tags.includes("favorit")) &&
    is(filter.approved, row.approved === 1) &&
    (!filter.fits || row.fit > 0) &&
    is(filter.hasEmail, row.email !== null) &&
    is(filter.hasPhone, row.phone !== null) &&
    is(filter.adObjection, row.adObjection !== null) &&
    (filter.duplicate === undefined || row.imprint === TWIN) &&
    (filter.tag ?? []).every((tag) => tags.includes(tag)) &&
    isOneOf(filter.companyType, row.companyType) &&
    isOneOf(filter.federalState, row.federalState) &&
    is(filter.sourceType, row.sourceType) &&
    (filter.minScore === undefined || (row.salesScore ?? 0) >= filter.minScore) &&
    row.createdAt >= (filter.createdFrom ?? 0) &&
    row.createdAt < (filter.createdBefore ?? Number.POSITIVE_INFINITY) &&
    (filter.foundBy ?? []).every(isFoundBy) &&
    isNoneOf(filter["not.tag"], ...tags) &&
    isNoneOf(filter["not.term"]?.map(foldText), foldText(row.sourceTerm ?? "–")) &&
    isNoneOf(filter["not.companyType"], row.companyType) &&
    isNoneOf(filter["not.federalState"], row.federalState) &&
    isNoneOf(filter["not.offerPackage"], row.offerPackage) &&
    isNoneOf(filter["not.owner"], row.owner) &&
    isOneOf(filter.offerPackage, row.offerPackage) &&
    isOneOf(filter.owner, row.owner) &&
    (row.postalCode ?? "").startsWith(filter.postalCode ?? "") &&
    (filter.near === undefined || (kmFromKassel(row) ?? 999) <= filter.near.km) &&
    (filter.followUpBefore === undefined || (row.followUpAt ?? LATER) < filter.followUpBefore) &&
    !contacts.some((at) => at >= (filter.contactedBefore ?? LATER)) &&
    (filter.without ?? []).every((field) => fieldOf(row, field) === null) &&
    (filter.ids === undefined || filter.ids.includes(row.id))
  );
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

/** Only leads with a day are in the order of days. */
export const sortsOf = ({ followUpBefore }: LeadListFilter): readonly LeadSort[] =>
  followUpBefore === undefined ? SORTS : [...SORTS, "followUpAt"];

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
  "empty lists": { term: [], tag: [], companyType: [], federalState: [] },
  contacted: { contacted: true },
  "not contacted": { contacted: false },
  favorite: { favorite: true },
  approved: { approved: true },
  "without email": { hasEmail: false },
  "against advertising": { adObjection: true, hasEmail: true },
  "with phone": { hasPhone: true },
  "the same company as another": { duplicate: true },
  "the same company in a state": { duplicate: true, federalState: ["Bayern"], hasEmail: true },
  tag: { tag: ["messe"] },
  "two tags": { tag: ["messe", "eil"] },
  "unknown tag": { tag: ["it's"] },
  "tag and flags": { tag: ["eil"], approved: true, hasEmail: true },
  "the same tag twice": { tag: ["messe", "messe"] },
  "company type": { companyType: ["Handwerk"] },
  state: { federalState: ["Bayern"] },
  "no state": { without: ["federalState"] },
  source: { sourceType: "csv" },
  score: { minScore: 4 },
  fits: { fits: true },
  "fits in a state": { fits: true, federalState: ["Bayern"], "not.tag": ["messe"] },
  "created from": { createdFrom: NOON },
  "created before": { createdBefore: NOON },
  term: { term: ["bäder"] },
  "two terms": { term: ["BÄDER", "maler"] },
  run: { foundBy: [{ jobIds: ["run-1"] }] },
  "new to one of two runs": { foundBy: [{ jobIds: ["run-1", "run-3"], isNew: true }] },
  "known to both runs": { foundBy: [{ jobIds: ["run-1", "run-3"], isNew: false }] },
  "new to a run of the campaign": {
    foundBy: [{ jobIds: ["run-2"] }, { campaignId: CAMPAIGN, isNew: true }],
  },
  "not a tag": { "not.tag": ["messe"] },
  "not a term": { "not.term": ["Bäder"], contacted: true },
  "not a type": { "not.companyType": ["Handwerk"] },
  "not two types, in a state": {
    "not.companyType": ["Handwerk", "Stadtwerk"],
    federalState: ["Bayern"],
  },
  "a state and not a state": { federalState: ["Bayern"], "not.federalState": ["Bayern"] },
  "neither of two states, with email": { "not.federalState": ["Hessen", "Bayern"], hasEmail: true },
  "due in a state": { followUpBefore: NOON + 1, federalState: ["Hessen"] },
  packages: { offerPackage: ["Basis", "Plus"] },
  "not a package": { "not.offerPackage": ["Basis"], "not.owner": ["paul"] },
  "postal code": { postalCode: "341" },
  near: { near: { ...KASSEL, km: 30 } },
  "far around": { near: { ...KASSEL, km: 240 }, hasEmail: true },
  owner: { owner: ["jana", "otto"] },
  due: { followUpBefore: NOON + 1 },
  "contacted, and not since": { contacted: true, contactedBefore: NOON },
  "no package and no owner": { without: ["offerPackage", "owner"] },
  "no website of a tag": { without: ["website", "contactName"], tag: ["eil"] },
};

export const TEXT_FILTERS: Record<string, LeadListFilter> = {
  text: { q: "müller" },
  "text in the notes": { q: "RÜCKRUF" },
  "two letters": { q: "zo" },
  "one letter": { q: "z" },
  "text without a hit": { q: "nirgends" },
  "text of a quote": { q: '"' },
  "text and flag": { q: "firma-00", contacted: true },
  "text and tag": { q: "firma", tag: ["messe"] },
  "text and state": { q: "bader", federalState: ["Bayern"] },
  "one letter and filter": { q: "1", approved: true, hasEmail: false },
  "text and term": { q: "de", term: ["Maler"] },
};
