import { apiRoute, handle } from "~/http/api-route.server";
import { PAIR_COUNT } from "~/search/queue/search-pair";
import { suggestSearchesOperation } from "~/search/search-api";
import { suggestSearches } from "~/search/suggest/suggest-searches.server";

export const { loader, action } = apiRoute(
  handle(suggestSearchesOperation, async ({ body, request, context: { services } }) => {
    const queries = await suggestSearches(services, body, { signal: request.signal });
    return { queries, count: PAIR_COUNT };
  }),
);
