import { domainKey } from "../../leads/domain-key.server";
import { type CompanySearch, foundCompany } from "../../providers/company-search";
import type { WebHit, WebSearch } from "../../providers/web-search";
import { companyName } from "./company-name.server";

/** Where a company's website begins; a page on a platform stays what it is. */
function websiteOf(link: string): string {
  return domainKey(link).kind === "company" ? `${new URL(link).origin}/` : link;
}

/** A search engine knows the page and its title; the company is read from these. */
function toCompanyHit({ title, link, payload }: WebHit) {
  const name = companyName(title, link);
  return { id: link, company: foundCompany({ name, website: websiteOf(link), payload }) };
}

/** The companies behind the pages that a web search finds. */
export function companiesOnWeb(web: WebSearch): CompanySearch {
  const { id, name, maxResults, pageSize } = web;
  return {
    id,
    name,
    maxResults,
    pageSize,
    async searchPage(search, cursor, signal) {
      const { hits, ...page } = await web.searchPage(search, cursor, signal);
      return { ...page, hits: hits.map(toCompanyHit) };
    },
  };
}
