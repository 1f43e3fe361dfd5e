import { describe, expect, it } from "vitest";
import { type Answer, bodyOf, failureOf, reply, startRawServer } from "~tests/raw-server";
import type { ProviderErrorKind } from "../provider-error";
import { googlePlaces } from "./google-places.server";
import { PlaceSchema } from "./place";

const KEY = "AIza-test-key";
const SEARCH = { query: "Elektriker", region: "Berlin" };
const signal = new AbortController().signal;

/** An error in Google's form. */
function refusal(status: number, message: string, reason?: string): Answer {
  const details = [{ links: [] }, ...(reason === undefined ? [] : [{ reason }])];
  return reply(status, { error: { code: status, message, details } });
}

async function providerAt(...answers: Answer[]) {
  const server = await startRawServer(...answers);
  const provider = googlePlaces({ apiKey: KEY, baseUrl: server.url }, { retrySpeed: 10_000 });
  return { server, provider };
}

describe("a search", () => {
  it("asks in German for a page of 20 with all needed fields and the next page's token", async () => {
    const { server, provider } = await providerAt(reply(200, {}));
    await provider.searchPage(SEARCH, null, signal);
    await provider.searchPage({ query: "Maler", region: "" }, "token-2", signal);
    const [request = "", next] = server.requests;
    expect(request).toMatch(/^POST \/v1\/places:searchText HTTP\/1\.1\r\n/);
    expect(request.toLowerCase()).toContain(`x-goog-api-key: ${KEY.toLowerCase()}\r\n`);
    const mask = /x-goog-fieldmask: (.*)\r\n/i.exec(request)?.[1]?.split(",");
    const fields = Object.keys(PlaceSchema.shape).map((field) => `places.${field}`);
    expect(mask).toEqual(expect.arrayContaining(["nextPageToken", ...fields]));
    const body = {
      textQuery: "Elektriker in Berlin",
      languageCode: "de",
      regionCode: "DE",
      locationBias: {
        rectangle: {
          low: { latitude: 47.2, longitude: 5.8 },
          high: { latitude: 55.1, longitude: 15.1 },
        },
      },
      pageSize: 20,
      includePureServiceAreaBusinesses: true,
    };
    expect(bodyOf(request)).toEqual(body);
    expect(bodyOf(next)).toEqual({ ...body, textQuery: "Maler", pageToken: "token-2" });
  });

  it("asks within the rectangle around a town, instead of for the town", async () => {
    const { server, provider } = await providerAt(reply(200, {}));
    await provider.searchPage({ query: "Maler", region: "Berlin + 30 km" }, null, signal);
    const [body] = server.requests.map(bodyOf);
    const north = (km: number) => expect.closeTo(52.52 + km / 111, 1);
    const rectangle = { low: { latitude: north(-30) }, high: { latitude: north(30) } };
    expect(body).toMatchObject({ textQuery: "Maler", locationRestriction: { rectangle } });
    expect(body).not.toHaveProperty("locationBias");
  });

  it("asks for ids alone within a rectangle, and for single places", async () => {
    const { server, provider } = await providerAt(
      reply(200, { places: [{ id: "a" }, {}], nextPageToken: "token-2" }),
      reply(200, { id: "a b", displayName: { text: "A" } }),
      refusal(404, "The Place ID is no longer valid."),
    );
    const { places } = provider;
    expect(
      await places?.searchIds({ ...SEARCH, region: "", box: [52, 13, 53, 14] }, null, signal),
    ).toEqual({
      ids: ["a"],
      nextCursor: "token-2",
    });
    expect(await places?.find("a b", signal)).toMatchObject({ company: { name: "A" } });
    expect(await places?.find("gone", signal)).toBeNull();
    const [ids = "", single = ""] = server.requests;
    expect(ids).toMatch(/x-goog-fieldmask: places\.id,nextPageToken\r\n/i);
    const rectangle = {
      low: { latitude: 52, longitude: 13 },
      high: { latitude: 53, longitude: 14 },
    };
    expect(bodyOf(ids)).toMatchObject({
      textQuery: "Elektriker",
      locationRestriction: { rectangle },
    });
    expect(single).toMatch(/^GET \/v1\/places\/a%20b\?languageCode=de&regionCode=DE /);
    expect(single).toMatch(/x-goog-fieldmask: id,displayName,/i);
  });

  it("returns places and the next page's cursor", async () => {
    const places = [{ id: "a", displayName: { text: "A" } }, { id: "b" }];
    const { provider } = await providerAt(reply(200, { places, nextPageToken: "token-2" }));
    const page = await provider.searchPage(SEARCH, null, signal);
    expect(page.hits.map(({ id, company }) => [id, company.name])).toEqual([
      ["a", "A"],
      ["b", null],
    ]);
    expect(page.nextCursor).toBe("token-2");
  });

  it.each([
    ["a blank token", { nextPageToken: " " }],
    ["an odd token", { nextPageToken: 7 }],
    ["nothing", {}],
  ])("ends with %s", async (_, answer) => {
    const { provider } = await providerAt(reply(200, answer));
    expect(await provider.searchPage(SEARCH, null, signal)).toEqual({
      hits: [],
      unreadable: 0,
      nextCursor: null,
      creditsCharged: 1,
    });
  });

  it("skips an unreadable place, and fails if all are", async () => {
    const bad = { displayName: { text: "ohne Kennung" } };
    const { provider } = await providerAt(
      reply(200, { places: [bad, { id: "a" }] }),
      reply(200, { places: [bad] }),
    );
    const page = await provider.searchPage(SEARCH, null, signal);
    expect(page).toMatchObject({ hits: [{ id: "a" }], unreadable: 1 });
    const error = await failureOf(provider.searchPage(SEARCH, null, signal));
    expect(error.kind).toBe("malformed");
  });
});

const DAILY = "Quota exceeded for limit 'SearchTextRequest per day'.";
const FAST = "Quota exceeded for limit 'per minute'.";
/** The quotas, and a project without billing, are in tests/system/provider-cells.test.ts. */
const REFUSALS: [name: string, answer: Answer, kind: ProviderErrorKind][] = [
  ["a missing field mask", refusal(400, "FieldMask is required."), "bad_request"],
  ["a wrong key", refusal(400, "API key not valid.", "API_KEY_INVALID"), "auth"],
  ["other services' key", refusal(403, "Blocked.", "API_KEY_SERVICE_BLOCKED"), "forbidden"],
  ["the quota of a day by its words", refusal(429, DAILY), "day_quota"],
  ["the same in a 200", reply(200, { error: { message: DAILY } }), "day_quota"],
  ["a refusal in another form", reply(403, "<title>Forbidden</title>"), "forbidden"],
];

describe("a refusal of Google", () => {
  it.each(REFUSALS)("is classified: %s", async (_, answer, kind) => {
    const { server, provider } = await providerAt(answer);
    const error = await failureOf(provider.searchPage(SEARCH, null, signal));
    expect(error.kind).toBe(kind);
    expect(error.providerText).not.toBe("");
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["half a minute", [], {}, 30_000],
    ["as long as the answer says", [{ retryDelay: "12.5s" }], {}, 13_000],
    ["as long as its header says", [{ retryDelay: "12s" }], { "retry-after": "7" }, 7_000],
  ])("of the minute quota waits %s", async (_, more, headers, retryAfterMs) => {
    const details = [{ metadata: { quota_unit: "1/min/{project}" } }, ...more];
    const body = { error: { code: 429, message: FAST, details } };
    const { provider } = await providerAt(reply(429, body, headers));
    const error = await failureOf(provider.searchPage(SEARCH, null, signal));
    expect(error).toMatchObject({ kind: "rate_limited", retryAfterMs });
  });

  it("shows its status word if it has no message", async () => {
    const { provider } = await providerAt(reply(400, { error: { status: "INVALID_ARGUMENT" } }));
    const error = await failureOf(provider.searchPage(SEARCH, null, signal));
    expect(error.providerText).toBe("INVALID_ARGUMENT");
  });
});

it("a refused page token is tried once more", async () => {
  const early = refusal(400, "Request parameters must match.");
  const { server, provider } = await providerAt(early, reply(200, { places: [{ id: "a" }] }));
  const page = await provider.searchPage(SEARCH, "token-2", signal);
  expect([page.hits.length, server.requests.length]).toEqual([1, 2]);
});
