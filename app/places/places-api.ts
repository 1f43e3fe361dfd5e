import { z } from "zod";
import { type ApiOperation, apiOperation, NOTHING } from "../http/api-operation";
import {
  FEDERAL_STATE_NAMES,
  FEDERAL_STATES,
  type FederalState,
  parseFederalState,
} from "../leads/federal-states";

const UNKNOWN_STATE = `Dieses Bundesland gibt es nicht. Möglich sind ${Object.entries(
  FEDERAL_STATES,
)
  .map(([code, name]) => `${code} (${name})`)
  .join(", ")}.`;

/** A federal state by its code or its name, in any case. */
export const FederalStateSchema = z
  .string(UNKNOWN_STATE)
  .transform((text, context): FederalState => {
    const state = parseFederalState(text);
    if (state !== null) return state;
    context.addIssue({ code: "custom", message: UNKNOWN_STATE });
    return z.NEVER;
  });

/** A federal state with its largest places. */
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

export type StatePlaces = z.infer<typeof StatePlacesSchema>;

export const listPlaces = apiOperation({
  method: "GET",
  path: "/api/stadtwerke-cities",
  summary: "Je Bundesland 50 Orte, der größte zuerst",
  description:
    "In Berlin und Hamburg sind es Stadtteile, in Bremen die beiden Städte und ihre Ortsteile. Orte ohne Einwohnerzahl stehen am Ende. Quellen: GeoNames (CC BY 4.0, verändert), für Hamburg das Statistische Amt für Hamburg und Schleswig-Holstein (Datenlizenz Deutschland – Namensnennung 2.0).",
  query: z.strictObject({
    state: FederalStateSchema.optional().describe("Code oder Name; ohne ihn alle 16"),
  }),
  body: NOTHING,
  status: 200,
  response: z.object({ states: z.array(StatePlacesSchema) }).meta({ id: "PlaceList" }),
});

export const placeOperations: readonly ApiOperation[] = [listPlaces];
