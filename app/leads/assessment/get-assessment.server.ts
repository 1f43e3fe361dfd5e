import { z } from "zod";
import type { Db } from "~db/client";
import { findOpenReading, getLeadEnrichment } from "~db/queries/lead-enrichments";
import { parseList } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { isoTime } from "../../format/iso-time";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { parseUrl } from "../../text/parse-url";
import { JUDGED_FIELDS } from "../lead";

export const PassagesSchema = z.array(z.object({ quote: z.string(), url: z.string() }));

const PAIRS = [/„([^„“”"]{0,300})[“”]/g, /“([^„“”"]{0,300})”/g, /"([^„“”"]{0,300})"/g] as const;

export function nestQuotes(text: string): string {
  return PAIRS.reduce((rest, pair) => rest.replace(pair, "‚$1‘"), text);
}

/** „müller-bäder.de/impressum“: without scheme, query and trailing slash. */
export function pageName(address: string): string {
  const url = parseUrl(address);
  if (url === null) return address;
  return `${displayDomain(url.hostname)}${url.pathname.replace(/\/$/, "")}`;
}

export type Assessment = NonNullable<Awaited<ReturnType<typeof getAssessment>>>;

/** @returns null if no reading of the website exists or is queued */
export async function getAssessment(db: Db, lead: LeadRow) {
  const [row, openJobId = null] = await Promise.all([
    getLeadEnrichment(db, lead.seq),
    findOpenReading(db, lead.seq),
  ]);
  if (row === undefined && openJobId === null) return null;
  const edited = parseList(lead.editedFields);
  const passages = PassagesSchema.parse(JSON.parse(row?.passages ?? "[]"));
  return {
    /** Null until a reading succeeds. */
    basis: row?.basis ?? null,
    /** Readings never change these. */
    editedFields: JUDGED_FIELDS.filter((field) => edited.includes(field)),
    passages: passages.map(({ quote, url }) => ({
      quote,
      url,
      text: nestQuotes(quote),
      pageName: pageName(url),
    })),
    isSuspicious: row?.isSuspicious === 1,
    problem: row?.problem ?? null,
    note: row?.note ?? null,
    triedAt: isoTime(row?.triedAt ?? null),
    enrichedAt: isoTime(row?.enrichedAt ?? null),
    openJobId,
  };
}
