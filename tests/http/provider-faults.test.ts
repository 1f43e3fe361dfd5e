import { describe, expect, test } from "vitest";
import type { Job } from "../../app/jobs/job";
import { getResults } from "../support/api-answers";
import {
  type FaultRule,
  listLeads,
  postJson,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { googlePage, googlePlace, listCalls } from "../support/provider-calls";
import { ALWAYS, busy, countAsked, type Fault, pageOf, runJob } from "../support/provider-faults";
import { openTestApp } from "../support/test-app";

const MAPS_KEY = "planted-google-key-7f3a";
const WEB_KEY = "planted-serper-key-2d9e";
const WEB_COUNT = 25;

const keys = { GOOGLE_PLACES_API_KEY: MAPS_KEY, SERPER_API_KEY: WEB_KEY };
const app = await openTestApp({ settings: keys });

async function searchMaps(): Promise<Job> {
  const search = { query: "Elektriker", region: "Bayern", count: 50 };
  return waitForJob(app.server.url, await startSearch(app.server.url, search));
}

function searchWeb(query = "Elektriker", enrich = false): Promise<Job> {
  const search = { query, region: "Bayern", count: WEB_COUNT, enrich };
  return runJob(app, "/api/jobs/serp-enrich", search);
}

function fault(provider: FaultRule["provider"], fault: Fault, more: Partial<FaultRule> = {}) {
  return setFault(app.providers.origin, { provider, fault, times: ALWAYS, ...more });
}

const GOOGLE_ERROR = "type.googleapis.com/google.rpc.ErrorInfo";

function googleError(code: number, status: string, message: string, reason?: string): Fault {
  const details = [{ "@type": GOOGLE_ERROR, reason, domain: "googleapis.com" }];
  const more = reason === undefined ? {} : { details };
  return { status: code, body: { error: { code, status, message, ...more } } };
}

const INVALID_KEY = "API key not valid. Please pass a valid API key.";
const invalidKey = googleError(400, "INVALID_ARGUMENT", INVALID_KEY, "API_KEY_INVALID");
describe("the map", () => {
  test.each([
    ["its token has expired", 500, googleError(400, "INVALID_ARGUMENT", "Page token expired.")],
    ["its key was revoked", 520, invalidKey],
    ["it is down", 540, { status: 503 }],
    ["the day's quota is used up", 560, googleError(429, "RESOURCE_EXHAUSTED", "Quota per day.")],
    ["it says so in a 200", 580, { body: { error: { code: 403, message: "API is off." } } }],
  ])(
    "that fails at its second page since %s goes on with what it found",
    async (_, first, failing) => {
      await fault("google-places", { body: googlePage(first, 20, "token") }, { times: 1 });
      await fault("google-places", failing);
      const job = await searchMaps();
      expect(job).toMatchObject({ status: "complete", progress: 100, found: 20, error: null });
      expect(job.warnings).toEqual([
        expect.stringMatching(/^Google Places: .+ ist gespeichert\.$/),
      ]);
      expect(await countAsked(app, "anymailfinder")).toBeGreaterThanOrEqual(20);
      const body = { jobId: job.id };
      const supplement = await postJson(`${app.server.url}/api/search/supplement`, body);
      expect(supplement.status).toBe(202);
    },
  );

  test("has an empty token of the next page end the search", async () => {
    await fault("google-places", { body: { ...googlePage(400, 20), nextPageToken: "" } });
    expect(await searchMaps()).toMatchObject({ status: "complete", stored: 20, warnings: [] });
    expect(await countAsked(app, "google-places")).toBe(1);
  });

  test("has a page token that is not accepted yet tried again, then given up", async () => {
    await fault("google-places", { status: 400 }, { after: 1, times: 1 });
    expect((await searchMaps()).status).toBe("complete");
    await resetProviders(app.providers.origin);
    await fault("google-places", { status: 400 }, { after: 1 });
    const job = await searchMaps();
    expect(job.status).toBe("complete");
    expect(job.warnings.join()).toContain("Request contains an invalid argument.");
    expect(await countAsked(app, "google-places")).toBeLessThanOrEqual(4);
  });

  test("has nothing found completed with nothing", async () => {
    await fault("google-places", { body: {} });
    const nothing = { found: 0, stored: 0, error: null, progress: 100 };
    expect(await searchMaps()).toMatchObject({ status: "complete", ...nothing });
    expect(await countAsked(app, "google-places")).toBe(1);
  });

  test("has an entry that can't be read left out, the others are stored", async () => {
    const places = [
      googlePlace(1),
      { displayName: { text: "Ohne Kennung" } },
      "Unfug",
      null,
      googlePlace(2, { websiteUri: 42 }),
      googlePlace(3),
    ];
    await fault("google-places", { body: { places } }, { times: 1 });
    const job = await searchMaps();
    expect(job).toMatchObject({ status: "complete" });
    expect(job.stored).toBeGreaterThanOrEqual(2);
    expect(job.warnings.join()).toMatch(/Treffer waren unlesbar/);
  });

  test("has an odd field cost itself, and none besides", async () => {
    const places = [
      googlePlace(700, {
        addressComponents: null,
        internationalPhoneNumber: 4930231251,
        location: { latitude: "52.5", longitude: true },
        displayName: "Testfirma 700",
      }),
    ];
    await fault("google-places", { body: { places } }, { times: 1 });
    expect(await searchMaps()).toMatchObject({ status: "complete", warnings: [] });
    const [lead] = await listLeads(app.server.url, "q=testfirma-700");
    expect(lead).toMatchObject({
      ...{ companyName: "Testfirma 700", phone: "+4930231251", latitude: 52.5, longitude: null },
      ...{ street: "Teststraße 700", postalCode: "10115", city: "Berlin", federalState: "Berlin" },
    });
  });

  test.each([
    ["a token that never ends", [100, 120, 140, 160, 180], 20, 50],
    ["pages that are hardly filled", [200, 201, 202, 203, 204], 1, 3],
  ])("has %s followed for three pages, no more", async (_, firsts, size, stored) => {
    for (const first of firsts) {
      const body = googlePage(first, size, `token-${first}`);
      await fault("google-places", { body }, { times: 1 });
    }
    expect(await searchMaps()).toMatchObject({ status: "complete", stored });
    expect(await countAsked(app, "google-places")).toBe(3);
  });

  test("has the same page again end the search, and nothing is counted twice", async () => {
    await fault("google-places", { body: googlePage(300, 20, "same-token") });
    expect(await searchMaps()).toMatchObject({ status: "complete", found: 20, stored: 20 });
    expect(await countAsked(app, "google-places")).toBe(2);
  });

  test("has its words shown without markup, control characters and key, and cut to length", async () => {
    const message = `Key ${MAPS_KEY} <script>alert(1)</script>\u0000\u202e rejected. ${"x".repeat(2_000)}`;
    await fault("google-places", googleError(403, "PERMISSION_DENIED", message));
    const { error } = await searchMaps();
    expect(error).toContain("rejected.");
    expect(error).not.toMatch(/<script|\p{Cc}|\u202e/u);
    expect(error).not.toContain(MAPS_KEY);
    expect(error?.length).toBeLessThan(420);
  });
});

const serperError = (statusCode: number, message: string): Fault => ({
  status: statusCode,
  body: { message, statusCode },
});

describe("the web", () => {
  test("has nothing found completed with nothing", async () => {
    await fault("serper", { body: { organic: [], credits: 1 } });
    const nothing = { found: 0, stored: 0, error: null };
    expect(await searchWeb()).toMatchObject({ status: "complete", ...nothing });
    expect(await countAsked(app, "serper")).toBe(1);
  });

  test("has a hit that can't be read left out, the others are stored", async () => {
    const organic = [
      { title: "Firma Eins GmbH", link: "https://www.serp-eins.example/impressum" },
      { title: "Skript", link: "javascript:alert(1)" },
      null,
      {
        title: "Firma Zwei GmbH | Start",
        link: "https://serp-zwei.example/",
        snippet: null,
        position: "3",
      },
    ];
    await fault("serper", { body: { organic } }, { times: 1 });
    const job = await searchWeb("Einzelstücke");
    const unreadable = "2 Treffer waren unlesbar und fehlen in den Ergebnissen.";
    expect(job).toMatchObject({ status: "complete", found: 2, stored: 2, warnings: [unreadable] });
    expect(await pageOf(app, job)).toContain(unreadable);
    const { results } = await getResults(app.server.url, job.id);
    expect(results.map(({ domain, companyName }) => [domain, companyName])).toEqual([
      ["serp-eins.example", "Firma Eins GmbH"],
      ["serp-zwei.example", "Firma Zwei GmbH"],
    ]);
  });

  test("has the same page again end the search, and nothing is counted twice", async () => {
    const organic = Array.from({ length: 10 }, (_, index) => ({
      title: `Immer Gleich ${index} GmbH`,
      link: `https://immer-gleich-${index}.example/`,
    }));
    await fault("serper", { body: { organic } });
    expect(await searchWeb()).toMatchObject({ status: "complete", found: 10, stored: 10 });
    expect(await countAsked(app, "serper")).toBe(2);
  });

  test("is complete with every company when the email finder's credit is used up", async () => {
    await fault("anymailfinder", { status: 402 });
    const job = await searchWeb("Dachdecker", true);
    expect(job).toMatchObject({ status: "complete", phase: "done", stored: WEB_COUNT });
    expect(job).toMatchObject({ progress: 100, error: null });
    expect(job.warnings).toEqual([
      expect.stringMatching(
        /^Anymailfinder: Guthaben aufgebraucht \(402\): You have no credits left\. .*25 gefundene Firmen/,
      ),
    ]);
    const { results } = await getResults(app.server.url, job.id);
    expect(results).toHaveLength(WEB_COUNT);
    expect(
      results.every(({ email, emailState }) => email === null && emailState === "failed"),
    ).toBe(true);
    const leads = await listLeads(app.server.url, "term=Dachdecker&pageSize=200");
    expect(leads).toHaveLength(WEB_COUNT);
    expect(leads.every(({ sourceType }) => sourceType === "serp")).toBe(true);
    expect(await pageOf(app, job)).toContain(job.warnings[0]);
  });

  test("has the key masked where Serper repeats it", async () => {
    await fault("serper", serperError(403, `Unauthorized. ${WEB_KEY} is unknown`));
    expect((await searchWeb()).error).toContain("Unauthorized. ••• is unknown");
  });
});

test.each([
  ["google-places", () => searchMaps()],
  ["serper", () => searchWeb()],
] as const)("the wait that %s asks for is kept to", async (provider, run) => {
  // Divided by RETRY_SPEED: 50 s become one second.
  await fault(provider, busy("50"), { times: 1 });
  expect(await run()).toMatchObject({ status: "complete" });
  const [first, second] = await listCalls(app.providers.origin);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
});
