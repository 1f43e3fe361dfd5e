import type { Db } from "~db/client";
import {
  blockDomain,
  type DomainList,
  disallowDomain,
  findAllowedPage,
  findBlockedDomains,
  findBlockedPage,
  unblockDomain,
} from "~db/queries/blocked-domains";
import { removeErasedObjection } from "~db/queries/objections";
import { isoTime } from "../../format/iso-time";
import { displayDomain, domainKey } from "../../reading/companies/domain-key.server";
import { invalid } from "../../refusal";
import type { Author } from "../store/change-lead.server";

const MAX_ADDRESS_LENGTH = 300;

const shown = <Entry extends { domain: string; createdAt: number }>(entry: Entry) => ({
  ...entry,
  domain: displayDomain(entry.domain),
  createdAt: isoTime(entry.createdAt),
});

/** Newest first. A page past the end is the last one. */
export async function findListedPage(db: Db, list: DomainList, page: number, pageSize: number) {
  if (list === "blockedDomains") {
    const { rows, ...found } = await findBlockedPage(db, page, pageSize);
    return { entries: rows.map(shown), ...found };
  }
  const { rows, ...found } = await findAllowedPage(db, page, pageSize);
  const none = { reason: null, companyName: null, keptId: null };
  return { entries: rows.map((entry) => ({ ...shown(entry), ...none })), ...found };
}

function domainOf(address: string): string {
  const key = address.length > MAX_ADDRESS_LENGTH ? undefined : domainKey(address);
  if (key === undefined || key.kind === "none") {
    throw invalid("domain", `„${address.slice(0, 100)}“ ist keine Domain. Beispiel: firma.de`);
  }
  return key.domain;
}

/** @throws Refusal 422 for an invalid domain */
export async function block(db: Db, address: string, { actor, now }: Author): Promise<string> {
  const domain = domainOf(address);
  await blockDomain(db, domain, { at: now, actor });
  return displayDomain(domain);
}

const REMOVERS = {
  unblock: unblockDomain,
  "unblock-erased": removeErasedObjection,
  disallow: disallowDomain,
};

/** @throws Refusal 422 for an invalid domain */
export async function removeFromList(
  db: Db,
  name: keyof typeof REMOVERS,
  address: string,
): Promise<{ domain: string; wasListed: boolean; isBlocked: boolean }> {
  const domain = domainOf(address);
  const wasListed = await REMOVERS[name](db, domain);
  const isBlocked = (await findBlockedDomains(db, [domain])).size > 0;
  return { domain: displayDomain(domain), wasListed, isBlocked };
}
