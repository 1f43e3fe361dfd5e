import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { holdProvider } from "../../tests/support/api-client";
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

async function addFault(rule: Record<string, unknown>): Promise<void> {
  const response = await control("faults", { provider: "anymailfinder", ...rule });
  expect(response.status, await response.text()).toBe(200);
}

function searchPlaces(textQuery = "Stadtwerke in Bremen"): Promise<Response> {
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

function findEmails(domain = "niemand.example"): Promise<Response> {
  return fetch(`${demo.baseUrls.anymailfinder}/v5.1/find-email/company`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "geheim-4711" },
    body: JSON.stringify({ domain }),
  });
}

beforeEach(async () => {
  await control("reset", {});
});

describe("the journal", () => {
  it("shows every call, and no key", async () => {
    await searchPlaces();
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

  it("is empty after a reset, as are the faults", async () => {
    await addFault({ times: 5, fault: { status: 503 } });
    await control("reset", {});
    expect((await findEmails()).status).toBe(200);
    expect((await journal()).calls).toHaveLength(1);
  });
});

describe("faults", () => {
  // tests/system/provider-cells.test.ts covers all of them.
  it("answer once as they are told, in the provider's words", async () => {
    await addFault({ fault: { status: 503 } });
    const response = await findEmails();
    expect([response.status, await response.json()]).toMatchObject([503, { error: "server_busy" }]);
    expect((await findEmails()).status).toBe(200);
  });

  it("hit only requests that fit, after as many as told, as often as told", async () => {
    await addFault({ match: "ziel.example", after: 1, times: 2, fault: { status: 500 } });
    const statuses: number[] = [];
    for (const domain of ["ziel", "anders", "ziel", "ziel", "ziel"]) {
      statuses.push((await findEmails(`${domain}.example`)).status);
    }
    expect(statuses).toEqual([200, 200, 500, 500, 200]);
    await addFault({ path: "/v5.1/account", fault: { status: 500 } });
    expect((await findEmails()).status).toBe(200);
    expect((await searchPlaces()).status).toBe(200);
    expect((await fetch(`${demo.baseUrls.anymailfinder}/v5.1/account`)).status).toBe(500);
  });

  it("hold answers back until they are released", async () => {
    const hold = await holdProvider(demo.origin, { provider: "anymailfinder" });
    const answers = [findEmails("eins.example"), findEmails("zwei.example")];
    await hold.waitForCall(2);
    await hold.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each<[string, object, number]>([
    ["faults", { provider: "googleplaces", fault: { status: 500 } }, 422],
    ["site", { domain: "firma.example", path: "a", body: "" }, 422],
    ["unbekannt", {}, 404],
  ])("and what else is controlled are refused when misspelt: %s %j", async (name, body, status) => {
    expect((await control(name, body)).status).toBe(status);
  });
});
