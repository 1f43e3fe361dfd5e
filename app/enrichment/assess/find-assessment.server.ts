import { z } from "zod";
import type { Db } from "~db/client";
import { findOpenReading, getLeadEnrichment } from "~db/queries/lead-enrichments";
import type { Assessment } from "./assessment";

const PassagesSchema = z.array(z.object({ quote: z.string(), url: z.string() }));

function isoTime(milliseconds: number | null | undefined): string | null {
  return milliseconds == null ? null : new Date(milliseconds).toISOString();
}

/** What reading a lead's website brought; null where nobody read it yet, nor is about to. */
export async function findAssessment(db: Db, leadSeq: number): Promise<Assessment | null> {
  const [row, openJobId = null] = await Promise.all([
    getLeadEnrichment(db, leadSeq),
    findOpenReading(db, leadSeq),
  ]);
  if (row === undefined && openJobId === null) return null;
  return {
    basis: row?.basis ?? null,
    passages: PassagesSchema.parse(JSON.parse(row?.passages ?? "[]")),
    isSuspicious: row?.isSuspicious === 1,
    problem: row?.problem ?? null,
    triedAt: isoTime(row?.triedAt),
    enrichedAt: isoTime(row?.enrichedAt),
    openJobId,
  };
}
