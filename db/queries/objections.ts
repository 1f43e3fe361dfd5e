import { sql } from "kysely";
import type { Db } from "../client";
import { e164Of } from "../phone-number";
import type { LeadContact, LeadRow } from "../schema";
import { insertRows } from "./insert-rows";
import { listed } from "./read-rows";
import { parseContacts, parseList } from "./search-index";

/** Why, when (milliseconds UTC) and by whom it was stored that a company must not be contacted. */
export interface Objection {
  reason: string;
  at: number;
  actor: string;
}

/** As events hold it. */
export function toDoNotContact({ reason, at, actor: by }: Objection) {
  return { reason, at: new Date(at).toISOString(), by };
}

/** A lead that is kept for its objection. */
export const isObjecting = sql<boolean>`EXISTS (SELECT 1 FROM objections AS o
  WHERE o.domain = deleted_leads.domain AND o.lead_id = deleted_leads.id)`;

/** A lead that is not in the trash, but kept for its objection or merged into another one. */
export const isKept = sql<boolean>`(${isObjecting}
  OR EXISTS (SELECT 1 FROM merged_leads AS m WHERE m.seq = deleted_leads.seq))`;

export async function hasObjections(db: Db): Promise<boolean> {
  return (await db.selectFrom("objections").select("domain").limit(1).execute()).length > 0;
}

export type Contacts = Pick<LeadRow, "email" | "emails" | "phone" | "phones" | "contacts">;

export const emailKey = (email: string | null) => email?.toLowerCase() ?? "";
export const phoneKey = (phone: string | null) => (phone ? e164Of(phone) : "");

/** Lower-case addresses and E.164 numbers. */
export function contactKeys(
  emails: readonly (string | null)[],
  phones: readonly (string | null)[],
  persons: readonly Pick<LeadContact, "email" | "phone">[],
): string[] {
  const all = [
    ...[...emails, ...persons.map(({ email }) => email)].map(emailKey),
    ...[...phones, ...persons.map(({ phone }) => phone)].map(phoneKey),
  ];
  return [...new Set(all)].filter((key) => key !== "");
}

export function contactKeysOf({ email, emails, phone, phones, contacts }: Contacts): string[] {
  return contactKeys(
    [email, ...parseList(emails)],
    [phone, ...parseList(phones)],
    parseContacts(contacts),
  );
}

export async function findBlockedContacts(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const blocked = db.selectFrom("blockedContacts").select("contact").distinct();
  const rows = await blocked.where("contact", "in", listed(keys)).execute();
  return new Set(rows.map(({ contact }) => contact));
}

/** Blocks the domains, earlier and merged ones too, addresses and numbers of leads. Runs in the caller's transaction. */
export async function addObjections(
  db: Db,
  seqs: readonly number[],
  { reason, at: createdAt, actor: createdBy }: Objection,
): Promise<void> {
  await sql`INSERT INTO objections (lead_id, domain, reason, created_at, created_by)
    SELECT id, domain, ${reason}, ${createdAt}, ${createdBy} FROM leads
    WHERE seq IN ${listed(seqs)}`.execute(db);
  const merged = sql`leads JOIN merged_leads AS m ON m.lead_seq = leads.seq
    JOIN deleted_leads AS d ON d.seq = m.seq`;
  const parts = ["email", "emails", "phone", "phones", "contacts"];
  const { rows } = await sql<Contacts & { domain: string }>`
    SELECT domain, ${sql.join(parts.map(sql.ref))} FROM leads WHERE seq IN ${listed(seqs)}
    UNION ALL SELECT leads.domain, ${sql.join(parts.map((part) => sql`snapshot -> '$.lead' ->> ${sql.lit(part)}`))}
    FROM ${merged} WHERE leads.seq IN ${listed(seqs)}`.execute(db);
  const contacts = rows.flatMap((lead) =>
    contactKeysOf(lead).map((contact) => ({ contact, domain: lead.domain })),
  );
  await insertRows(db, "blockedContacts", contacts, "ON CONFLICT DO NOTHING");
  await sql`WITH earlier AS (
      SELECT leads.domain AS own, e.changes FROM leads JOIN lead_events AS e ON e.lead_seq = leads.seq
        WHERE leads.seq IN ${listed(seqs)}
      UNION ALL SELECT leads.domain, e.value ->> 'changes' FROM ${merged}, json_each(snapshot, '$.events') AS e
        WHERE leads.seq IN ${listed(seqs)})
    INSERT INTO blocked_contacts (contact, domain)
    SELECT changes ->> '$.domain.from' AS domain, own FROM earlier
      WHERE domain > '' AND domain NOT IN (SELECT domain FROM leads)
    UNION SELECT d.domain, leads.domain FROM ${merged} WHERE leads.seq IN ${listed(seqs)}
    ON CONFLICT DO NOTHING`.execute(db);
}

export async function getObjection(db: Db, leadId: string): Promise<Objection | undefined> {
  const rows = db.selectFrom("objections").where("leadId", "=", leadId);
  return rows.select(["reason", "createdAt as at", "createdBy as actor"]).executeTakeFirst();
}

/** Takes back the objections of leads in the trash. @returns them by lead id */
export async function removeObjections(
  db: Db,
  seqs: readonly number[],
): Promise<Map<string, Objection>> {
  const { rows } = await sql<Objection & { leadId: string }>`DELETE FROM objections
    WHERE lead_id IN (SELECT id FROM deleted_leads WHERE seq IN ${listed(seqs)})
    RETURNING lead_id, reason, created_at AS at, created_by AS actor`.execute(db);
  return new Map(rows.map(({ leadId, ...objection }) => [leadId, objection]));
}

/** Takes back an objection of which the lead is erased. @returns false if there is none */
export async function removeErasedObjection(db: Db, domain: string): Promise<boolean> {
  const erased = db.deleteFrom("objections").where("domain", "=", domain);
  const isErased = sql<boolean>`lead_id NOT IN (SELECT id FROM deleted_leads)`;
  return (await erased.where(isErased).executeTakeFirstOrThrow()).numDeletedRows > 0;
}
