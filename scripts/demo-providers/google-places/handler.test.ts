import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askDemo } from "../../../tests/support/demo-request";
import { createGooglePlaces } from "./handler";

/** Wire format: shared/providers.md, section 1. */
const provider = createGooglePlaces();
const MASK = "places.id,places.displayName,places.pureServiceAreaBusiness,nextPageToken";
const GERMAN = { languageCode: "de", includePureServiceAreaBusinesses: true };

const answerSchema = z.object({
  places: z.array(z.looseObject({ id: z.string() })).default([]),
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
  target?: string;
}

function call(body: unknown, { key = "any-key", mask = MASK, target }: Call = {}) {
  const [method = "", path = ""] = (target ?? "POST /v1/places:searchText").split(" ");
  const headers = { "x-goog-api-key": key, "x-goog-fieldmask": mask };
  return askDemo(provider, method, path, { headers, body });
}

function found(body: object, options?: Call) {
  const reply = call(body, options);
  expect(reply.status, reply.body).toBe(200);
  return answerSchema.parse(JSON.parse(reply.body));
}

function refused(body: unknown, options?: Call) {
  const reply = call(body, options);
  const { error } = errorSchema.parse(JSON.parse(reply.body));
  expect(error.code).toBe(reply.status);
  return error;
}

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
    ["Stadtwerke in Bremen", [7]],
    ["Stadtwerke in Saarland", [20, 3]],
    ["Elektriker in Bremen", [20]],
    ["Elektriker in Berlin", [20, 20, 8]],
  ])("of „%s“ ends after three pages of twenty", (query, sizes) => {
    expect(pagesOf(query).map((page) => page.length)).toEqual(sizes);
  });

  it("repeats one place of the first page on the second of a long result", () => {
    const [first = [], second = [], third = []] = pagesOf("Stadtwerke in Bayern");
    expect(second.filter((id) => first.includes(id))).toHaveLength(1);
    expect(new Set([...first, ...second, ...third]).size).toBe(59);
  });

  it("refuses a token together with other parameters, or that it has not written", () => {
    const body = { textQuery: "Stadtwerke Bayern", ...GERMAN };
    const pageToken = found(body).nextPageToken;
    expect(found({ ...body, pageToken, pageSize: 5 }).places).toHaveLength(5);
    for (const changed of [{ textQuery: "Hotel" }, { languageCode: "en" }, { pageToken: "40" }]) {
      expect(refused({ ...body, pageToken, ...changed }).status).toBe("INVALID_ARGUMENT");
    }
  });
});

describe("the field mask", () => {
  const body = { textQuery: "Elektriker in Berlin", ...GERMAN };

  it("leaves only the fields that it names", () => {
    const answer = found(body, { mask: "places.id,places.displayName.text" });
    expect(answer.nextPageToken).toBeUndefined();
    for (const place of answer.places) {
      expect(place).toEqual({ id: place.id, displayName: { text: expect.any(String) } });
    }
    expect(found(body, { mask: "places.id,nextPageToken" }).nextPageToken).toBeTypeOf("string");
    expect(found(body, { mask: "*" }).nextPageToken).toBeTypeOf("string");
  });
});

describe("the answer", () => {
  it("is an empty object when nothing is found, and the same for the same question", () => {
    for (const textQuery of ["Xylophonstimmer in Hintermusterhausen", "Xylophonstimmer Berlin"]) {
      expect(call({ textQuery }).body).toBe("{}");
    }
    const body = { textQuery: "Zahnärzte in Köln", ...GERMAN };
    expect(call(body)).toEqual(call(body));
  });

  it("holds firms without an address only when they are wanted, and then without position", () => {
    const mobile = (wanted: boolean) => {
      const body = { textQuery: "Heizung in Hessen", includePureServiceAreaBusinesses: wanted };
      const { places } = found(body, { mask: "*" });
      return places.filter((place) => place.pureServiceAreaBusiness === true);
    };
    expect(mobile(true).length).toBeGreaterThan(0);
    expect(mobile(false)).toEqual([]);
    for (const place of mobile(true)) {
      for (const field of ["location", "formattedAddress", "addressComponents"]) {
        expect(place).not.toHaveProperty(field);
      }
    }
  });
});

describe("an error", () => {
  const body = { textQuery: "Elektriker in Berlin" };

  it.each([
    ["demo-ungueltig", 400, "INVALID_ARGUMENT", "API_KEY_INVALID"],
    ["demo-nicht-aktiviert", 403, "PERMISSION_DENIED", "SERVICE_DISABLED"],
    ["", 403, "PERMISSION_DENIED", undefined],
  ])("comes with the key „%s“", (key, code, status, reason) => {
    const error = refused(body, { key });
    expect(error).toMatchObject({ code, status });
    expect(error.details?.[0]?.reason).toBe(reason);
  });

  it.each<[unknown, Call, number]>([
    ["kein JSON", {}, 400],
    [[], {}, 400],
    [{ textQuery: 7 }, {}, 400],
    [{ ...body, languageCode: "??" }, {}, 400],
    [{ ...body, pageSize: -1 }, {}, 400],
    [{ ...body, pagesize: 5 }, {}, 400],
    [body, { mask: "" }, 400],
    [body, { mask: "places.email" }, 400],
    [body, { mask: "id" }, 400],
    [body, { mask: "places.id," }, 400],
    [body, { target: "POST /v1/places:searchNearby" }, 404],
    [body, { target: "GET /v1/places:searchText" }, 405],
  ])("comes for %j with %j", (wrong, options, code) => {
    expect(refused(wrong, options).code).toBe(code);
  });
});
