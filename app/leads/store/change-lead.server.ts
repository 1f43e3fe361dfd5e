import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import type { Action } from "~db/queries/actions";
import { addEvents, type LeadChange, parseContacts, parseList } from "~db/queries/leads";
import type { LeadEventRow, LeadRow } from "~db/schema";
import { isoTime } from "../../format/iso-time";
import { changedFacts, keepFacts } from "../evidence/lead-evidence.server";
import { FIELD_NAMES } from "../lead";
import { parseImprint } from "../lead-schema";

/** Who acts, when (milliseconds UTC), and as which undoable action. */
export interface Author {
  actor: string;
  now: number;
  action?: Action | undefined;
  /** An undo adds the fields that it keeps because they changed meanwhile, or their values are blocked or taken. */
  left?: { seq: number; field: string; isBlocked: boolean }[];
}

export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

/** Compares a change with the row. Each part of the Impressum counts as a field. */
export function changesOf(change: LeadChange & { tags?: string[] }, before: LeadRow): FieldChanges {
  const { nameGuessed, imprint, ...columns } = change;
  const parts = (json: string | null) => (imprint === undefined ? {} : parseImprint(json));
  const old = new Map<string, unknown>([["tags", []], ...Object.entries(parts(before.imprint))]);
  const own: Partial<Record<string, unknown>> = before;
  const changes: FieldChanges = {};
  for (const [field, next] of Object.entries({ ...columns, ...parts(imprint ?? null) })) {
    const values = [own[field] ?? old.get(field) ?? null, next];
    const [from, to] = values.map((value) => {
      if (field === "contacts") return parseContacts(String(value));
      if (field === "topics") return parseList(String(value));
      return field === "followUpAt" && value !== null ? isoTime(Number(value)) : value;
    });
    if (JSON.stringify(from) !== JSON.stringify(to)) changes[field] = { from, to };
  }
  return changes;
}

export function toColumn([field, value]: [string, unknown]) {
  if (Array.isArray(value)) return [field, JSON.stringify(value)];
  if (typeof value === "boolean") return [field, value ? 1 : 0];
  return [field, field.endsWith("At") && value ? Date.parse(String(value)) : value];
}

/** Changes outside a job come from a user, and are also stored as manual evidence. */
export async function recordEvent(
  trx: Db,
  lead: LeadRow,
  kind: LeadEventRow["kind"],
  changes: FieldChanges,
  { actor, now, action, jobId = null }: Author & { jobId?: string | null },
): Promise<void> {
  const event = { leadSeq: lead.seq, changes: JSON.stringify(changes) };
  await addEvents(trx, { at: now, actor, kind, jobId, action }, [event]);
  if (jobId !== null) return;
  const origin = { source: "manual", provider: actor, jobId, foundAt: now };
  await keepFacts(trx, lead.seq, changedFacts(changes), origin);
}

export function editAction(changes: object, kind: LeadEventRow["kind"] = "updated"): Action {
  const names = Object.entries(FIELD_NAMES).flatMap(([field, name]) =>
    field in changes ? name : [],
  );
  const text = kind === "created" ? "Lead angelegt" : `${names.join(", ") || "Angaben"} geändert`;
  return { id: uuid(), text, isUndo: 0 };
}
