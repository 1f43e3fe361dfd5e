import { foldText } from "~db/fold";
import { FEDERAL_STATE_NAMES, type FederalState } from "../reading/places/federal-states";
import { UTILITY_TERMS } from "./campaign";
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

function orderStates(
  { kind, states }: Pick<CampaignInput, "kind" | "states">,
  firstStates: readonly FederalState[],
): FederalState[] {
  const chosen = new Set(states ?? FEDERAL_STATE_NAMES);
  const first = kind === "energieversorger" ? firstStates.filter((state) => chosen.has(state)) : [];
  const rest = FEDERAL_STATE_NAMES.filter((state) => chosen.has(state));
  return [...new Set([...first, ...rest])];
}

/**
 * Goes state by state, the largest place first, term by term.
 *
 * @param placesOf a state's places, largest first
 */
export function planTasks(
  input: CampaignInput,
  firstStates: readonly FederalState[],
  placesOf: (state: FederalState, count: number) => readonly string[],
): PlannedTask[] {
  const terms = termsOf(input);
  return orderStates(input, firstStates).flatMap((state) =>
    placesOf(state, input.placesPerState).flatMap((city) =>
      terms.map((term) => ({ term, state, city })),
    ),
  );
}

/** „Köln, Nordrhein-Westfalen“, as the map is asked. */
export function areaOf({ state, city }: Pick<PlannedTask, "city"> & { state: string }): string {
  return city === "" || city === state ? state : `${city}, ${state}`;
}
