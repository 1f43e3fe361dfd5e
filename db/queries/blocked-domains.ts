import { sql } from "kysely";
import type { Db } from "../client";
import { findPage } from "./read-pages";
import { listed } from "./read-rows";

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

/** Domains of companies that must not be contacted, earlier ones too. */
export async function findObjectingDomains(db: Db, domains: readonly string[]) {
  if (domains.length === 0) return new Set<string>();
  const { rows } = await sql<{
    domain: string;
  }>`SELECT value AS domain FROM json_each(${JSON.stringify(domains)})
    WHERE value IN (SELECT domain FROM objections) OR value IN (SELECT contact FROM blocked_contacts)`.execute(
    db,
  );
  return new Set(rows.map(({ domain }) => domain));
}

/** Typed by users, or of companies that must not be contacted. */
export async function findBlockedDomains(db: Db, domains: readonly string[]) {
  const typed = await findIn("blockedDomains")(db, domains);
  return new Set([...typed, ...(await findObjectingDomains(db, domains))]);
}
export const blockDomain = addTo("blockedDomains");
export const unblockDomain = removeFrom("blockedDomains");
export const findAllowedDomains = findIn("allowedDomains");
export const allowDomain = addTo("allowedDomains");
export const disallowDomain = removeFrom("allowedDomains");

export function findAllowedPage(db: Db, page: number, pageSize: number) {
  const entries = db.selectFrom("allowedDomains").selectAll();
  return findPage(entries.orderBy("createdAt", "desc").orderBy("domain"), page, pageSize);
}

/** `keptId`: the lead in the trash that must not be contacted. */
export function findBlockedPage(db: Db, page: number, pageSize: number) {
  const none = sql<string | null>`NULL`;
  const typed = db
    .selectFrom("blockedDomains")
    .select(["domain", "createdAt", "createdBy", none.as("reason")])
    .select([none.as("companyName"), none.as("keptId")]);
  const objections = db
    .selectFrom("objections")
    .leftJoin("deletedLeads", "deletedLeads.id", "leadId")
    .select(["objections.domain", "createdAt", "createdBy", "reason"])
    .select(["companyName", "deletedLeads.id as keptId"]);
  const entries = db.selectFrom(typed.unionAll(objections).as("entries")).selectAll();
  return findPage(entries.orderBy("createdAt", "desc").orderBy("domain"), page, pageSize);
}
