// Node, which runs the browser tests, needs the import attribute.
import cities from "../../../app/reading/places/german-cities.json" with { type: "json" };
import { type FederalState, federalStates } from "./federal-states";
import { createRandom } from "./seeded-random";

/** A real town, or a district of a city state, in which invented companies have their seat. */
export interface Place {
  locality: string;
  /** Only in the city states, where Google names it as `sublocality`. */
  district?: string | undefined;
  state: FederalState;
  /** Invented, like the position: both fit the state, not the town. */
  postalCode: string;
  latitude: number;
  longitude: number;
}

const byState = new Map(federalStates.map((state) => [state, placesIn(state)]));

export const places: readonly Place[] = [...byState.values()].flat();

export function placesOf(state: FederalState): readonly Place[] {
  return byState.get(state) ?? [];
}

function placesIn(state: FederalState): Place[] {
  const towns = cities.states
    .filter(({ code }) => code === state.code)
    .flatMap((found) => found.cities);
  return towns.map(({ name }) => {
    const random = createRandom(`place/${state.code}/${name}`);
    const away = () => (random.next() - random.next()) * state.reach;
    return {
      ...townOf(state, name),
      state,
      postalCode: `${random.pick(state.postal)}${random.integer(10, 99)}`,
      latitude: state.latitude + away(),
      longitude: state.longitude + 1.5 * away(),
    };
  });
}

/** In the city states the places are districts: "Kreuzberg", "Vegesack", "Bremerhaven-Lehe". */
function townOf({ code, name }: FederalState, place: string) {
  const isCityState = ["BE", "HB", "HH"].includes(code);
  if (!isCityState || ["Bremen", "Bremerhaven"].includes(place)) return { locality: place };
  const [, district] = place.split("Bremerhaven-");
  return district ? { locality: "Bremerhaven", district } : { locality: name, district: place };
}
