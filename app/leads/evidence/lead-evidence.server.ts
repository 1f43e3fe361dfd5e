import { z } from "zod";
import { parseList } from "~db/queries/leads";
import type {
  LeadEnrichmentRow,
  LeadEvidenceRow,
  LeadRow,
  LeadSourceRow,
  SourceType,
} from "~db/schema";
import { isoTime } from "../../format/iso-time";
import { PassagesSchema } from "../assessment/get-assessment.server";
import { JUDGED_FIELDS } from "../lead";
import type { Evidence, LeadEvent } from "../lead-schema";
import { EVIDENCE_FIELDS, EvidenceSchema, parseImprint } from "../lead-schema";

type Field = Evidence["field"];
type Origin = Omit<Evidence, "field" | "value">;

/** Events newest first, the rest oldest first. */
export interface LeadRecord {
  row: LeadRow;
  events: LeadEvent[];
  sources: LeadSourceRow[];
  enrichment: LeadEnrichmentRow | undefined;
  kept: LeadEvidenceRow[];
}

const ByPageSchema = EvidenceSchema.omit({ provider: true, foundAt: true, jobId: true });
export const FactsSchema = z.array(ByPageSchema.partial({ source: true, url: true, quote: true }));
/** A team's own list proves nothing about pages. */
const PAGES: Partial<Record<SourceType, z.ZodType<string>>> = {
  maps: z.object({ googleMapsUri: z.string() }).transform(({ googleMapsUri }) => googleMapsUri),
  osm: z
    .object({ type: z.string(), id: z.number() })
    .transform(({ type, id }) => `https://www.openstreetmap.org/${type}/${id}`),
  serp: z.object({ link: z.string() }).transform(({ link }) => link),
  profiles: z.object({ profileUrl: z.string() }).transform(({ profileUrl }) => profileUrl),
};
const LISTS: readonly string[] = ["emails", "phones", "topics", "management"];

function toValue(field: string, stored: unknown): Evidence["value"] {
  const list = LISTS.includes(field) && typeof stored === "string" ? parseList(stored) : stored;
  if (Array.isArray(list)) return list.length === 0 ? null : list.map(String);
  return typeof list === "number" || typeof list === "string" ? list || null : null;
}

export function currentValues(row: LeadRow): Map<Field, Evidence["value"]> {
  const columns: Record<string, unknown> = { ...row, ...parseImprint(row.imprint) };
  return new Map(EVIDENCE_FIELDS.map((field) => [field, toValue(field, columns[field])]));
}

function sourceOrigin({ sourceType, provider, payload, foundAt, jobId }: LeadSourceRow): Origin {
  const url = PAGES[sourceType]?.safeParse(JSON.parse(payload)).data ?? null;
  return { source: sourceType, provider, url, quote: null, foundAt: isoTime(foundAt), jobId };
}

/** Several only for a score: one a passage. */
function originsOf({ kind, at, jobId }: LeadEvent, field: Field, record: LeadRecord): Origin[] {
  const { row, enrichment, sources, kept } = record;
  const found = kind === "found_again" && sources.find((entry) => entry.jobId === jobId);
  if (found) return [{ ...sourceOrigin(found), foundAt: at }];
  // Evidence kept at the same moment tells a finder's email from an Impressum's.
  const page = kept.find((entry) => entry.jobId === jobId && isoTime(entry.foundAt) === at);
  const unkept = kind === "enriched" ? "imprint" : "email-finder";
  const { source = unkept, provider = null, url = null } = page ?? {};
  const origin = { source, provider, url, quote: null, foundAt: at, jobId };
  if (kind !== "enriched" || !JUDGED_FIELDS.some((judged) => judged === field)) return [origin];
  const { basis, model = null, passages = "[]" } = enrichment ?? {};
  const site = /^https?:/.test(row.website ?? "") ? row.website : `https://${row.domain}`;
  const judged = { ...origin, source: basis ?? "website", provider: model, url: site };
  const quoted = field === "salesScore" ? PassagesSchema.parse(JSON.parse(passages)) : [];
  return quoted.length === 0 ? [judged] : quoted.map((passage) => ({ ...judged, ...passage }));
}

/** Reads the events backwards: each has the new and the former value; the first source has the oldest ones. */
export function evidenceOf(record: LeadRecord): Evidence[] {
  const { row, events, sources } = record;
  const current = currentValues(row);
  const first = new Map<string, unknown>(current);
  const changedLater = new Set<string>();
  const found: Evidence[] = [];
  const undone = new Set(events.map(({ kind, jobId }) => kind === "import_undone" && jobId));
  for (const event of events) {
    const { changes, at: foundAt, actor, jobId } = event;
    for (const [name, { from, to }] of Object.entries(changes)) {
      const field = EVIDENCE_FIELDS.find(
        (known) => known === (name === "imprintName" ? "companyName" : name),
      );
      if (field === undefined) continue;
      const value = toValue(field, to);
      const person = { source: "manual", provider: actor, url: null, quote: null, foundAt, jobId };
      // Only the timeline has a person's older entries.
      const isOver = jobId === null ? changedLater.has(field) : value === null || undone.has(jobId);
      const origins = jobId === null ? [person] : originsOf(event, field, record);
      if (!isOver) found.push(...origins.map((origin) => ({ field, value, ...origin })));
      first.set(field, from);
      changedLater.add(field);
    }
  }
  const made = events.find(({ kind }) => kind === "created");
  const jobId = made?.jobId ?? null;
  const source = sources.find((entry) => entry.jobId === jobId) ?? (jobId ? undefined : sources[0]);
  const unknown = { source: row.sourceType, provider: null, url: null, quote: null, jobId };
  const origin = source ? sourceOrigin(source) : { ...unknown, foundAt: isoTime(row.createdAt) };
  for (const field of EVIDENCE_FIELDS) {
    const value = toValue(field, first.get(field));
    if (value !== null) found.push({ field, value, ...origin });
  }
  const kept = record.kept.flatMap(({ source, provider, jobId, url, facts, foundAt }) => {
    const own = sources.find((entry) => entry.jobId === jobId && entry.sourceType === source);
    const page = url ?? (own ? sourceOrigin(own).url : null);
    const origin = { source, provider, url: page, quote: null, foundAt: isoTime(foundAt), jobId };
    return FactsSchema.parse(JSON.parse(facts)).map(({ quote = null, ...fact }): Evidence => {
      return { ...fact, ...origin, quote };
    });
  });
  const keyOf = ({ field, value, jobId }: Evidence) => JSON.stringify([field, value, jobId]);
  const known = new Set(kept.map(keyOf));
  const rank = ({ field, value }: Evidence) =>
    2 * EVIDENCE_FIELDS.indexOf(field) +
    (JSON.stringify(value) === JSON.stringify(current.get(field)) ? 0 : 1);
  return [...kept, ...found.filter((entry) => !known.has(keyOf(entry)))].sort(
    (one, other) => rank(one) - rank(other) || other.foundAt.localeCompare(one.foundAt),
  );
}
