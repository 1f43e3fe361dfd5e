import { apiRoute, handle } from "~/http/api-route.server";
import { findTermsWithCounts } from "~/leads/find-terms.server";
import { listSearchTerms } from "~/leads/leads-api";

export const { loader, action } = apiRoute(
  handle(listSearchTerms, async ({ context: { services } }) => ({
    terms: await findTermsWithCounts(services.db),
  })),
);
