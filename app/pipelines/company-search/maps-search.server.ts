import { MAPS_KEY } from "../../jobs/kinds/maps";
import type { Pipeline } from "../../jobs/runner/job-run.server";
import { parseFederalState } from "../../leads/federal-states";
import type { FoundCompany } from "../../leads/store/found-company";
import type { MapsPlace, MapsProvider } from "../../providers/maps-provider";
import type { PipelineServices } from "../pipeline-services";
import type { CompanySource } from "./search-companies.server";
import { searchPipeline } from "./search-pipeline.server";

function toFoundCompany(place: MapsPlace): FoundCompany {
  const { id: _, federalState, ...rest } = place;
  // Other countries have the same codes: „BE“ is Bern, too.
  const isGerman = place.country === null || place.country === "DE";
  return { ...rest, federalState: isGerman ? parseFederalState(federalState ?? "") : null };
}

function toSource(provider: MapsProvider): CompanySource {
  const { id, name, maxResults, pageSize } = provider;
  return {
    id,
    name,
    sourceType: "maps",
    maxResults,
    pageSize,
    async searchPage(search, cursor, signal) {
      const { places, ...rest } = await provider.searchPage(search, cursor, signal);
      return {
        ...rest,
        hits: places.map((place) => ({ id: place.id, company: toFoundCompany(place) })),
      };
    },
  };
}

/** Finds companies on a map, then their emails. */
export function mapsPipeline(services: PipelineServices): Pipeline {
  const findSource = async () => {
    const provider = await services.providers.maps();
    return provider && toSource(provider);
  };
  return searchPipeline(services, findSource, MAPS_KEY);
}
