import { apiRoute, handle } from "~/http/api-route.server";
import { listSearchTerms } from "~/leads/leads-api";
import { findTermsWithCounts } from "~/leads/list/find-terms.server";

export const { loader, action } = apiRoute(
  handle(listSearchTerms, async ({ context: { services } }) => ({
    terms: await findTermsWithCounts(services.db),
  })),
);
