import type { LeadContact, LeadStatus } from "~db/schema";
import type { PlainText } from "~db/schema/lead-fields";
import { filledText } from "../text/filled-text";
import type { Contact } from "./email-finder";

/** A company as a source found it, before it is looked up in the store. Absent values are null. */
export class FoundCompany {
  name: string | null = null;
  /** The name was only read out of the title of a page. */
  isNameGuessed = false;
  website: string | null = null;
  /** The company's domain or an address at it, where it is known by other means than the website. */
  domain: string | null = null;
  phone: string | null = null;
  /** Country of a number without a country code, ISO 3166-1 alpha-2; null where unknown. */
  phoneCountry: string | null = "DE";
  address: string | null = null;
  street: string | null = null;
  postalCode: string | null = null;
  city: string | null = null;
  /** Name or code, as the source writes it. */
  federalState: string | null = null;
  /** ISO 3166-1 alpha-2. */
  country: string | null = null;
  latitude: number | null = null;
  longitude: number | null = null;
  /** Given up for good: such a company is counted, but not stored. */
  isClosed = false;
  /** Lies outside of the region that was asked for: counted, but not stored. */
  isOutside = false;
  /** The source's own record, kept with the lead. */
  payload: Record<string, unknown> = {};
  /** The contact person; absent without a name. */
  contact: Contact | null = null;
  /** Present where the company comes from a list of the team's own, or its source says more than a place. */
  listed: ListedDetails | null = null;
}

/** Further values that only a team's own list has. */
export class ListedDetails {
  /** The main address first. */
  emails: string[] = [];
  /** The most important first; who has no name is the only one. */
  persons: LeadContact[] = [];
  companyType: string | null = null;
  /** Only for leads that become new. */
  topics: string[] = [];
  /** 1 to 5. */
  salesScore: number | null = null;
  salesReason: string | null = null;
  texts: Partial<Record<PlainText, string | null>> = {};
  notes: string | null = null;
  owner: string | null = null;
  /** Milliseconds UTC. */
  followUpAt: number | null = null;
  /** Only for leads that become new. */
  status: LeadStatus | null = null;
  /** Only for leads that become new. */
  isApproved = false;
  /** As they are stored; only for leads that have none. */
  tags: string[] = [];
  /** As they are stored; for each lead of the list, whatever tags it has. */
  tagsForAll: string[] = [];
  /** In the place of the job's own term. */
  sourceTerm: string | null = null;
}

type Known = Omit<Partial<FoundCompany>, "listed"> & Pick<FoundCompany, "payload">;

const filled = (text: string | null | undefined) => (text ? filledText(text) : null);

/**
 * A company by the values that are known of it, and those of a list where it stands on one. A text that only says that
 * there is nothing („k. A.“) is none.
 */
export function foundCompany(known: Known, listed?: Partial<ListedDetails>): FoundCompany {
  return {
    ...new FoundCompany(),
    ...known,
    name: filled(known.name),
    phone: filled(known.phone),
    address: filled(known.address),
    street: filled(known.street),
    postalCode: filled(known.postalCode),
    city: filled(known.city),
    federalState: filled(known.federalState),
    country: filled(known.country),
    listed: listed ? { ...new ListedDetails(), ...listed } : null,
  };
}

/** The note at a company that its source marks as temporarily closed. */
export const closedForNow = (source: string) => ({
  notes: `Laut ${source} vorübergehend geschlossen.`,
});

export interface HitPage<Hit> {
  hits: Hit[];
  /** Entries of the page that could not be read. */
  unreadable?: number;
  /** Leads to the next page; null on the last one. */
  nextCursor: string | null;
  creditsCharged: number;
  /** Warnings about the hits, as German sentences. */
  warnings?: string[];
}

/** A service that is searched page by page. Each page is one call that may cost money. */
interface PagedSearch<Hit> {
  /** Stands in the store as the provider of a source. */
  id: string;
  name: string;
  /** The most hits one search can bring, and how many come at once. */
  maxResults: number;
  pageSize: number;
  /** @throws ProviderError */
  searchPage(
    search: { query: string; region: string },
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<HitPage<Hit>>;
}

/** A company with the source's own id of it, by which repeats across pages are known. */
export interface CompanyHit {
  id: string;
  company: FoundCompany;
}

export interface FoundRegion {
  places: string[];
  isAbroad: boolean;
  within?: string | null;
}

/** A source of companies; adding one is an adapter that answers these hits. */
export interface CompanySearch extends PagedSearch<CompanyHit> {
  /**
   * Present at a service that costs nothing and promises nothing: it searches in areas that it finds by their names, its
   * pages may be empty, and what it refuses in a rush it may answer minutes later.
   */
  openData?: {
    /**
     * The places in Germany that a region may mean, the likeliest first, or else whether it lies abroad, or is too small
     * to be searched: then the town that it lies in, if any.
     *
     * @throws ProviderError
     */
    findRegion(region: string, signal: AbortSignal): Promise<FoundRegion>;
  };
}

/** A page of the web as a search engine lists it. */
export interface WebHit {
  /** Absolute address, by which repeats across pages are known. */
  link: string;
  title: string;
  snippet: string | null;
  /** The service's own record. */
  payload: Record<string, unknown>;
}

export type WebSearch = PagedSearch<WebHit>;
