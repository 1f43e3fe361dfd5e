import { apiRoute, handle } from "~/http/api-route.server";
import { providerProblem } from "~/language-model/provider-problem.server";
import { PAIR_COUNT } from "~/search/queue/search-pair";
import { suggestSearchesOperation } from "~/search/search-api";
import { suggestSearches } from "~/search/suggest/suggest-searches.server";

export const { loader, action } = apiRoute(
  handle(suggestSearchesOperation, async ({ body, request, context: { services } }) => {
    try {
      const queries = await suggestSearches(services, body, { signal: request.signal });
      return { queries, count: PAIR_COUNT };
    } catch (error) {
      throw providerProblem(error);
    }
  }),
);
