import type { FoundCompany } from "~/leads/store/found-company";
import type { Finding } from "~/leads/store/store-companies.server";
import type { JobRow } from "~db/schema";
import { NOON } from "./store";

/** A company of which only the website is known. */
export function company(website: string, fields: Partial<FoundCompany> = {}): FoundCompany {
  return {
    name: null,
    website,
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
    payload: {},
    ...fields,
  };
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
