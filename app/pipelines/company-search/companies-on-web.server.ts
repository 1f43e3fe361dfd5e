import {
  type CompanySearch,
  foundCompany,
  type WebHit,
  type WebSearch,
} from "../../providers/company-search";
import { companyName } from "../../reading/companies/company-name.server";
import { domainKey } from "../../reading/companies/domain-key.server";
import { leftOut } from "../../reading/companies/left-out.server";

/** Left-out pages keep their full address. */
function websiteOf(link: string): string {
  return domainKey(link).kind === "company" && leftOut(link) === null
    ? `${new URL(link).origin}/`
    : link;
}

function toCompanyHit({ title, link, payload }: WebHit) {
  const name = companyName(title, link);
  return {
    id: link,
    company: foundCompany({ name, isNameGuessed: true, website: websiteOf(link), payload }),
  };
}

export function companiesOnWeb(web: WebSearch): CompanySearch {
  return {
    ...web,
    async searchPage(search, cursor, signal) {
      const { hits, ...page } = await web.searchPage(search, cursor, signal);
      return { ...page, hits: hits.map(toCompanyHit) };
    },
  };
}
