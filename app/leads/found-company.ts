import type { FederalState } from "./federal-states";

/** A company as a provider found it, before it is looked up in the store. Absent values are null. */
export interface FoundCompany {
  name: string | null;
  website: string | null;
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
}
