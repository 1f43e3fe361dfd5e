import type { Db } from "~db/client";
import { findBlockedDomains } from "~db/queries/blocked-domains";
import { findDeletedByDomain } from "~db/queries/deleted-leads";
import type { SkipReason } from "~db/schema";
import type { FoundCompany } from "../../providers/company-search";
import { domainKey } from "../domain-key.server";

interface Classified {
  company: FoundCompany;
  domain: string | null;
  skipReason: SkipReason | null;
}

function classify(company: FoundCompany): Classified {
  const skipped = (skipReason: SkipReason) => ({ company, domain: null, skipReason });
  if (company.isClosed) return skipped("closed");
  const address = company.domain ?? company.website;
  const key = address === null ? { kind: "none" as const } : domainKey(address);
  if (key.kind === "none") return skipped("no_domain");
  if (key.kind === "platform") return skipped("platform");
  return { company, domain: key.domain, skipReason: null };
}

/** The companies in their order up to the one that fills the room, each with why it is left out. `seen` grows. */
export async function selectCompanies(
  trx: Db,
  companies: readonly FoundCompany[],
  seen: Set<string>,
  room: number,
): Promise<Classified[]> {
  const classified = companies.map(classify);
  const domains = classified.flatMap(({ domain }) => domain ?? []);
  const blocked = await findBlockedDomains(trx, domains);
  const deleted = await findDeletedByDomain(trx, domains);
  const selected: Classified[] = [];
  let taken = 0;
  for (const entry of classified) {
    if (taken === room) break;
    const { company, domain } = entry;
    if (domain === null) selected.push(entry);
    else if (blocked.has(domain)) selected.push({ company, domain, skipReason: "blocked" });
    else if (seen.has(domain)) selected.push({ company, domain, skipReason: "duplicate" });
    else if (deleted.has(domain)) {
      selected.push({ company, domain, skipReason: "in_trash" });
      seen.add(domain);
    } else {
      selected.push(entry);
      seen.add(domain);
      taken += 1;
    }
  }
  return selected;
}
