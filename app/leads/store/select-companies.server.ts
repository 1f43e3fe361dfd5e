import type { Db } from "~db/client";
import { findAllowedDomains } from "~db/queries/blocked-domains";
import { findDeletedByDomain } from "~db/queries/deleted-leads";
import { findLeadsByDomain } from "~db/queries/leads";
import { findOwnDomains } from "~db/queries/merged-leads";
import type { SkipReason, SourceType } from "~db/schema";
import type { FoundCompany } from "../../providers/company-search";
import { domainKey } from "../../reading/companies/domain-key.server";
import { leftOut } from "../../reading/companies/left-out.server";
import { vetCompanies } from "./blocked-companies.server";

interface Classified {
  company: FoundCompany;
  /** That of the lead that took over the company's. */
  domain: string | null;
  skipReason: SkipReason | null;
}

/** @returns `owner`: a portal's domain, which a user may have allowed */
function classify(
  company: FoundCompany,
  sourceType: SourceType,
): Classified & { owner: string | null } {
  const skipped = (skipReason: SkipReason, owner: string | null = null) => {
    return { company, domain: null, skipReason, owner };
  };
  if (company.isClosed) return skipped("closed");
  const address = company.domain ?? company.website;
  const key = address === null ? { kind: "none" as const } : domainKey(address);
  if (address === null || key.kind === "none") return skipped("no_domain");
  const left = key.kind === "platform" || sourceType === "serp" ? leftOut(address) : null;
  if (left !== null) return skipped(left.reason, left.owner);
  return { company, domain: key.domain, skipReason: null, owner: null };
}

/** Classifies companies in order until `room` leads are taken. Adds their domains to `seen`. */
export async function selectCompanies(
  trx: Db,
  companies: readonly FoundCompany[],
  seen: Set<string>,
  room: number,
  sourceType: SourceType,
  isForNew = false,
): Promise<(Classified & { found: string | null })[]> {
  const judged = companies.map((company) => classify(company, sourceType));
  const allowed = await findAllowedDomains(
    trx,
    judged.flatMap(({ owner, domain, company }) => (company.isAuthority ? domain : owner) ?? []),
  );
  const read = judged.map(({ owner, ...entry }): Classified => {
    const isAllowed = owner !== null && allowed.has(owner);
    return isAllowed ? { company: entry.company, domain: owner, skipReason: null } : entry;
  });
  const own = await findOwnDomains(
    trx,
    read.flatMap(({ domain }) => domain ?? []),
  );
  const classified = read.map(({ domain: found, ...entry }) => {
    return { ...entry, found, domain: own.get(found ?? "") ?? found };
  });
  const vetted = await vetCompanies(
    trx,
    classified.flatMap(({ company, domain, found }) =>
      [found, domain].flatMap((one) => (one === null ? [] : { company, domain: one })),
    ),
  );
  const domains = classified.flatMap(({ domain }) => domain ?? []);
  const deleted = await findDeletedByDomain(trx, domains);
  const known = isForNew ? await findLeadsByDomain(trx, domains) : new Map();
  const selected: typeof classified = [];
  let taken = 0;
  for (const entry of classified) {
    if (taken === room) break;
    const { domain, found } = entry;
    const isAuthority = entry.company.isAuthority && !allowed.has(domain ?? "");
    const vet = vetted.get(entry.company);
    const company = vet ?? entry.company;
    if (domain === null) selected.push(entry);
    else if (vet === null) selected.push({ company, domain, found, skipReason: "blocked" });
    else if (seen.has(domain) || seen.has(found ?? ""))
      selected.push({ company, domain, found, skipReason: "duplicate" });
    else if (deleted.has(domain) || isAuthority || company.isOutside) {
      const left = isAuthority ? "authority" : "outside";
      const skipReason = deleted.has(domain) ? "in_trash" : left;
      selected.push({ company, domain, found, skipReason });
      seen.add(domain);
    } else {
      selected.push({ ...entry, company });
      seen.add(domain);
      taken += known.has(domain) ? 0 : 1;
    }
  }
  return selected;
}
