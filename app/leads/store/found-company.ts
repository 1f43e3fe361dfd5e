import type { LeadStatus } from "~db/schema";
import type { Contact } from "../../providers/email-finder";
import type { FederalState } from "../federal-states";

/** A company as a provider found it, before it is looked up in the store. Absent values are null. */
export interface FoundCompany {
  name: string | null;
  website: string | null;
  /** The company's domain or an address at it, where it is known by other means than the website. */
  domain?: string | null;
  phone: string | null;
  address: string | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  federalState: FederalState | null;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Given up for good: such a company is counted, but not stored. */
  isClosed: boolean;
  /** The provider's own record, kept with the lead. */
  payload: Record<string, unknown>;
  /** Whoever is to be spoken to there; without a name it is nobody. */
  contact?: Contact | null;
  /** Present where the company comes from a list of the team's own. */
  listed?: ListedDetails;
}

/** What a team's own list says of a company besides; no search knows these. */
export interface ListedDetails {
  /** The company's domain where the list has it besides the website, or in its place. */
  domain: string | null;
  /** The main address first. */
  emails: string[];
  contactName: string | null;
  contactTitle: string | null;
  companyType: string | null;
  /** 1 to 5. */
  salesScore: number | null;
  salesReason: string | null;
  offerPackage: string | null;
  notes: string | null;
  /** Only for leads that become new. */
  status: LeadStatus | null;
  /** Only for leads that become new. */
  isApproved: boolean;
  /** As they are stored; only for leads that have none. */
  tags: string[];
  /** In the place of the job's own term. */
  sourceTerm: string | null;
}
