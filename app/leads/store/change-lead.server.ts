import type { Db } from "~db/client";
import { addEvents, type LeadChange } from "~db/queries/leads";
import type { LeadEventsTable, LeadRow } from "~db/schema";
import { parseImprint } from "../lead-schema.server";

/** Who changes a lead, and when (milliseconds UTC). */
export interface ByWhom {
  actor: string;
  now: number;
}

export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

/** What a change makes another; the parts of the Impressum by themselves. */
export function changesOf(change: LeadChange & { tags?: string[] }, before: LeadRow): FieldChanges {
  const { nameGuessed, imprint, ...columns } = change;
  const parts = (json: string | null) => (imprint === undefined ? {} : parseImprint(json));
  const old = new Map<string, unknown>([["tags", []], ...Object.entries(parts(before.imprint))]);
  const own: Partial<Record<string, unknown>> = before;
  const changes: FieldChanges = {};
  for (const [field, to] of Object.entries({ ...columns, ...parts(imprint ?? null) })) {
    const from = own[field] ?? old.get(field) ?? null;
    if (JSON.stringify(from) !== JSON.stringify(to)) changes[field] = { from, to };
  }
  return changes;
}

/** Adds an event to a lead's timeline. */
export async function recordEvent(
  trx: Db,
  lead: LeadRow,
  kind: LeadEventsTable["kind"],
  changes: FieldChanges,
  { actor, now, jobId = null }: ByWhom & { jobId?: string | null },
): Promise<void> {
  const event = { leadSeq: lead.seq, changes: JSON.stringify(changes) };
  await addEvents(trx, { at: now, actor, kind, jobId }, [event]);
}
