import { z } from "zod";
import { FEDERAL_STATE_NAMES, FEDERAL_STATES, type FederalState } from "./federal-states";
import cities from "./german-cities.json";
import { parseFederalState } from "./parse-federal-state";

const UNKNOWN_STATE = `Dieses Bundesland gibt es nicht. Möglich sind ${Object.entries(
  FEDERAL_STATES,
)
  .map(([code, name]) => `${code} (${name})`)
  .join(", ")}.`;

export const FederalStateSchema = z
  .string(UNKNOWN_STATE)
  .transform((text, context): FederalState => {
    const state = parseFederalState(text);
    if (state !== null) return state;
    context.addIssue({ code: "custom", message: UNKNOWN_STATE });
    return z.NEVER;
  });

export const StatePlacesSchema = z
  .object({
    code: z.string().describe("Zwei Buchstaben, zum Beispiel BY"),
    name: z.enum(FEDERAL_STATE_NAMES),
    cities: z.array(
      z.object({
        name: z.string(),
        population: z.int().nullable().describe("null, wenn die Quelle keine Zahl hat"),
      }),
    ),
  })
  .meta({ id: "StatePlaces" });

type StatePlaces = z.infer<typeof StatePlacesSchema>;

const STATES: readonly StatePlaces[] = z.array(StatePlacesSchema).parse(cities.states);

export function findStatePlaces(state?: FederalState): StatePlaces[] {
  return STATES.filter(({ name }) => state === undefined || name === state);
}

export function largestPlaces(state: FederalState, count: number): string[] {
  const [found] = findStatePlaces(state);
  return (found?.cities ?? []).slice(0, count).map(({ name }) => name);
}
