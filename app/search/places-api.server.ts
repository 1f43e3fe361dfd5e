import { z } from "zod";
import { operation } from "../http/api.server";
import {
  FederalStateSchema,
  findStatePlaces,
  StatePlacesSchema,
} from "../reading/places/places.server";

const listPlaces = operation({
  id: "listPlaces",
  method: "GET",
  path: "/api/stadtwerke-cities",
  summary: "Je Bundesland 50 Orte, der größte zuerst",
  description:
    "In Berlin und Hamburg sind es Stadtteile, in Bremen die beiden Städte und ihre Ortsteile. Orte ohne Einwohnerzahl stehen am Ende. Quellen: GeoNames (CC BY 4.0, verändert), für Hamburg das Statistische Amt für Hamburg und Schleswig-Holstein (Datenlizenz Deutschland – Namensnennung 2.0).",
  query: z.strictObject({
    state: FederalStateSchema.optional().describe("Code oder Name; ohne ihn alle 16"),
  }),
  status: 200,
  response: z.object({ states: z.array(StatePlacesSchema) }).meta({ id: "PlaceList" }),
  async handle({ query }) {
    return { states: findStatePlaces(query.state) };
  },
});

export const placeOperations = [listPlaces];
