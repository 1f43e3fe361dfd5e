import { sql } from "kysely";
import type { Db } from "../client";
import { e164Of } from "../phone-number";
import type { LeadContact, LeadRow } from "../schema";
import { insertRows } from "./insert-rows";
import { findPage } from "./read-pages";
import { listed } from "./read-rows";
import { parseContacts, parseList } from "./search-index";

export type DomainList = "blockedDomains" | "allowedDomains";

const findIn = (list: DomainList) => async (db: Db, domains: readonly string[]) => {
  if (domains.length === 0) return new Set<string>();
  const query = db.selectFrom(list).select("domain").where("domain", "in", listed(domains));
  return new Set((await query.execute()).map(({ domain }) => domain));
};

const addTo =
  (list: DomainList) =>
  async (db: Db, domain: string, { at, actor }: { at: number; actor: string }) => {
    const query = db.insertInto(list).values({ domain, createdAt: at, createdBy: actor });
    await query.onConflict((conflict) => conflict.column("domain").doNothing()).execute();
  };

/** @returns false for a domain that is not listed */
const removeFrom = (list: DomainList) => async (db: Db, domain: string) => {
  const query = db.deleteFrom(list).where("domain", "=", domain);
  return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0;
};

export const findBlockedDomains = findIn("blockedDomains");
export const blockDomain = addTo("blockedDomains");
export const unblockDomain = removeFrom("blockedDomains");
export const findAllowedDomains = findIn("allowedDomains");
export const allowDomain = addTo("allowedDomains");
export const disallowDomain = removeFrom("allowedDomains");

export function findAllowedPage(db: Db, page: number, pageSize: number) {
  const entries = db.selectFrom("allowedDomains").selectAll();
  return findPage(entries.orderBy("createdAt", "desc").orderBy("domain"), page, pageSize);
}

/** `deletedId` is the kept lead's; null after it was erased, and for a domain that a user typed. */
export function findBlockedPage(db: Db, page: number, pageSize: number) {
  const entries = db
    .selectFrom("blockedDomains as b")
    .leftJoin("deletedLeads", "deletedLeads.id", "b.leadId")
    .select(["b.domain", "b.createdAt", "b.createdBy", "b.reason", "companyName"])
    .select("deletedLeads.id as deletedId");
  return findPage(entries.orderBy("b.createdAt", "desc").orderBy("b.domain"), page, pageSize);
}

export interface ContactValues {
  emails: readonly (string | null)[];
  /** Stored numbers. */
  phones: readonly (string | null)[];
  persons: readonly Pick<LeadContact, "email" | "phone">[];
}

export const emailKey = (email: string | null) => email?.toLowerCase() ?? "";
export const phoneKey = (phone: string | null) => (phone ? e164Of(phone) : "");

/** Lower-case addresses and E.164 numbers. */
export function contactKeys({ emails, phones, persons }: ContactValues): string[] {
  const all = [
    ...[...emails, ...persons.map(({ email }) => email)].map(emailKey),
    ...[...phones, ...persons.map(({ phone }) => phone)].map(phoneKey),
  ];
  return [...new Set(all)].filter((key) => key !== "");
}

export function contactKeysOf(
  lead: Pick<LeadRow, "email" | "emails" | "phone" | "phones" | "contacts">,
): string[] {
  return contactKeys({
    emails: [lead.email, ...parseList(lead.emails)],
    phones: [lead.phone, ...parseList(lead.phones)],
    persons: parseContacts(lead.contacts),
  });
}

/** Blocked keys, and addresses at the domain of a company that must not be contacted. */
export async function findBlockedContacts(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{
    key: string;
  }>`SELECT value AS key FROM json_each(${JSON.stringify(keys)})
    WHERE value IN (SELECT contact FROM blocked_contacts)
      OR substr(value, instr(value, '@') + 1) IN (SELECT domain FROM blocked_domains WHERE lead_id IS NOT NULL)`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

export interface Objection {
  reason: string;
  at: number;
  actor: string;
}

/** Blocks the domains, addresses and numbers of leads. Runs in the caller's transaction. */
export async function blockLeads(
  db: Db,
  seqs: readonly number[],
  { reason, at, actor }: Objection,
): Promise<void> {
  const leads = await db
    .selectFrom("leads")
    .select(["id", "domain", "email", "emails", "phone", "phones", "contacts"])
    .where("seq", "in", listed(seqs))
    .execute();
  const entries = leads.map(({ id, domain }) => {
    return { domain, createdAt: at, createdBy: actor, reason, leadId: id };
  });
  await insertRows(
    db,
    "blockedDomains",
    entries,
    `ON CONFLICT (domain) DO UPDATE SET reason = excluded.reason, lead_id = excluded.lead_id,
      created_at = excluded.created_at, created_by = excluded.created_by`,
  );
  const contacts = leads.flatMap((lead) =>
    contactKeysOf(lead).map((contact) => ({ contact, domain: lead.domain })),
  );
  await insertRows(db, "blockedContacts", contacts, "ON CONFLICT DO NOTHING");
}

export async function getObjection(db: Db, leadId: string): Promise<Objection | undefined> {
  const blocks = db.selectFrom("blockedDomains").where("leadId", "=", leadId);
  const row = await blocks.select(["reason", "createdAt", "createdBy"]).executeTakeFirst();
  return row && { reason: row.reason ?? "", at: row.createdAt, actor: row.createdBy };
}

/** Lifts the blocks of leads in the trash. @returns their reasons by lead id */
export async function unblockLeads(db: Db, seqs: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ leadId: string; reason: string }>`DELETE FROM blocked_domains
    WHERE (domain, lead_id) IN (SELECT domain, id FROM deleted_leads WHERE seq IN ${listed(seqs)})
    RETURNING lead_id, reason`.execute(db);
  return new Map(rows.map(({ leadId, reason }) => [leadId, reason]));
}
