import type { Db } from "~db/client";
import { e164Of } from "~db/phone-number";
import { findEvents, findTags, getFirstPayload, parseContacts, parseList } from "~db/queries/leads";
import type { LeadEventRow, LeadRow } from "~db/schema";
import { isoTime } from "../format/iso-time";
import { displayDomain } from "../reading/companies/domain-key.server";
import type { Lead, LeadEvent } from "./lead-schema";
import { LeadEventSchema, parseImprint } from "./lead-schema";

function parseRecord(json: string | undefined): Record<string, unknown> {
  const value: unknown = json === undefined ? {} : JSON.parse(json);
  return value !== null && typeof value === "object" && !Array.isArray(value) ? { ...value } : {};
}

export function toLead(row: LeadRow, tags: string[]): Lead {
  const { seq, phoneDisplay, contacted, favorite, editedFields, nameGuessed, version, ...rest } =
    row;
  const { nameKey, domainKey, cityKey, termKey, scoreKey, adObjection, adObjectionUrl, ...lead } =
    rest;
  return {
    ...lead,
    domain: displayDomain(row.domain),
    emails: parseList(row.emails),
    phones: parseList(row.phones),
    topics: parseList(row.topics),
    contacts: parseContacts(row.contacts),
    followUpAt: isoTime(row.followUpAt),
    imprint: row.imprint === null ? null : parseImprint(row.imprint),
    adObjection: adObjection === null ? null : { text: adObjection, url: adObjectionUrl ?? "" },
    tags,
    source: {},
    approved: row.approved === 1,
    approvedAt: isoTime(row.approvedAt),
    doNotContact: null,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}

export async function toWholeLead(db: Db, row: LeadRow): Promise<Lead> {
  const [tags, payload] = await Promise.all([
    findTags(db, [row.seq]),
    getFirstPayload(db, row.seq),
  ]);
  return { ...toLead(row, tags.get(row.seq) ?? []), source: parseRecord(payload) };
}

/** The API returns numbers without extensions; pages show extensions. */
export function withE164<L extends Pick<Lead, "phone" | "phones" | "contacts">>(lead: L): L {
  const dial = (phone: string | null) => phone && e164Of(phone);
  const contacts = lead.contacts.map((one) => ({ ...one, phone: dial(one.phone) }));
  return { ...lead, phone: dial(lead.phone), phones: lead.phones.map(e164Of), contacts };
}

function toLeadEvent({ id, at, actor, kind, changes, jobId }: LeadEventRow): LeadEvent {
  const { editedFields, nameGuessed, imprint, ...read } = LeadEventSchema.shape.changes.parse(
    JSON.parse(changes),
  );
  return { id, at: isoTime(at), actor, kind, changes: read, jobId };
}

export async function findLeadEvents(db: Db, seq: number): Promise<LeadEvent[]> {
  return (await findEvents(db, seq)).map(toLeadEvent);
}
