import { WEB_KEY } from "../../jobs/kinds/web";
import type { Pipeline } from "../../jobs/runner/job-run.server";
import { domainKey } from "../../leads/domain-key.server";
import type { FoundCompany } from "../../leads/store/found-company";
import type { WebHit, WebSearch } from "../../providers/web-search";
import type { PipelineServices } from "../pipeline-services";
import { companyName } from "./company-name.server";
import type { CompanySource } from "./search-companies.server";
import { searchPipeline } from "./search-pipeline.server";

/** Where a company's website begins; a page on a platform stays what it is. */
function websiteOf(link: string): string {
  return domainKey(link).kind === "company" ? `${new URL(link).origin}/` : link;
}

/** A search engine knows the page and its title; the company is read from these. */
function toFoundCompany(hit: WebHit): FoundCompany {
  return {
    name: companyName(hit.title, hit.link),
    website: websiteOf(hit.link),
    phone: null,
    address: null,
    street: null,
    postalCode: null,
    city: null,
    federalState: null,
    country: null,
    latitude: null,
    longitude: null,
    isClosed: false,
    payload: hit.payload,
  };
}

function toSource(provider: WebSearch): CompanySource {
  const { id, name, maxResults, pageSize } = provider;
  return {
    id,
    name,
    sourceType: "serp",
    maxResults,
    pageSize,
    async searchPage(search, cursor, signal) {
      const { hits, ...rest } = await provider.searchPage(search, cursor, signal);
      return {
        ...rest,
        hits: hits.map((hit) => ({ id: hit.link, company: toFoundCompany(hit) })),
      };
    },
  };
}

/** Finds companies through a web search, then their emails if that was asked for. */
export function serpPipeline(services: PipelineServices): Pipeline {
  const findSource = async () => {
    const provider = await services.providers.webSearch();
    return provider && toSource(provider);
  };
  return searchPipeline(services, findSource, WEB_KEY);
}
