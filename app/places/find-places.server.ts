import { z } from "zod";
import type { FederalState } from "../leads/federal-states";
import cities from "./german-cities.json";
import { type StatePlaces, StatePlacesSchema } from "./state-places";

const STATES: readonly StatePlaces[] = z.array(StatePlacesSchema).parse(cities.states);

/** The places of one federal state or of all, each state's largest first. */
export function findStatePlaces(state?: FederalState): StatePlaces[] {
  return STATES.filter(({ name }) => state === undefined || name === state);
}

/** The names of a state's largest places, largest first. */
export function largestPlaces(state: FederalState, count: number): string[] {
  const [found] = findStatePlaces(state);
  return (found?.cities ?? []).slice(0, count).map(({ name }) => name);
}
