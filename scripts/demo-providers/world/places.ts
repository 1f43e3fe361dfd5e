// Node, which runs the browser tests, needs the import attribute.
import { type FederalState, federalStates } from "./federal-states";
import list from "./places.json" with { type: "json" };

/** A real town, or a district of a city state, in which invented companies have their seat. */
export interface Place {
  locality: string;
  /** Only in the city states, where Google names it as `sublocality`. */
  district?: string | undefined;
  state: FederalState;
  /** One of its codes. */
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
  return list.states[state.code].split(";").map((entry) => {
    const [name = "", postalCode = "", latitude, longitude] = entry.split(",");
    const point = { latitude: Number(latitude), longitude: Number(longitude) };
    return { ...townOf(state, name), state, postalCode, ...point };
  });
}

/** In the city states the places are districts: "Kreuzberg", "Vegesack", "Bremerhaven-Lehe". */
function townOf({ code, name }: FederalState, place: string) {
  const isCityState = ["BE", "HB", "HH"].includes(code);
  if (!isCityState || ["Bremen", "Bremerhaven"].includes(place)) return { locality: place };
  const [, district] = place.split("Bremerhaven-");
  return district ? { locality: "Bremerhaven", district } : { locality: name, district: place };
}
