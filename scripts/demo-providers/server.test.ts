import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type DemoProviders, startDemoProviders } from "./server";

let demo: DemoProviders;

beforeAll(async () => {
  demo = await startDemoProviders({ latency: 0 });
});

afterAll(() => demo.close());

const callsSchema = z.object({
  calls: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      provider: z.string(),
      method: z.string(),
      path: z.string(),
      body: z.unknown(),
    }),
  ),
  counts: z.record(z.string(), z.number()),
});

async function journal() {
  const text = await (await fetch(`${demo.origin}/_control/calls`)).text();
  return { text, ...callsSchema.parse(JSON.parse(text)) };
}

async function control(name: string, body: unknown): Promise<Response> {
  return fetch(`${demo.origin}/_control/${name}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
}

function searchPlaces(textQuery: string): Promise<Response> {
  return fetch(`${demo.baseUrls.googlePlaces}/v1/places:searchText`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-goog-api-key": "geheim-4711",
      "x-goog-fieldmask": "places.id",
    },
    body: JSON.stringify({ textQuery }),
  });
}

function findEmails(domain: string): Promise<Response> {
  return fetch(`${demo.baseUrls.anymailfinder}/v5.1/find-email/company`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "geheim-4711" },
    body: JSON.stringify({ domain }),
  });
}

it("the journal shows every call, and no key", async () => {
  await searchPlaces("Stadtwerke in Bremen");
  await findEmails("eins.example");
  await findEmails("zwei.example");
  const { text, calls, counts } = await journal();
  expect(counts).toMatchObject({ "google-places": 1, serper: 0, anymailfinder: 2 });
  expect(calls.map(({ provider, path, body }) => [provider, path, body])).toEqual([
    ["google-places", "/v1/places:searchText", { textQuery: "Stadtwerke in Bremen" }],
    ["anymailfinder", "/v5.1/find-email/company", { domain: "eins.example" }],
    ["anymailfinder", "/v5.1/find-email/company", { domain: "zwei.example" }],
  ]);
  expect(text).not.toContain("geheim-4711");
});

it.each<[string, object, number]>([
  ["faults", { provider: "googleplaces", fault: { status: 500 } }, 422],
  ["site", { domain: "firma.example", path: "a", body: "" }, 422],
  ["unbekannt", {}, 404],
])(
  "a misspelt order of a test is refused, and does not go unnoticed: %s %j",
  async (name, body, status) => {
    expect((await control(name, body)).status).toBe(status);
  },
);
