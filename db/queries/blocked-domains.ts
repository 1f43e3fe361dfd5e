import { sql } from "kysely";
import type { Db } from "../client";

/** Which of some domains (punycode) are blocked; one query however long the list is. */
export async function findBlockedDomains(db: Db, domains: readonly string[]): Promise<Set<string>> {
  if (domains.length === 0) return new Set();
  const rows = await db
    .selectFrom("blockedDomains")
    .select("domain")
    .where(sql<boolean>`domain IN (SELECT value FROM json_each(${JSON.stringify(domains)}))`)
    .execute();
  return new Set(rows.map((row) => row.domain));
}

export async function findBlockList(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ entries: { domain: string; createdAt: number; createdBy: string }[]; total: number }> {
  const [entries, count] = await Promise.all([
    db
      .selectFrom("blockedDomains")
      .selectAll()
      .orderBy("createdAt", "desc")
      .orderBy("domain")
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom("blockedDomains")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirst(),
  ]);
  return { entries, total: count?.n ?? 0 };
}

/** Blocks a domain; one that is blocked stays as it is. */
export async function blockDomain(
  db: Db,
  domain: string,
  { at, actor }: { at: number; actor: string },
): Promise<void> {
  await db
    .insertInto("blockedDomains")
    .values({ domain, createdAt: at, createdBy: actor })
    .onConflict((conflict) => conflict.column("domain").doNothing())
    .execute();
}

/** Takes a domain off the list; false where it was not on it. */
export async function unblockDomain(db: Db, domain: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("blockedDomains")
    .where("domain", "=", domain)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
