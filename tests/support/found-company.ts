import type { Finding } from "~/leads/store/store-companies.server";
import { type FoundCompany, foundCompany, type ListedDetails } from "~/providers/company-search";
import type { JobRow } from "~db/schema";
import { NOON } from "./store";

/** A company of which only the website is known. */
export function company(
  website: string,
  {
    listed,
    ...fields
  }: Partial<Omit<FoundCompany, "listed">> & { listed?: Partial<ListedDetails> } = {},
): FoundCompany {
  return foundCompany({ website, payload: {}, ...fields }, listed);
}

/** What a maps job says of itself when it stores. */
export function findingOf(job: Pick<JobRow, "id">): Finding {
  return {
    jobId: job.id,
    actor: "anna",
    sourceType: "maps",
    provider: "google-places",
    term: "Maler",
    region: "Köln",
    now: NOON,
  };
}
