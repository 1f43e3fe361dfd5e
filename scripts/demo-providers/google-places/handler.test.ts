import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askDemo } from "../../../tests/support/demo-request";
import { createGooglePlaces } from "./handler";

/** Wire format: shared/providers.md, section 1. */
const provider = createGooglePlaces();
const MASK = "places.id,nextPageToken";
const GERMAN = { languageCode: "de", includePureServiceAreaBusinesses: true };

const answerSchema = z.object({
  places: z.array(z.looseObject({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

function call(body: unknown, key = "any-key", mask = MASK) {
  const headers = { "x-goog-api-key": key, "x-goog-fieldmask": mask };
  return askDemo(provider, "POST", "/v1/places:searchText", { headers, body });
}

const found = (body: object) => answerSchema.parse(JSON.parse(call(body).body));

/** All pages of a query, as lists of place ids. */
function pagesOf(textQuery: string): string[][] {
  const pages: string[][] = [];
  let pageToken: string | undefined;
  do {
    const answer = found({ textQuery, ...GERMAN, pageToken });
    pages.push(answer.places.map(({ id }) => id));
    pageToken = answer.nextPageToken;
  } while (pageToken !== undefined);
  return pages;
}

describe("paging", () => {
  it.each([
    ["Stadtwerke in Bayern", [20, 20, 20]],
    ["Stadtwerke in Saarland", [20, 3]],
    ["Xylophonstimmer Berlin", [0]],
  ])("of „%s“ ends after three pages of twenty", (query, sizes) => {
    expect(pagesOf(query).map((page) => page.length)).toEqual(sizes);
  });

  it("refuses a token together with other parameters", () => {
    const body = { textQuery: "Stadtwerke Bayern", ...GERMAN };
    const { nextPageToken: pageToken } = found(body);
    expect(found({ ...body, pageToken, pageSize: 5 }).places).toHaveLength(5);
    expect(call({ ...body, pageToken, textQuery: "Hotel" }).status).toBe(400);
  });
});

it.each([
  ["the wrong key", "demo-ungueltig", MASK, 400],
  ["a key without the service", "demo-nicht-aktiviert", MASK, 403],
  ["no key", "", MASK, 403],
  ["no mask", "any-key", "", 400],
])("refuses %s", (_, key, mask, status) => {
  const reply = call({ textQuery: "Elektriker in Berlin" }, key, mask);
  expect(reply.status).toBe(status);
  expect(JSON.parse(reply.body)).toMatchObject({ error: { code: status } });
});
