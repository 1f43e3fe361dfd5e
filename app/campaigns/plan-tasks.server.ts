import { foldText } from "~db/fold";
import { FEDERAL_STATE_NAMES, type FederalState } from "../reading/places/federal-states";
import { largestPlaces } from "../reading/places/places.server";
import { FIRST_STATES, UTILITY_TERMS } from "./campaign";
import type { CampaignInput } from "./campaign-input";

interface PlannedTask {
  term: string;
  state: FederalState;
  city: string;
}

function distinct(terms: readonly string[]): string[] {
  const known = new Set<string>();
  return terms.filter((term) => {
    const folded = foldText(term);
    return !known.has(folded) && known.add(folded);
  });
}

export function termsOf({ kind, terms }: Pick<CampaignInput, "kind" | "terms">): string[] {
  return kind === "energieversorger" ? [...UTILITY_TERMS] : distinct(terms ?? []);
}

function orderStates({ kind, states }: CampaignInput): FederalState[] {
  const first = kind === "energieversorger" ? FIRST_STATES : [];
  const order = new Set([...first, ...FEDERAL_STATE_NAMES]);
  return [...order].filter((state) => states?.includes(state) ?? true);
}

/** Goes state by state, the largest place first, term by term. */
export function planTasks(input: CampaignInput): PlannedTask[] {
  const terms = termsOf(input);
  return orderStates(input).flatMap((state) =>
    largestPlaces(state, input.placesPerState).flatMap((city) =>
      terms.map((term) => ({ term, state, city })),
    ),
  );
}

/** „Köln, Nordrhein-Westfalen“, as the map is asked. */
export function areaOf({ state, city }: Pick<PlannedTask, "city"> & { state: string }): string {
  return city === "" || city === state ? state : `${city}, ${state}`;
}
