import { findLeadsByDomain } from "~db/queries/leads";
import type { SearchParams } from "../../jobs/kinds/job-params.server";
import type { JobRun, PipelineServices } from "../../jobs/runner/job-run.server";
import { readCompanyFacts } from "../../leads/evidence/company-facts.server";
import type { Fact } from "../../leads/lead-schema";
import { selectCompanies } from "../../leads/store/select-companies.server";
import type { FoundCompany } from "../../providers/company-search";
import { isOfTrade } from "../../reading/companies/authority.server";
import { addressLine } from "../../reading/places/address-line";
import { liesIn, parseRegion } from "../../reading/places/lies-in.server";
import { imprintSetting } from "../../settings/team-settings.server";
import { SITE_CONCURRENCY } from "../emails/find-in-imprints.server";

interface Search {
  run: JobRun;
  services: Pick<PipelineServices, "sites" | "readsImprints">;
  params: SearchParams;
  seen: ReadonlySet<string>;
}

/**
 * Marks companies outside the region, by the known lead's address, else by the website's if emails are wanted. By
 * their Impressum it marks authorities too, but for one that names the trade asked for.
 */
export async function checkSites(
  { run, services, params, seen }: Search,
  companies: readonly FoundCompany[],
): Promise<Map<FoundCompany, readonly Fact[]>> {
  const read = new Map<FoundCompany, readonly Fact[]>();
  const region = parseRegion(params.region);
  const { isRead, personalEmail } = await imprintSetting.load(run.db);
  const mayRead = params.enrich && services.readsImprints && isRead;
  const selected = await selectCompanies(run.db, companies, new Set(seen), Infinity, "serp");
  const wanted = selected.filter(({ skipReason }) => skipReason === null);
  const domains = wanted.flatMap(({ domain }) => domain ?? []);
  const leads = await findLeadsByDomain(run.db, domains);
  await run.workOn(wanted, SITE_CONCURRENCY, async ({ company, domain }) => {
    if (domain === null) return;
    const lead = leads.get(domain);
    const isPlaced = Boolean(lead?.postalCode ?? lead?.city ?? lead?.federalState);
    const about = lead ?? { domain, companyName: company.name, website: company.website };
    const reading =
      isPlaced || !mayRead
        ? null
        : await readCompanyFacts(services.sites, about, run.signal, { personalEmail });
    const facts = reading?.facts ?? [];
    const found = Object.fromEntries(facts.map(({ field, value }) => [field, value]));
    const { name, ...place } = { ...company, ...(isPlaced ? lead : found) };
    company.isOutside = region !== null && liesIn(region, place) === "outside";
    const isSought = isOfTrade(params.query, String(found.legalName ?? name));
    company.isAuthority = lead === undefined && reading?.isAuthority === true && !isSought;
    read.set(company, facts);
    const { phone, city } = place;
    const shown = { name: found.companyName ?? name, phone, city, address: addressLine(place) };
    if (company.isOutside || company.isAuthority) Object.assign(company, shown);
  });
  return read;
}
