import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { addEvent, type LeadChange } from "~db/queries/leads";
import type { LeadEventsTable, LeadRow } from "~db/schema";

/** Who changes a lead, and when (milliseconds UTC). */
export interface ByWhom {
  actor: string;
  now: number;
}

export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

export function changesOf(change: LeadChange & { tags?: string[] }, before: LeadRow): FieldChanges {
  const old = new Map<string, unknown>([...Object.entries(before), ["tags", []]]);
  const { nameGuessed, ...told } = change;
  return Object.fromEntries(
    Object.entries(told).map(([field, to]) => [field, { from: old.get(field) ?? null, to }]),
  );
}

/** Adds an event to a lead's timeline. */
export async function recordEvent(
  trx: Db,
  lead: LeadRow,
  kind: LeadEventsTable["kind"],
  changes: FieldChanges,
  { actor, now, jobId = null }: ByWhom & { jobId?: string | null },
): Promise<void> {
  await addEvent(trx, {
    id: uuid(),
    leadSeq: lead.seq,
    at: now,
    actor,
    kind,
    changes: JSON.stringify(changes),
    jobId,
  });
}
