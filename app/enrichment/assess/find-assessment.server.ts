import { z } from "zod";
import type { Db } from "~db/client";
import { findOpenReading, getLeadEnrichment } from "~db/queries/lead-enrichments";
import { findLeadsBySeq } from "~db/queries/lead-list";
import { parseList } from "~db/queries/leads";
import type { Assessment } from "./assessment";
import { JUDGED_FIELDS } from "./basis-text";
import { pageName, quoteInside } from "./passage-text.server";

const PassagesSchema = z.array(z.object({ quote: z.string(), url: z.string() }));

function isoTime(milliseconds: number | null | undefined): string | null {
  return milliseconds == null ? null : new Date(milliseconds).toISOString();
}

/** What reading a lead's website brought; null where nobody read it yet, nor is about to. */
export async function findAssessment(db: Db, leadSeq: number): Promise<Assessment | null> {
  const [row, openJobId = null, [lead]] = await Promise.all([
    getLeadEnrichment(db, leadSeq),
    findOpenReading(db, leadSeq),
    findLeadsBySeq(db, [leadSeq]),
  ]);
  if (row === undefined && openJobId === null) return null;
  const edited = parseList(lead?.editedFields ?? "[]");
  const passages = PassagesSchema.parse(JSON.parse(row?.passages ?? "[]"));
  return {
    basis: row?.basis ?? null,
    editedFields: JUDGED_FIELDS.filter((field) => edited.includes(field)),
    passages: passages.map(({ quote, url }) => ({
      quote,
      url,
      text: quoteInside(quote),
      pageName: pageName(url),
    })),
    isSuspicious: row?.isSuspicious === 1,
    problem: row?.problem ?? null,
    triedAt: isoTime(row?.triedAt),
    enrichedAt: isoTime(row?.enrichedAt),
    openJobId,
  };
}
