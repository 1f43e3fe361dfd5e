import { describe, expect, it } from "vitest";
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
