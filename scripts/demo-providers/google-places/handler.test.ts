import { expect, it } from "vitest";
import { z } from "zod";
import { askDemo } from "../../../tests/support/demo-request";
import { createGooglePlaces } from "./handler";

const provider = createGooglePlaces();
const GERMAN = { languageCode: "de", includePureServiceAreaBusinesses: true };

const answerSchema = z.object({
  places: z.array(z.looseObject({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

function call(body: unknown) {
  const headers = { "x-goog-api-key": "any-key", "x-goog-fieldmask": "places.id,nextPageToken" };
  return askDemo(provider, "POST", "/v1/places:searchText", { headers, body });
}

const found = (body: object) => answerSchema.parse(JSON.parse(call(body).body));

it("refuses a token of the next page together with other parameters", () => {
  const body = { textQuery: "Stadtwerke Bayern", ...GERMAN };
  const { nextPageToken: pageToken } = found(body);
  expect(found({ ...body, pageToken, pageSize: 5 }).places).toHaveLength(5);
  expect(call({ ...body, pageToken, textQuery: "Hotel" }).status).toBe(400);
});
