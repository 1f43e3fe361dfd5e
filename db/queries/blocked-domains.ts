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

export const findBlockedDomains = findIn("blockedDomains");
export const blockDomain = addTo("blockedDomains");
export const unblockDomain = removeFrom("blockedDomains");
export const findAllowedDomains = findIn("allowedDomains");
export const allowDomain = addTo("allowedDomains");
export const disallowDomain = removeFrom("allowedDomains");

export function findDomainPage(db: Db, list: DomainList, page: number, pageSize: number) {
  const entries = db.selectFrom(list).selectAll();
  return findPage(entries.orderBy("createdAt", "desc").orderBy("domain"), page, pageSize);
}
