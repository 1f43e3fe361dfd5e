import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { e164Of } from "~db/phone-number";
import { findNotes, type LeadNote, replaceNotes, saveNoteText } from "~db/queries/lead-notes";
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
import { displayDomain } from "../../reading/companies/domain-key.server";
import { addressLine } from "../../reading/places/address-line";
import { federalStateOf } from "../../reading/places/federal-state-of.server";
import { conflict, invalid, Refusal } from "../../refusal";
import { entityTag } from "../get-lead.server";
import { CONTACT_FIELDS } from "../lead";
import { toLead } from "../lead-json.server";
import type { Lead } from "../lead-schema";
import { instant } from "../list/find-leads.server";
import { refuseBlocked } from "../store/blocked-companies.server";
import {
  type Author,
  editAction,
  type FieldChanges,
  recordEvent,
  toColumn,
} from "../store/change-lead.server";
import { CONTACTED_TAG } from "../tag";
import { requireFreeDomain } from "./free-domain.server";
import { formFieldOf, type LeadFormValues, toFormTexts } from "./lead-form";
import type { LeadPatch } from "./lead-patch";

const STALE =
  "Der Lead wurde inzwischen geändert. Bitte neu laden, die Änderung ansehen und dann entscheiden.";

const NOT_OWN = "Ändern lassen sich nur eigene Notizen, die es noch gibt.";

export interface PatchOptions extends Author {
  /** The `If-Match` header (RFC 9110, 13.1.1). */
  ifMatch?: string | null;
  /** The form's values when it was shown; a field that changed since is not overwritten. */
  seen?: LeadFormValues;
  timeZone: string;
  kind?: "created" | "updated";
  /** Adds a note. With an id it changes that note; without a text it removes it. */
  note?: { id: string | null; text: string | null; channel: Channel | null };
}

const TOWN = ["country", "postalCode", "city"] as const;

function nextValues(
  current: Lead,
  patch: LeadPatch,
  { now, timeZone }: Pick<PatchOptions, "now" | "timeZone">,
): Lead {
  const next = { ...current, ...patch };
  if (patch.email !== undefined || patch.emails !== undefined) {
    // The main address comes first in `emails`, whichever field the patch sets.
    const { email: old } = current;
    const { email = old, emails } = patch;
    const kept = emails ?? current.emails.flatMap((one) => (one === old ? (email ?? []) : one));
    const isLost = patch.email === undefined && old !== null && !kept.includes(old);
    next.email = isLost ? (kept[0] ?? null) : email;
    next.emails = [...new Set(next.email === null ? kept : [next.email, ...kept])];
  }
  // The API omits extensions, so a number sent back without one is unchanged.
  const persons = current.contacts.map(({ phone }) => phone);
  const known = new Map(
    [...current.phones, ...persons, current.phone].map((one) => [e164Of(one ?? ""), one]),
  );
  const numberOf = <N extends string | null>(number: N) => known.get(number ?? "") ?? number;
  next.phone = numberOf(next.phone);
  next.phones = next.phones.map((number) => known.get(number) ?? number);
  next.contacts = next.contacts.map((one) => ({ ...one, phone: numberOf(one.phone) }));
  const { country, postalCode, city } = next;
  const isMoved = TOWN.some((part) => next[part] !== current[part]);
  if (isMoved || current.street !== next.street) next.address = addressLine(next);
  if (isMoved) {
    if (patch.federalState === undefined) {
      next.federalState = federalStateOf({ country, postalCode, city });
    }
    next.latitude = null;
    next.longitude = null;
  }
  if (patch.followUpAt) next.followUpAt = isoTime(instant(patch.followUpAt, timeZone, 0));
  if (patch.approvedAt !== undefined) next.approved = patch.approvedAt !== null;
  else if (patch.approved === true) next.approvedAt = current.approvedAt ?? isoTime(now);
  else if (patch.approved === false) next.approvedAt = null;
  return next;
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** Searches never set these. */
const NEVER_FOUND = ["tags", "approved", "approvedAt", "owner", "followUpAt"];

/** @throws Refusal 412 with the current entity tag */
export function assertFresh(row: LeadRow, ifMatch: string | null | undefined): void {
  if (typeof ifMatch !== "string" || ifMatch.trim() === "*") return;
  if (ifMatch.split(",").some((tag) => tag.trim() === entityTag(row))) return;
  throw new Refusal(412, STALE, { headers: { etag: entityTag(row) } });
}

/**
 * A patch without changes writes nothing.
 * @throws Refusal 412 for a stale `ifMatch`, 409 for a stale `seen` or a taken domain, 422 for a bad domain or owner
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

export function createLead(db: Db, patch: LeadPatch, options: PatchOptions): Promise<LeadRow> {
  const { now: createdAt } = options;
  const field = (["domain", "website", "email"] as const).find((name) => patch[name]) ?? "domain";
  return db.transaction().execute(async (trx) => {
    const domain = await requireFreeDomain(trx, field, patch[field] ?? "");
    const key = { id: uuid(), domain, sourceType: "manual" } as const;
    const rest = { emails: "[]", topics: "[]", createdAt, updatedAt: createdAt };
    const row = await insertLead(trx, { ...key, ...rest });
    return applyPatch(trx, row, { ...patch, domain }, { ...options, kind: "created" });
  });
}

/** @throws Refusal 422 unless an active user or the actor has the name */
export async function findOwner(db: Db, name: string, actor: string): Promise<string> {
  const user = await getUserByName(db, foldText(name));
  if (user?.disabledAt === null) return user.name;
  if (foldText(name) === foldText(actor)) return actor;
  throw invalid("owner", `„${name}“ kann nicht zuständig sein: kein Benutzer heißt so.`);
}

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
  // SQLite orders some characters differently than JavaScript.
  const current = { ...toLead(row, tags.sort()), domain: row.domain };
  const given = patch.tags ?? [...tags, CONTACTED_TAG];
  const wanted = isTagged && { tags: (await spellTags(trx, given)).sort() };
  const next = nextValues(current, { ...patch, ...wanted }, { now, timeZone });
  const { domain: address = next.website } = patch;
  if (address !== null && (patch.domain !== undefined || address !== current.website)) {
    const field = patch.domain === undefined ? "website" : "domain";
    next.domain = await requireFreeDomain(trx, field, address, current.domain);
    const isStale = next.domain !== current.domain && next.website === current.website;
    if (isStale && next.website !== null) next.website = `https://${displayDomain(next.domain)}`;
  }
  if (patch.owner && patch.owner !== current.owner) {
    next.owner = await findOwner(trx, patch.owner, actor);
  }
  let entries: { from: LeadNote[]; to: LeadNote[] } | undefined;
  if (note !== undefined) {
    const { id, text, channel } = note;
    const old = (await findNotes(trx, row.seq)).find((entry) => entry.id === id);
    if (id !== null && old?.actor !== actor) throw conflict(NOT_OWN);
    const entry = { id: uuid(), at: now, actor, channel, ...old, text: text ?? "" };
    entries = { from: old ? [old] : [], to: text || (channel && !old) ? [entry] : [] };
    next.notes = await replaceNotes(trx, row.seq, entries);
  }
  const { adObjection, adObjectionUrl } = row;
  const before = new Map<string, unknown>(
    Object.entries({ ...current, adObjection, adObjectionUrl }),
  );
  const objection =
    patch.adObjection === null
      ? { adObjection: null, adObjectionUrl: null }
      : { adObjection, adObjectionUrl };
  const changed = Object.entries({ ...next, ...objection }).filter(([field, to]) =>
    differs(before.get(field), to),
  );
  const changes: FieldChanges = Object.fromEntries(
    changed.map(([field, to]) => [field, { from: before.get(field), to }]),
  );
  // Compared as form texts, since stored values may predate the current rules.
  const texts = toFormTexts(current, timeZone);
  const errors = changed.flatMap(([column]) => {
    const path = formFieldOf(column);
    if (path === undefined || (seen[path] ?? texts[path]) === texts[path]) return [];
    return {
      path,
      message: `Inzwischen steht hier „${texts[path]?.trim().replace(/\s+/g, " ")}“. Speichern ersetzt es.`,
    };
  });
  if (errors.length > 0) throw new Refusal(409, STALE, { errors });
  if (changed.length === 0 && kind === "updated") return row;
  if (changes.tags) await setTags(trx, new Map([[row.seq, next.tags]]));
  if (changes.notes) {
    changes.noteEntries = entries ?? (await saveNoteText(trx, row, next.notes, { at: now, actor }));
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
  await refuseBlocked(trx, row, lead, patch);
  for (const field of persons) {
    const [from, to] = [row[field], lead[field]];
    if (from !== to) changes[field] = { from, to };
  }
  const action = options.action ?? editAction(changes, kind);
  await recordEvent(trx, lead, kind, changes, { actor, now, action });
  return lead;
}
