import { stateOfRegion } from "~db/state-regions";
import { FEDERAL_STATE_NAMES, type FederalState } from "./federal-states";
import { parseFederalState } from "./parse-federal-state";

export interface Whereabouts {
  federalState?: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  postalCode: string | null;
  city: string | null;
}

/**
 * The federal state of a German address: as the source names it, else by postal code or town. Null abroad, where the
 * same codes mean other regions („BE“ is Bern, too).
 */
export function federalStateOf(place: Whereabouts): FederalState | null {
  if (place.country !== null && place.country !== "DE") return null;
  const named = parseFederalState(place.federalState ?? "");
  if (named !== null) return named;
  const found = stateOfRegion(place.postalCode, place.city);
  return FEDERAL_STATE_NAMES.find((name) => name === found) ?? null;
}
