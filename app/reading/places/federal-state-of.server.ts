import { stateOfRegion } from "~db/state-regions";
import { FEDERAL_STATE_NAMES, type FederalState } from "./federal-states";
import { parseFederalState } from "./parse-federal-state";

export interface PlaceFields {
  federalState?: string | null;
  country: string | null;
  postalCode: string | null;
  city: string | null;
}

/** Null abroad, where the same codes mean other regions („BE“ is also Bern). */
export function federalStateOf(place: PlaceFields): FederalState | null {
  if (place.country !== null && place.country !== "DE") return null;
  const named = parseFederalState(place.federalState ?? "");
  if (named !== null) return named;
  const found = stateOfRegion(place.postalCode, place.city);
  return FEDERAL_STATE_NAMES.find((name) => name === found) ?? null;
}
