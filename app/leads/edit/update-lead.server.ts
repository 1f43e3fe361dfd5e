import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { e164Of } from "~db/phone-number";
import { findNotes, type LeadNote, noteText, replaceNotes } from "~db/queries/lead-notes";
import {
  findTags,
  getLeadById,
  insertLead,
  type LeadChange,
  parseList,
  setTags,
  spellTags,
  updateLead,
} from "~db/queries/leads";
import { getUserByName } from "~db/queries/users";
import type { LeadRow } from "~db/schema";
import type { Channel } from "~db/schema/leads";
import { isoTime } from "../../format/iso-time";
import { conflict, invalid, Refusal } from "../../refusal";
import { addressLine } from "../../text/address-line";
import { displayDomain } from "../domain-key.server";
import { federalStateOf } from "../federal-state-of.server";
import { entityTag } from "../get-lead.server";
import { CONTACT_FIELDS, type Lead } from "../lead";
import { toLead } from "../lead-json.server";
import { instant } from "../list/find-leads.server";
import {
  type ByWhom,
  editOf,
  type FieldChanges,
  recordEvent,
  toColumn,
} from "../store/change-lead.server";
import { CONTACTED_TAG } from "../tag";
import { freeDomain } from "./free-domain.server";
import { formFieldOf, type LeadFormValues, toFormTexts } from "./lead-form";
import type { LeadPatch } from "./lead-patch";

const STALE =
  "Der Lead wurde inzwischen geändert. Bitte neu laden, die Änderung ansehen und dann entscheiden.";

const NOT_OWN = "Ändern lassen sich nur eigene Notizen, die es noch gibt.";

export interface PatchOptions extends ByWhom {
  /** The `If-Match` header: the change is refused when none of its entity tags is the lead's. */
  ifMatch?: string | null;
  /** The form's values when it was shown: a field that has another one by now is not overwritten. */
  seen?: LeadFormValues;
  /** In which a day begins. */
  timeZone: string;
  kind?: "created" | "updated";
  /** A note to add, to change where it names one, or to take away where it says nothing. */
  note?: { id: string | null; text: string | null; channel: Channel | null };
}

/** Addresses of which the first is the one to write to, whichever of the two a patch names. */
function mergeEmails(current: Lead, { email, emails }: LeadPatch) {
  if (email === undefined && emails === undefined) return {};
  const old = current.email;
  const kept = emails ?? current.emails.flatMap((one) => (one === old ? (email ?? []) : one));
  const first = email !== undefined ? email : old && !kept.includes(old) ? (kept[0] ?? null) : old;
  return { email: first, emails: [...new Set(first === null ? kept : [first, ...kept])] };
}

/** Its one line, its state and its place on the map follow the parts of an address. */
function mergeAddress(current: Lead, next: Lead, patch: LeadPatch): Partial<Lead> {
  const isMoved = (["postalCode", "city", "country"] as const).some(
    (part) => current[part] !== next[part],
  );
  const line = isMoved || current.street !== next.street ? { address: addressLine(next) } : {};
  if (!isMoved) return line;
  const { country, postalCode, city } = next;
  const { federalState = federalStateOf({ country, postalCode, city }) } = patch;
  return { ...line, federalState, latitude: null, longitude: null };
}

/** A lead's values after a merge patch. Approving sets the time of the approval, and a time approves. */
function merge(
  current: Lead,
  patch: LeadPatch,
  { now, timeZone }: Pick<PatchOptions, "now" | "timeZone">,
): Lead {
  const next = { ...current, ...patch, ...mergeEmails(current, patch) };
  // The API gives numbers without their extensions; what comes back so is the same number.
  const persons = current.contacts.map(({ phone }) => phone);
  const known = new Map(
    [...current.phones, ...persons, current.phone].map((one) => [e164Of(one ?? ""), one]),
  );
  const numberOf = <N extends string | null>(number: N) => known.get(number ?? "") ?? number;
  next.phone = numberOf(next.phone);
  next.phones = next.phones.map((number) => known.get(number) ?? number);
  next.contacts = next.contacts.map((one) => ({ ...one, phone: numberOf(one.phone) }));
  Object.assign(next, mergeAddress(current, next, patch));
  if (patch.followUpAt) next.followUpAt = isoTime(instant(patch.followUpAt, timeZone, 0));
  if (patch.approvedAt !== undefined) return { ...next, approved: patch.approvedAt !== null };
  if (patch.approved === undefined) return next;
  return { ...next, approvedAt: next.approved ? (current.approvedAt ?? isoTime(now)) : null };
}

/** The domain that a patch gives a lead, and the website where that was of the former domain. */
async function mergeDomain(trx: Db, current: Lead, next: Lead, patch: LeadPatch) {
  const { domain, website } = current;
  const { domain: address = next.website } = patch;
  const isNamed = patch.domain !== undefined;
  if (address === null || (!isNamed && address === website)) return {};
  const key = await freeDomain(trx, isNamed ? "domain" : "website", address, domain);
  const isStale = key !== domain && website !== null && next.website === website;
  return { domain: key, ...(isStale ? { website: `https://${displayDomain(key)}` } : {}) };
}

/** @throws Refusal 422 for who can't sign in */
async function mergeOwner(trx: Db, { owner }: LeadPatch, actor: string): Promise<Partial<Lead>> {
  if (!owner) return {};
  const user = await getUserByName(trx, foldText(owner));
  if (user?.disabledAt === null) return { owner: user.name };
  if (foldText(owner) === foldText(actor)) return { owner: actor };
  throw invalid("owner", `„${owner}“ kann nicht zuständig sein: kein Benutzer heißt so.`);
}

/**
 * The entry that a note becomes, and which it replaces.
 *
 * @throws Refusal 409 for somebody else's
 */
async function changedEntries(
  trx: Db,
  { seq }: LeadRow,
  { actor, now, note }: PatchOptions,
): Promise<{ from: LeadNote[]; to: LeadNote[] } | undefined> {
  if (note === undefined) return undefined;
  const { id, text, channel } = note;
  const old = id === null ? null : (await findNotes(trx, seq)).find((entry) => entry.id === id);
  if (id !== null && old?.actor !== actor) throw conflict(NOT_OWN);
  const entry = { id: uuid(), at: now, actor, channel, ...old, text: text ?? "" };
  return { from: old ? [old] : [], to: text || (channel && !old) ? [entry] : [] };
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** No search sets these, so that nothing has to be kept from it. */
const NEVER_FOUND = ["tags", "approved", "approvedAt", "owner", "followUpAt"];

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
 * @throws Refusal when somebody else changed it meanwhile: 412 for `ifMatch`, 409 for `seen`; 422 for a domain or owner
 *   that can't be, 409 for a domain that another lead has
 */
export async function patchLead(
  db: Db,
  id: string,
  patch: LeadPatch,
  options: PatchOptions,
): Promise<LeadRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await getLeadById(trx, id);
    return row && applyPatch(trx, row, patch, options);
  });
}

/** Makes a lead by hand, of its domain, website or email address. @throws Refusal as a change of these does */
export function createLead(db: Db, said: LeadPatch, options: PatchOptions): Promise<LeadRow> {
  const { now: createdAt } = options;
  const field = (["domain", "website", "email"] as const).find((name) => said[name]) ?? "domain";
  return db.transaction().execute(async (trx) => {
    const domain = await freeDomain(trx, field, said[field] ?? "");
    const key = { id: uuid(), domain, sourceType: "manual" } as const;
    const rest = { emails: "[]", topics: "[]", createdAt, updatedAt: createdAt };
    const row = await insertLead(trx, { ...key, ...rest });
    return applyPatch(trx, row, { ...said, domain }, { ...options, kind: "created" });
  });
}

/** Changes a lead within the caller's transaction. */
async function applyPatch(
  trx: Db,
  row: LeadRow,
  patch: LeadPatch,
  options: PatchOptions,
): Promise<LeadRow> {
  const { actor, now, ifMatch, seen = {}, timeZone, kind = "updated", note } = options;
  assertFresh(row, ifMatch);
  const isTagged = patch.tags !== undefined || Boolean(note?.channel);
  const tags = (isTagged && (await findTags(trx, [row.seq])).get(row.seq)) || [];
  // SQLite sorts some characters in another order than a patch does.
  const current = { ...toLead(row, tags.sort()), domain: row.domain };
  const given = patch.tags ?? [...tags, CONTACTED_TAG];
  const wanted = isTagged && { tags: (await spellTags(trx, given)).sort() };
  const next = merge(current, { ...patch, ...wanted }, { now, timeZone });
  Object.assign(next, await mergeDomain(trx, current, next, patch));
  if (patch.owner !== current.owner) Object.assign(next, await mergeOwner(trx, patch, actor));
  const entries = await changedEntries(trx, row, options);
  if (entries) next.notes = await replaceNotes(trx, row.seq, entries);
  const before = new Map<string, unknown>(Object.entries(current));
  const changed = Object.entries(next).filter(([field, to]) => differs(before.get(field), to));
  const changes: FieldChanges = Object.fromEntries(
    changed.map(([field, to]) => [field, { from: before.get(field), to }]),
  );
  // As texts: a stored value may be older than the rules for new ones, and must not count as another for that.
  const texts = toFormTexts(current, timeZone);
  const errors = changed.flatMap(([column]) => {
    const path = formFieldOf(column);
    if (path === undefined || (seen[path] ?? texts[path]) === texts[path]) return [];
    return {
      path,
      message: `Inzwischen steht hier „${texts[path]?.replace(/\s+/g, " ")}“. Speichern ersetzt es.`,
    };
  });
  if (errors.length > 0) throw new Refusal(409, STALE, { errors });
  if (changed.length === 0 && kind === "updated") return row;
  if (changes.tags) await setTags(trx, new Map([[row.seq, next.tags]]));
  if (changes.notes) {
    changes.noteEntries = entries ?? (await noteText(trx, row, next.notes, { at: now, actor }));
  }
  const edited = changed.flatMap(([field]) => (NEVER_FOUND.includes(field) ? [] : field));
  const persons = changes.contacts ? CONTACT_FIELDS : [];
  const own = parseList(row.editedFields);
  const fields = new Set([...own, ...edited, ...persons]);
  if (fields.size > own.length) changes.editedFields = { from: own, to: [...fields] };
  const { tags: _, ...columns } = Object.fromEntries(changed.map(toColumn));
  const change: LeadChange = { ...columns, editedFields: JSON.stringify([...fields]) };
  if (changes.companyName) change.nameGuessed = null;
  const lead = await updateLead(trx, row, change, now);
  for (const field of persons) {
    const [from, to] = [row[field], lead[field]];
    if (from !== to) changes[field] = { from, to };
  }
  const action = options.action ?? editOf(changes, kind);
  await recordEvent(trx, lead, kind, changes, { actor, now, action });
  return lead;
}
