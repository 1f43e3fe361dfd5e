import { z } from "zod";
import type { Db } from "~db/client";
import { addEvidence, findEvidence } from "~db/queries/lead-evidence";
import { parseList } from "~db/queries/leads";
import type { LeadEvidenceRow, LeadRow } from "~db/schema";
import { isoTime } from "../../format/iso-time";
import type { Evidence, Fact } from "../lead-schema";
import { EVIDENCE_FIELDS, EvidenceSchema, parseImprint } from "../lead-schema";

const PageFact = EvidenceSchema.omit({ provider: true, foundAt: true, jobId: true });
export const FactsSchema = z.array(PageFact.partial({ source: true, url: true, quote: true }));
const LISTS: readonly string[] = ["emails", "phones", "topics", "management"];

function toValue(field: string, stored: unknown): Evidence["value"] {
  const list = LISTS.includes(field) && typeof stored === "string" ? parseList(stored) : stored;
  if (Array.isArray(list)) return list.length === 0 ? null : list.map(String);
  return typeof list === "number" || typeof list === "string" ? list || null : null;
}

/** @param values by field, as stored or as in a lead; other names are ignored */
export function toFacts(values: object): Fact[] {
  const known = new Map<string, unknown>(Object.entries(values));
  return EVIDENCE_FIELDS.flatMap((field) =>
    known.has(field) ? { field, value: toValue(field, known.get(field)) } : [],
  );
}

export function changedFacts(changes: Record<string, { to: unknown }>): Fact[] {
  return toFacts(Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])));
}

export function currentValues(row: LeadRow): Map<Fact["field"], Fact["value"]> {
  const facts = toFacts({ ...row, ...parseImprint(row.imprint) });
  return new Map(facts.map(({ field, value }) => [field, value]));
}

/**
 * Stores facts about a lead, one row per page. A fact may name its own page and source. Only a user's fact (without a
 * job) may be empty.
 */
export async function keepFacts(
  trx: Db,
  leadSeq: number,
  facts: readonly Fact[],
  { source, ...about }: Pick<LeadEvidenceRow, "source" | "provider" | "jobId" | "foundAt">,
): Promise<void> {
  const kept = facts.filter(({ value }) => value !== null || about.jobId === null);
  const pages = [...new Set(kept.map(({ url = null }) => url))].map((url) => {
    const onPage = kept.filter((fact) => (fact.url ?? null) === url);
    const own = JSON.stringify(onPage.map(({ url: _url, source: _source, ...fact }) => fact));
    return { leadSeq, url, facts: own, source: onPage[0]?.source ?? source, ...about };
  });
  await addEvidence(trx, pages);
}

/** Per field: current values first, then the newest. Leaves out outdated manual entries. */
export async function findLeadEvidence(db: Db, row: LeadRow): Promise<Evidence[]> {
  const current = currentValues(row);
  const isCurrent = ({ field, value }: Fact) =>
    JSON.stringify(value) === JSON.stringify(current.get(field));
  const kept = (await findEvidence(db, row.seq)).flatMap(({ facts, ...page }) => {
    const { source, provider, url, jobId } = page;
    const origin = { source, provider, url, foundAt: isoTime(page.foundAt), jobId };
    const parsed = FactsSchema.parse(JSON.parse(facts));
    return parsed.map(({ quote = null, ...fact }): Evidence => ({ ...fact, ...origin, quote }));
  });
  const evidence = kept.filter((entry) => entry.source !== "manual" || isCurrent(entry));
  const withEvidence = new Set(evidence.filter(isCurrent).map(({ field }) => field));
  const noOrigin = { provider: null, url: null, quote: null, jobId: null };
  for (const [field, value] of current) {
    if (value === null || withEvidence.has(field)) continue;
    const source = parseList(row.editedFields).includes(field) ? "manual" : row.sourceType;
    evidence.push({ field, value, source, ...noOrigin, foundAt: isoTime(row.createdAt) });
  }
  const rank = (entry: Evidence) =>
    2 * EVIDENCE_FIELDS.indexOf(entry.field) + (isCurrent(entry) ? 0 : 1);
  return evidence.sort(
    (one, other) => rank(one) - rank(other) || other.foundAt.localeCompare(one.foundAt),
  );
}
