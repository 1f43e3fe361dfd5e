import type { Db } from "~db/client";
import { e164Of } from "~db/phone-number";
import {
  findTags,
  getLeadById,
  parseList,
  setTags,
  spellTags,
  updateLead,
} from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { isoTime } from "../../format/iso-time";
import { conflict, Refusal } from "../../refusal";
import { entityTag } from "../get-lead.server";
import { type ByWhom, recordEvent } from "../store/change-lead.server";
import {
  LEAD_FORM_FIELDS,
  type LeadFormField,
  type LeadFormValues,
  toFieldText,
} from "./lead-form";
import { type LeadPatch, LeadPatchSchema } from "./lead-patch";

type PatchableValues = ReturnType<typeof patchableValues>;
type PatchableField = keyof PatchableValues;

const STALE =
  "Der Lead wurde inzwischen geändert. Bitte neu laden, die Änderung ansehen und dann entscheiden.";

export interface PatchOptions extends ByWhom {
  /** The `If-Match` header: the change is refused when none of its entity tags is the lead's. */
  ifMatch?: string | null;
  /** The form's values when it was shown: a field that has another one by now is not overwritten. */
  seen?: LeadFormValues;
}

function patchableValues(row: LeadRow, tags: string[]) {
  return {
    status: row.status,
    priority: row.priority,
    tags,
    notes: row.notes,
    phone: row.phone,
    phones: parseList(row.phones),
    companyType: row.companyType,
    topics: parseList(row.topics),
    salesScore: row.salesScore,
    salesReason: row.salesReason,
    offerPackage: row.offerPackage,
    approved: row.approved === 1,
    approvedAt: isoTime(row.approvedAt),
  };
}

/** A lead's values after a merge patch. Approving sets the time of the approval, and a time approves. */
function merge(current: PatchableValues, patch: LeadPatch, now: number): PatchableValues {
  const next = { ...current, ...patch };
  // The API gives numbers without their extensions; what comes back so is the same number.
  const known = new Map(
    [...current.phones, current.phone ?? ""].map((stored) => [e164Of(stored), stored]),
  );
  next.phone = next.phone && (known.get(next.phone) ?? next.phone);
  next.phones = next.phones.map((number) => known.get(number) ?? number);
  if (patch.approvedAt !== undefined) return { ...next, approved: patch.approvedAt !== null };
  if (patch.approved === undefined) return next;
  return { ...next, approvedAt: next.approved ? (current.approvedAt ?? isoTime(now)) : null };
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** As texts: a stored value may be older than the rules for new ones, and must not count as another for that. */
function isAsSeen(current: PatchableValues, seen: LeadFormValues, field: LeadFormField): boolean {
  return seen[field] === undefined || seen[field] === toFieldText(current[field]);
}

const FIELDS = LeadPatchSchema.keyof().options;
/** No search sets these, so that nothing has to be kept from it. */
const NEVER_FOUND: readonly PatchableField[] = ["tags", "approved", "approvedAt"];

/** RFC 9110, 13.1.1: a list of entity tags, or „*“ for any. */
function isMatched(ifMatch: string, row: LeadRow): boolean {
  if (ifMatch.trim() === "*") return true;
  return ifMatch.split(",").some((tag) => tag.trim() === entityTag(row));
}

/** @throws Refusal 412 with the entity tag that holds now */
export function assertFresh(row: LeadRow, ifMatch: string | null | undefined): void {
  if (typeof ifMatch !== "string" || isMatched(ifMatch, row)) return;
  throw new Refusal(412, STALE, { headers: { etag: entityTag(row) } });
}

/**
 * Changes what people set of a lead. A patch that changes nothing leaves no trace.
 *
 * @returns the lead as it is then; undefined when there is none of that id
 * @throws Refusal when somebody else changed it meanwhile: 412 for `ifMatch`, 409 for `seen`
 */
export async function patchLead(
  db: Db,
  id: string,
  patch: LeadPatch,
  { actor, now, ifMatch, seen = {} }: PatchOptions,
): Promise<LeadRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await getLeadById(trx, id);
    if (row === undefined) return undefined;
    assertFresh(row, ifMatch);
    const known = patch.tags === undefined ? undefined : await findTags(trx, [row.seq]);
    const tags = known?.get(row.seq) ?? [];
    // SQLite sorts some characters in another order than a patch does.
    const current = patchableValues(row, tags.sort());
    const wanted = patch.tags && { tags: (await spellTags(trx, patch.tags)).sort() };
    const next = merge(current, { ...patch, ...wanted }, now);
    const changed = FIELDS.filter((field) => differs(current[field], next[field]));
    if (
      LEAD_FORM_FIELDS.some((field) => changed.includes(field) && !isAsSeen(current, seen, field))
    )
      throw conflict(STALE);
    if (changed.length === 0) return row;
    const { tags: nextTags, topics, phones, approved, approvedAt, ...values } = next;
    if (changed.includes("tags")) await setTags(trx, row.seq, nextTags);
    const edited = changed.filter((field) => !NEVER_FOUND.includes(field));
    const lead = await updateLead(
      trx,
      row,
      {
        ...values,
        topics: JSON.stringify(topics),
        phones: JSON.stringify(phones),
        approved: approved ? 1 : 0,
        approvedAt: approvedAt === null ? null : Date.parse(approvedAt),
        editedFields: JSON.stringify([...new Set([...parseList(row.editedFields), ...edited])]),
      },
      now,
    );
    const changes = Object.fromEntries(
      changed.map((field) => [field, { from: current[field], to: next[field] }]),
    );
    await recordEvent(trx, lead, "updated", changes, { actor, now });
    return lead;
  });
}
