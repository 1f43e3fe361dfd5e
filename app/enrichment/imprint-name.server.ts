import { foldText } from "~db/fold";
import type { LeadRow } from "~db/schema";
import { displayDomain } from "../leads/domain-key.server";
import { fitsCompany } from "../pipelines/company-search/fits-company.server";
import { upToLegalForm } from "../pipelines/company-search/title-words";
import type { SitePage } from "../providers/website/company-site";

/** What stands right above the company's name in an Impressum. */
const HEAD =
  /^(?:impressum|anbieterkennzeichnung|(?:angaben|informationen) (?:gem|nach|lt|laut)|(?:dienste)?anbieter|betreiber|herausgeber|name und anschrift)/i;
const LINES_BELOW = 4;
const LONGEST_NAME = 100;

/**
 * The name with its legal form at the head of a company's own Impressum; null where none stands there, or where it is
 * neither like the domain nor like the name that the lead has: the site may be another's.
 */
export function imprintName(
  pages: readonly SitePage[],
  { domain, companyName }: Pick<LeadRow, "domain" | "companyName">,
): string | null {
  for (const { kind, text } of pages) {
    if (kind !== "impressum") continue;
    const lines = text.split("\n").map((line) => line.trim());
    for (const [index, line] of lines.entries()) {
      if (!HEAD.test(line)) continue;
      const [, sameLine = ""] = line.split(/\b(?:DDG|TMG)\b:?\s*|:\s+/, 2);
      for (const below of [sameLine, ...lines.slice(index + 1, index + 1 + LINES_BELOW)]) {
        const name = upToLegalForm(below)?.replace(/^(?:Die|Der|Das|Firma|Fa\.)\s+/, "") ?? "";
        const isName = name !== "" && name.length <= LONGEST_NAME && /^[\p{Lu}\d]/u.test(name);
        const isOwn =
          fitsCompany(name, displayDomain(domain)) ||
          (companyName !== null && foldText(name).includes(foldText(companyName)));
        if (isName && isOwn) return name;
      }
    }
  }
  return null;
}
