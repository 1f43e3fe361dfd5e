import { foldText } from "~db/fold";
import type { LeadRow } from "~db/schema";
import { displayDomain } from "../leads/domain-key.server";
import { fitsCompany } from "../pipelines/company-search/fits-company.server";
import type { SitePage } from "../providers/website/company-site";

/**
 * The name with its legal form in a company's own Impressum; null where none stands there, or where it is neither like
 * the domain nor like the name that the lead has: the site may be another's.
 */
export function imprintName(
  pages: readonly SitePage[],
  lead: Pick<LeadRow, "domain" | "companyName">,
): string | null {
  for (const { kind, imprint } of pages) {
    const name = imprint?.companyName ?? null;
    if (kind !== "impressum" || name === null || imprint?.legalForm === null) continue;
    const isOwn =
      fitsCompany(name, displayDomain(lead.domain)) ||
      (lead.companyName !== null && foldText(name).includes(foldText(lead.companyName)));
    if (isOwn) return name;
  }
  return null;
}
