import { apiRoute, handle } from "~/http/api-route.server";
import { addToHistory, listHistory } from "~/search/search-api";
import { keepSearch, listSearchHistory } from "~/search/search-history.server";

export const { loader, action } = apiRoute(
  handle(listHistory, async ({ query, context: { services } }) => ({
    entries: await listSearchHistory(services.db, query.mode),
  })),
  handle(addToHistory, async ({ body, context: { services } }) => keepSearch(services.db, body)),
);
