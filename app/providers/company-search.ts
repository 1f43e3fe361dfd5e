import type { LeadContact, LeadStatus } from "~db/schema";
import type { PlainText } from "~db/schema/lead-fields";
import type { Box } from "../reading/places/regions";
import { filledText } from "../text/filled-text";
import type { Contact } from "./email-finder";

/** A company as a source found it, before the store looks it up. Absent values are null. */
export class FoundCompany {
  name: string | null = null;
  /** A page title suggested the name. */
  isNameGuessed = false;
  website: string | null = null;
  domain: string | null = null;
  phone: string | null = null;
  /** Country of a number without a country code, ISO 3166-1 alpha-2. */
  phoneCountry: string | null = "DE";
  address: string | null = null;
  street: string | null = null;
  postalCode: string | null = null;
  city: string | null = null;
  federalState: string | null = null;
  /** ISO 3166-1 alpha-2. */
  country: string | null = null;
  latitude: number | null = null;
  longitude: number | null = null;
  /** Permanently closed: counted, but not stored. */
  isClosed = false;
  /** Outside the requested region: counted, but not stored. */
  isOutside = false;
  /** By its Impressum an authority, a chamber or an association: counted, but not stored. */
  isAuthority = false;
  payload: Record<string, unknown> = {};
  contact: Contact | null = null;
  /** Set for entries of the team's own list and for sources with more details than a place. */
  listed: ListedDetails | null = null;
}

export class ListedDetails {
  emails: string[] = [];
  /** The most important first; a person without a name stands alone. */
  persons: LeadContact[] = [];
  companyType: string | null = null;
  topics: string[] = [];
  /** 1 to 5. */
  salesScore: number | null = null;
  salesReason: string | null = null;
  texts: Partial<Record<PlainText, string | null>> = {};
  notes: string | null = null;
  owner: string | null = null;
  /** Milliseconds UTC. */
  followUpAt: number | null = null;
  status: LeadStatus | null = null;
  isApproved = false;
  /** Only for leads that have no tags. */
  tags: string[] = [];
  /** For each lead of the list, even if it has tags. */
  tagsForAll: string[] = [];
  sourceTerm: string | null = null;
}

type Known = Omit<Partial<FoundCompany>, "listed"> & Pick<FoundCompany, "payload">;

const TEXTS = [
  ...(["name", "phone", "address", "street", "postalCode"] as const),
  ...(["city", "federalState", "country"] as const),
];

export function foundCompany(known: Known, listed?: Partial<ListedDetails>): FoundCompany {
  const company: FoundCompany = { ...new FoundCompany(), ...known, listed: null };
  for (const field of TEXTS) company[field] = filledText(company[field] ?? "");
  if (listed) company.listed = { ...new ListedDetails(), ...listed };
  return company;
}

export const closedForNow = (source: string) => ({
  notes: `Laut ${source} vorübergehend geschlossen.`,
});

export interface CompanyHit {
  id: string;
  company: FoundCompany;
}

export interface HitPage {
  hits: CompanyHit[];
  unreadable?: number;
  nextCursor: string | null;
  creditsCharged: number;
  /** German sentences. */
  warnings?: string[];
}

export interface IdPage {
  ids: string[];
  nextCursor: string | null;
}

/** Within the box, or the region's own. */
export interface MapSearch {
  query: string;
  region: string;
  box?: Box;
}

export interface FoundRegion {
  places: string[];
  /** Around the first place. */
  box?: Box | undefined;
  isAbroad: boolean;
  within?: string | null;
}

/** Each page is one call that may cost money. */
export interface CompanySearch {
  /** The store keeps it as the provider of a source. */
  id: string;
  name: string;
  maxResults: number;
  pageSize: number;
  /** @throws ProviderError */
  searchPage(search: MapSearch, cursor: string | null, signal: AbortSignal): Promise<HitPage>;
  /** Set where ids alone are cheaper than companies. */
  places?: {
    /** @throws ProviderError */
    searchIds(search: MapSearch, cursor: string | null, signal: AbortSignal): Promise<IdPage>;
    /**
     * Null for a place that is gone.
     * @throws ProviderError
     */
    find(id: string, signal: AbortSignal): Promise<CompanyHit | null>;
  };
  /** Set for a free service without guarantees: pages may be empty, and a refused burst may succeed minutes later. */
  openData?: {
    /**
     * Likely places in Germany, the best first; otherwise the surrounding town, or a note that it lies abroad.
     * @throws ProviderError
     */
    findRegion(region: string, signal: AbortSignal): Promise<FoundRegion>;
  };
}
