import { type Kysely, sql } from "kysely";
import { v7 as uuid } from "uuid";

const JUDGED = "companyType topics salesScore salesReason offerPackage".split(" ");
const LISTS = "emails phones topics management".split(" ");
const FIELDS = [
  ...[...JUDGED, ...LISTS].filter((field, at, all) => all.indexOf(field) === at),
  ..."companyName website email phone address street postalCode city federalState country".split(
    " ",
  ),
  ..."contactName contactTitle contactProfileUrl notes latitude longitude".split(" "),
  ..."legalName legalForm registerCourt registerNumber vatId".split(" "),
];
/** Leads read at once. */
const CHUNK = 500;

/** A team's own list has no page. */
const PAGE = sql`CASE source_type WHEN 'maps' THEN payload ->> '$.googleMapsUri'
  WHEN 'osm' THEN 'https://www.openstreetmap.org/' || (payload ->> '$.type') || '/' || (payload ->> '$.id')
  WHEN 'serp' THEN payload ->> '$.link' WHEN 'profiles' THEN payload ->> '$.profileUrl' END`;

type Value = string | number | string[] | null;
interface Origin {
  source: string;
  provider: string | null;
  jobId: string | null;
  url: string | null;
  foundAt: number;
}
interface Fact {
  field: string;
  value: Value;
  quote?: string;
}
interface Stored extends Record<string, unknown> {
  seq: number;
  /** JSON: events newest first; sources and kept evidence oldest first. */
  events: string;
  sources: string;
  kept: string;
  reading: string | null;
}
interface Event {
  at: number;
  actor: string;
  kind: string;
  jobId: string | null;
  changes: Record<string, { from: unknown; to: unknown }>;
}

function toValue(field: string, stored: unknown): Value {
  const value = LISTS.includes(field) && typeof stored === "string" ? JSON.parse(stored) : stored;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String);
  return typeof value === "number" || typeof value === "string" ? value || null : null;
}

/** Events hold old and new values. A value that no event changed comes from the first source. */
function readBackwards(lead: Stored): Map<string, Fact[]> {
  const events: Event[] = JSON.parse(lead.events);
  const sources: Origin[] = JSON.parse(lead.sources);
  const kept: (Origin & { facts: Fact[] })[] = JSON.parse(lead.kept);
  const reading = JSON.parse(lead.reading ?? "{}");
  const keyOf = ({ field, value }: Fact, jobId: string | null) =>
    JSON.stringify([field, value, jobId]);
  const known = new Set(
    kept.flatMap(({ facts, jobId }) => facts.map((fact) => keyOf(fact, jobId))),
  );
  const found = new Map<string, Fact[]>();
  const add = ({ source, provider, jobId, url, foundAt }: Origin, fact: Fact) => {
    if (known.has(keyOf(fact, jobId))) return;
    const origin = JSON.stringify([source, provider, jobId, url, foundAt]);
    found.set(origin, [...(found.get(origin) ?? []), fact]);
  };
  const imprint = JSON.parse(String(lead.imprint ?? "{}"));
  const first = new Map(FIELDS.map((field) => [field, lead[field] ?? imprint[field]]));
  const changedLater = new Set<string>();
  const undone = new Set(events.map(({ kind, jobId }) => kind === "import_undone" && jobId));
  const site = /^https?:/.test(String(lead.website)) ? lead.website : `https://${lead.domain}`;
  const judge = { source: reading.basis ?? "website", provider: reading.model ?? null, url: site };
  for (const { kind, at: foundAt, actor, jobId, changes } of events) {
    const again = kind === "found_again" && sources.find((one) => one.jobId === jobId);
    const unkept = { source: kind === "enriched" ? "imprint" : "email-finder", provider: null };
    const page = again || kept.find((one) => one.jobId === jobId && one.foundAt === foundAt);
    const origin: Origin = { url: null, ...unkept, ...page, jobId, foundAt };
    for (const [name, { from, to }] of Object.entries(changes)) {
      const field = name === "imprintName" ? "companyName" : name;
      if (!FIELDS.includes(field)) continue;
      const value = toValue(field, to);
      if (jobId === null) {
        const person = { ...origin, source: "manual", provider: actor, url: null };
        if (!changedLater.has(field)) add(person, { field, value });
      } else if (value !== null && !undone.has(jobId)) {
        const isJudged = kind === "enriched" && JUDGED.includes(field);
        const by = isJudged ? { ...origin, ...judge } : origin;
        const isQuoted = isJudged && field === "salesScore" && reading.passages?.length > 0;
        for (const { url = by.url, ...quote } of isQuoted ? reading.passages : [{}])
          add({ ...by, url }, { field, value, ...quote });
      }
      first.set(field, from);
      changedLater.add(field);
    }
  }
  const jobId = events.find(({ kind }) => kind === "created")?.jobId ?? null;
  const maker = sources.find((one) => one.jobId === jobId) ?? (jobId ? undefined : sources[0]);
  const made = { source: String(lead.sourceType), foundAt: Number(lead.createdAt), ...maker };
  for (const [field, stored] of first) {
    const value = toValue(field, stored);
    if (value !== null) add({ provider: null, jobId, url: null, ...made }, { field, value });
  }
  return found;
}

/** Stores evidence that each read derived from events so far, and import mappings in one format. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE imports SET mapping = json_object('fields', json(mapping), 'tag', NULL)
    WHERE json_type(mapping) = 'array'`.execute(db);
  await sql`UPDATE lead_evidence SET url = (SELECT ${PAGE} FROM lead_sources AS s
      WHERE s.lead_seq = lead_evidence.lead_seq AND s.job_id = lead_evidence.job_id
        AND s.source_type = lead_evidence.source)
    WHERE url IS NULL AND job_id IS NOT NULL`.execute(db);
  const about = sql`'provider', provider, 'jobId', job_id, 'foundAt', found_at`;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: Stored[] } = await sql<Stored>`SELECT leads.*,
        (SELECT json_group_array(json_object('at', at, 'actor', actor, 'kind', kind, 'jobId', job_id,
          'changes', json(changes)) ORDER BY id DESC) FROM lead_events WHERE lead_seq = seq) AS events,
        (SELECT json_group_array(json_object('source', source_type, ${about}, 'url', ${PAGE}) ORDER BY id)
          FROM lead_sources WHERE lead_seq = seq) AS sources,
        (SELECT json_group_array(json_object('source', source, ${about}, 'url', url, 'facts', json(facts))
          ORDER BY id) FROM lead_evidence WHERE lead_seq = seq) AS kept,
        (SELECT json_object('basis', basis, 'model', model, 'passages', json(passages))
          FROM lead_enrichments WHERE lead_seq = seq) AS reading
      FROM leads WHERE seq > ${after} ORDER BY seq LIMIT ${CHUNK}`.execute(db);
    const added = rows.flatMap((lead) =>
      [...readBackwards(lead)].map(([origin, facts]) => [
        uuid(),
        lead.seq,
        ...JSON.parse(origin),
        JSON.stringify(facts),
      ]),
    );
    await sql`INSERT INTO lead_evidence (id, lead_seq, source, provider, job_id, url, found_at, facts)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
        value ->> 7 FROM json_each(${JSON.stringify(added)})`.execute(db);
    after = rows.at(-1)?.seq;
  }
}
