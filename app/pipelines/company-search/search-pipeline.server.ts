import { markEmailsPending } from "~db/queries/job-results";
import type { Requirement } from "../../jobs/kinds/job-kind";
import { MAPS_KEY, SearchParamsSchema } from "../../jobs/kinds/maps";
import { WEB_KEY } from "../../jobs/kinds/web";
import { JobFailure, type Pipeline } from "../../jobs/runner/job-run.server";
import type { CompanySearch } from "../../providers/company-search";
import { countCachedCompanies } from "../emails/email-lookup-cache.server";
import { findEmails } from "../emails/find-emails.server";
import type { PipelineServices } from "../pipeline-services";
import { SEARCH_SHARE, searchCompanies } from "./search-companies.server";
import { companiesOnWeb } from "./web-search.server";

/**
 * Finds companies page by page, stores each page with its results as it comes, then looks for emails if that was
 * asked for.
 *
 * @param findSource null while the source has no key
 * @param key what the source needs, which a job may lose before its turn
 */
function searchPipeline(
  services: PipelineServices,
  findSource: () => Promise<CompanySearch | null>,
  key: Requirement,
): Pipeline {
  return {
    async run(run) {
      const params = SearchParamsSchema.parse(JSON.parse(run.job.params));
      const source = await findSource();
      if (source === null) throw new JobFailure(key.missing, "missing_key");
      await searchCompanies(run, source, services.ledger, params);
      // After a restart in the phase of emails the phase must not fall back.
      if (run.job.phase === "searching") {
        const finder = params.enrich ? await services.providers.emails() : null;
        await run.step(async (trx, job) => {
          if (params.enrich) await markEmailsPending(trx, job.id);
          if (finder !== null) {
            const known = await countCachedCompanies(trx, job.id, finder.id);
            await services.ledger.countSaved(trx, job.id, finder.id, known);
          }
          return { change: { phase: "storing", progress: SEARCH_SHARE } };
        });
      }
      if (params.enrich) await findEmails(run, services, SEARCH_SHARE);
    },
  };
}

/** Finds companies on a map. */
export function mapsPipeline(services: PipelineServices): Pipeline {
  return searchPipeline(services, () => services.providers.maps(), MAPS_KEY);
}

/** Finds companies through a web search. */
export function webPipeline(services: PipelineServices): Pipeline {
  const findSource = async () => {
    const web = await services.providers.webSearch();
    return web && companiesOnWeb(web);
  };
  return searchPipeline(services, findSource, WEB_KEY);
}
