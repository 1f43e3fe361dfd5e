import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { DemoReply } from "../provider";
import { createGooglePlaces } from "./handler";

const provider = createGooglePlaces();
const MASK =
  "places.id,places.displayName,places.location,places.websiteUri,places.addressComponents,places.pureServiceAreaBusiness,nextPageToken";

const answerSchema = z.object({
  places: z
    .array(
      z.looseObject({
        id: z.string(),
        location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
        pureServiceAreaBusiness: z.boolean().optional(),
      }),
    )
    .optional(),
  nextPageToken: z.string().optional(),
});

const errorSchema = z.object({
  error: z.object({
    code: z.number(),
    message: z.string(),
    status: z.string(),
    details: z.array(z.looseObject({ reason: z.string().optional() })).optional(),
  }),
});

interface Call {
  key?: string;
  mask?: string;
  method?: string;
  path?: string;
}

function call(body: Record<string, unknown> | string, options: Call = {}): DemoReply {
  const { key = "any-key", mask = MASK, method = "POST", path = "/v1/places:searchText" } = options;
  return provider.answer({
    method,
    path,
    query: new URLSearchParams(),
    headers: { "x-goog-api-key": key, "x-goog-fieldmask": mask },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function found(body: Record<string, unknown>, options?: Call) {
  const reply = call(body, options);
  expect(reply.status, reply.body).toBe(200);
  return answerSchema.parse(JSON.parse(reply.body));
}

function refused(body: Record<string, unknown> | string, options?: Call) {
  const reply = call(body, options);
  const { error } = errorSchema.parse(JSON.parse(reply.body));
  expect(error.code).toBe(reply.status);
  return error;
}

/** All pages of a query, as lists of place ids. */
function pagesOf(body: Record<string, unknown>): string[][] {
  const pages: string[][] = [];
  let pageToken: string | undefined;
  do {
    const answer = found(pageToken === undefined ? body : { ...body, pageToken });
    pages.push((answer.places ?? []).map(({ id }) => id));
    pageToken = answer.nextPageToken;
  } while (pageToken !== undefined);
  return pages;
}

const germanSearch = { languageCode: "de", includePureServiceAreaBusinesses: true };

describe("paging", () => {
  it("ends after three pages of twenty however many companies there are", () => {
    const pages = pagesOf({ textQuery: "Stadtwerke in Bayern", ...germanSearch });
    expect(pages.map((page) => page.length)).toEqual([20, 20, 20]);
  });

  it("gives the rest on the last page, which has no token", () => {
    const sizes = (textQuery: string) =>
      pagesOf({ textQuery, ...germanSearch }).map((page) => page.length);
    expect(sizes("Stadtwerke in Bremen")).toEqual([7]);
    expect(sizes("Stadtwerke in Saarland")).toEqual([20, 3]);
    expect(sizes("Elektriker in Bremen")).toEqual([20]);
    expect(sizes("Elektriker in Berlin")).toEqual([20, 20, 8]);
  });

  it("repeats one place of the first page on the second of a long result", () => {
    const [first = [], second = [], third = []] = pagesOf({
      textQuery: "Stadtwerke in Bayern",
      ...germanSearch,
    });
    const repeated = second.filter((id) => first.includes(id));
    expect(repeated).toHaveLength(1);
    expect(new Set([...first, ...second, ...third]).size).toBe(59);
  });

  it("takes page sizes from 1 to 20, cuts larger ones and refuses negative ones", () => {
    const size = (pageSize?: number) =>
      found({ textQuery: "Stadtwerke Bayern", pageSize }).places?.length;
    expect([size(1), size(20), size(100), size(0), size(undefined)]).toEqual([1, 20, 20, 20, 20]);
    expect(refused({ textQuery: "Stadtwerke Bayern", pageSize: -1 }).status).toBe(
      "INVALID_ARGUMENT",
    );
  });

  it("refuses a token together with other parameters, but lets the page size change", () => {
    const body = { textQuery: "Stadtwerke Bayern", ...germanSearch };
    const pageToken = found(body).nextPageToken;
    expect(found({ ...body, pageToken, pageSize: 5 }).places).toHaveLength(5);
    for (const changed of [{ textQuery: "Stadtwerke Hessen" }, { languageCode: "en" }]) {
      expect(refused({ ...body, ...changed, pageToken }).code).toBe(400);
    }
  });

  it("refuses a token that it has not written", () => {
    const body = { textQuery: "Stadtwerke Bayern" };
    const token = found(body).nextPageToken ?? "";
    const tampered = token.slice(0, -2) + (token.endsWith("AA") ? "BB" : "AA");
    for (const pageToken of ["AeCrKXerfunden", "40", tampered]) {
      expect(refused({ ...body, pageToken }).status).toBe("INVALID_ARGUMENT");
    }
  });

  it("answers the same question with the same words", () => {
    const body = { textQuery: "Zahnärzte in Köln", ...germanSearch };
    expect(call(body)).toEqual(call(body));
  });
});

describe("the field mask", () => {
  const body = { textQuery: "Elektriker in Berlin", ...germanSearch };

  it("is required", () => {
    const error = refused(body, { mask: "" });
    expect(error.code).toBe(400);
    expect(error.message).toMatch(/^FieldMask is a required parameter/);
  });

  it("leaves only the fields that it names", () => {
    const answer = found(body, { mask: "places.id,places.displayName.text" });
    expect(answer.nextPageToken).toBeUndefined();
    for (const place of answer.places ?? []) {
      expect(Object.keys(place).sort()).toEqual(["displayName", "id"]);
      expect(place.displayName).toEqual({ text: expect.any(String) });
    }
  });

  it("gives the token only when it is named", () => {
    expect(found(body, { mask: "places.id" }).nextPageToken).toBeUndefined();
    expect(found(body, { mask: "places.id,nextPageToken" }).nextPageToken).toBeTypeOf("string");
    expect(found(body, { mask: "*" }).nextPageToken).toBeTypeOf("string");
  });

  it("refuses fields that do not exist, also because of a blank", () => {
    for (const mask of ["places.email", "id", "places.id, places.name", "places.id,"]) {
      expect(refused(body, { mask }).message).toMatch(/Cannot find matching fields/);
    }
  });
});

describe("the answer", () => {
  it("is an empty object when nothing is found", () => {
    expect(call({ textQuery: "Xylophonstimmer in Hintermusterhausen" }).body).toBe("{}");
    expect(call({ textQuery: "Xylophonstimmer in Berlin" }).body).toBe("{}");
  });

  it("passes the usual key test", () => {
    const answer = found({ textQuery: "Rathaus Berlin", pageSize: 1 }, { mask: "places.id" });
    expect(answer.places).toHaveLength(1);
  });

  it("stays inside the rectangle", () => {
    const rectangle = {
      low: { latitude: 52.4, longitude: 13.3 },
      high: { latitude: 52.55, longitude: 13.45 },
    };
    const body = { textQuery: "Elektriker", locationRestriction: { rectangle } };
    const places = found(body).places ?? [];
    expect(places.length).toBeGreaterThan(5);
    for (const { location } of places) {
      expect(location?.latitude).toBeGreaterThanOrEqual(52.4);
      expect(location?.latitude).toBeLessThanOrEqual(52.55);
      expect(location?.longitude).toBeGreaterThanOrEqual(13.3);
      expect(location?.longitude).toBeLessThanOrEqual(13.45);
    }
  });

  it("holds firms without an address only when they are wanted, and then without position", () => {
    const all = (wanted: boolean) =>
      ["Elektriker in Hessen", "Heizung in Hessen"].flatMap(
        (textQuery) =>
          found({ textQuery, includePureServiceAreaBusinesses: wanted }, { mask: "*" }).places ??
          [],
      );
    const mobile = all(true).filter((place) => place.pureServiceAreaBusiness === true);
    expect(mobile.length).toBeGreaterThan(0);
    for (const place of mobile) {
      expect(place).not.toHaveProperty("location");
      expect(place).not.toHaveProperty("formattedAddress");
      expect(place).not.toHaveProperty("addressComponents");
    }
    expect(all(false).some((place) => place.pureServiceAreaBusiness === true)).toBe(false);
  });

  it("never holds a null", () => {
    for (const textQuery of ["Stadtwerke in Bayern", "Sanitär in Hamburg"]) {
      expect(call({ textQuery, ...germanSearch }, { mask: "*" }).body).not.toContain("null");
    }
  });

  it("is German only when German is asked for", () => {
    const [german] =
      found({ textQuery: "Hotel Bayern", languageCode: "de" }, { mask: "*" }).places ?? [];
    const [english] = found({ textQuery: "Hotel Bayern" }, { mask: "*" }).places ?? [];
    expect(german?.formattedAddress).toMatch(/, Deutschland$/);
    expect(english?.formattedAddress).toMatch(/, Germany$/);
    expect(german?.addressComponents).toContainEqual({
      longText: "Bayern",
      shortText: "BY",
      types: ["administrative_area_level_1", "political"],
      languageCode: "de",
    });
  });
});

describe("errors", () => {
  const body = { textQuery: "Elektriker in Berlin" };

  it.each([
    ["demo-ungueltig", 400, "INVALID_ARGUMENT", "API_KEY_INVALID"],
    ["demo-ohne-abrechnung", 403, "PERMISSION_DENIED", "BILLING_DISABLED"],
    ["demo-nicht-aktiviert", 403, "PERMISSION_DENIED", "SERVICE_DISABLED"],
    ["demo-dienst-gesperrt", 403, "PERMISSION_DENIED", "API_KEY_SERVICE_BLOCKED"],
    ["demo-adresse-gesperrt", 403, "PERMISSION_DENIED", "API_KEY_IP_ADDRESS_BLOCKED"],
    ["demo-minutenlimit", 429, "RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED"],
    ["demo-tageslimit", 429, "RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED"],
  ])("come with the key %s", (key, code, status, reason) => {
    const error = refused(body, { key });
    expect([error.code, error.status]).toEqual([code, status]);
    expect(error.details?.map((detail) => detail.reason)).toContain(reason);
  });

  it("come without a key", () => {
    const error = refused(body, { key: "" });
    expect([error.code, error.status]).toEqual([403, "PERMISSION_DENIED"]);
  });

  it("come for bodies that Google would not take", () => {
    const bad = [
      "kein JSON",
      "[]",
      {},
      { textQuery: "" },
      { textQuery: 7 },
      { ...body, languageCode: "??" },
      { ...body, pagesize: 5 },
      { ...body, locationRestriction: { circle: {} } },
      {
        ...body,
        locationRestriction: {
          rectangle: {
            low: { latitude: 53, longitude: 13 },
            high: { latitude: 52, longitude: 14 },
          },
        },
      },
    ];
    for (const wrong of bad) {
      expect(refused(wrong).status, JSON.stringify(wrong)).toBe("INVALID_ARGUMENT");
    }
  });

  it("come for other paths and methods", () => {
    expect(refused(body, { path: "/v1/places:searchNearby" }).code).toBe(404);
    expect(refused(body, { method: "GET" }).code).toBe(405);
  });
});
