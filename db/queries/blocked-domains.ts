import { sql } from "kysely";
import type { Db } from "../client";

type DomainList = "blockedDomains" | "allowedDomains";

/** Which of some domains (punycode) are on a list; one query however long they are. */
const findIn = (list: DomainList) =>
  async function find(db: Db, domains: readonly string[]): Promise<Set<string>> {
    if (domains.length === 0) return new Set();
    const rows = await db
      .selectFrom(list)
      .select("domain")
      .where(sql<boolean>`domain IN (SELECT value FROM json_each(${JSON.stringify(domains)}))`)
      .execute();
    return new Set(rows.map((row) => row.domain));
  };

/** Puts a domain on a list; one that is on it stays as it is. */
const addTo = (list: DomainList) =>
  async function add(db: Db, domain: string, by: { at: number; actor: string }): Promise<void> {
    await db
      .insertInto(list)
      .values({ domain, createdAt: by.at, createdBy: by.actor })
      .onConflict((conflict) => conflict.column("domain").doNothing())
      .execute();
  };

/** Takes a domain off a list; false where it was not on it. */
const removeFrom = (list: DomainList) =>
  async function remove(db: Db, domain: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom(list)
      .where("domain", "=", domain)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0;
  };

export const findBlockedDomains = findIn("blockedDomains");
export const blockDomain = addTo("blockedDomains");
export const unblockDomain = removeFrom("blockedDomains");
export const findAllowedDomains = findIn("allowedDomains");
export const allowDomain = addTo("allowedDomains");
export const disallowDomain = removeFrom("allowedDomains");

/** A stretch of a list, newest first. */
export async function findDomainList(
  db: Db,
  list: DomainList,
  limit: number,
  offset: number,
): Promise<{ entries: { domain: string; createdAt: number; createdBy: string }[]; total: number }> {
  const [entries, count] = await Promise.all([
    db
      .selectFrom(list)
      .selectAll()
      .orderBy("createdAt", "desc")
      .orderBy("domain")
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom(list)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirst(),
  ]);
  return { entries, total: count?.n ?? 0 };
}
