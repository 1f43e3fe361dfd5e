import { describe, expect, test } from "vitest";
import type { Job } from "../../app/jobs/job";
import { getResults, INNARDS } from "../support/api-answers";
import {
  countCalls,
  type FaultRule,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { googlePage, googlePlace, listCalls } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const KEY = "planted-google-key-7f3a";
/** More often than any call is tried. */
const ALWAYS = 40;
const PAGE_2 = { after: 1 };

const app = await openTestApp({
  settings: { GOOGLE_PLACES_API_KEY: KEY, CALL_TIME_LIMIT_MS: "1000" },
});

async function fault({ fault, times, after }: Omit<FaultRule, "provider">): Promise<void> {
  await setFault(app.providers.origin, { provider: "google-places", fault, times, after });
}

/** Searches while the faults are in force; the job when it has ended. */
async function search(query = "Elektriker", region = "Bayern"): Promise<Job> {
  const id = await startSearch(app.server.url, { query, region, count: 50 });
  return waitForJob(app.server.url, id);
}

async function countMapCalls(): Promise<number> {
  return (await countCalls(app.providers.origin))["google-places"] ?? 0;
}

function googleError(code: number, status: string, message: string, reason?: string) {
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: "googleapis.com",
  };
  return { error: { code, status, message, ...(reason === undefined ? {} : { details: [info] }) } };
}

describe("a fault that passes", () => {
  for (const entry of [
    {
      name: "429 with Retry-After",
      fault: { status: 429, headers: { "retry-after": "1" } },
      times: 1,
    },
    { name: "429 without", fault: { status: 429 }, times: 2 },
    { name: "500 twice", fault: { status: 500 }, times: 2 },
    { name: "503 twice", fault: { status: 503 }, times: 2 },
    { name: "a reset connection", fault: { reset: true }, times: 2 },
    { name: "a cut body", fault: { cutAfterBytes: 900 }, times: 2 },
    { name: "an empty body", fault: { status: 200, body: "" }, times: 1 },
    { name: "an error page", fault: { status: 502, body: "<title>Bad Gateway</title>" }, times: 2 },
    { name: "no answer in time", fault: { hang: true }, times: 2 },
  ]) {
    test(`${entry.name} is overcome by trying again, and nothing is said of it`, async () => {
      await fault(entry);
      const job = await search();
      expect(job).toMatchObject({ status: "complete", error: null, warnings: [] });
      expect(job.stored).toBeGreaterThan(20);
      expect(await countMapCalls()).toBe(3 + entry.times);
    });
  }

  test("the wait that the provider asks for is kept to", async () => {
    // Divided by RETRY_SPEED: 50 s become one second.
    await fault({ fault: { status: 429, headers: { "retry-after": "50" } } });
    await search();
    const [first, second] = await listCalls(app.providers.origin);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });
});

describe("a fault that stays", () => {
  for (const { name, status, body } of [
    {
      name: "an invalid key",
      status: 400,
      body: googleError(
        400,
        "INVALID_ARGUMENT",
        "API key not valid. Please pass a valid API key.",
        "API_KEY_INVALID",
      ),
    },
    {
      name: "a service that is not enabled",
      status: 403,
      body: googleError(
        403,
        "PERMISSION_DENIED",
        "Places API (New) is disabled.",
        "SERVICE_DISABLED",
      ),
    },
    {
      name: "missing billing",
      status: 403,
      body: googleError(403, "PERMISSION_DENIED", "Enable billing first.", "BILLING_DISABLED"),
    },
    { name: "a bad address", status: 404, body: googleError(404, "NOT_FOUND", "No such method.") },
    {
      name: "a quota that is used up for the day",
      status: 429,
      body: googleError(429, "RESOURCE_EXHAUSTED", "Quota exceeded: 75000 per day."),
    },
  ]) {
    test(`${name} ends the search at once with Google's own words`, async () => {
      await fault({ fault: { status, body }, times: ALWAYS });
      const job = await search();
      expect(job).toMatchObject({ status: "failed", stored: 0 });
      expect(job.error).toContain(body.error.message);
      expect(job.error).toContain(`(${status})`);
      expect(job.error).toMatch(/^Google Places: [A-ZÄÖÜ]/);
      expect(job.finishedAt).not.toBeNull();
      expect(await countMapCalls()).toBe(1);
    });
  }

  test("a wait of hours is not waited for", async () => {
    await fault({ fault: { status: 429, headers: { "retry-after": "7200" } }, times: ALWAYS });
    const job = await search();
    expect(job.status).toBe("failed");
    expect(job.error).toContain("Quota exceeded");
    expect(await countMapCalls()).toBe(1);
  });

  test("an invalid key on a later page is not tried again", async () => {
    const message = "API key not valid. Please pass a valid API key.";
    const body = googleError(400, "INVALID_ARGUMENT", message, "API_KEY_INVALID");
    await fault({ ...PAGE_2, fault: { status: 400, body }, times: ALWAYS });
    const job = await search();
    expect(job.status).toBe("failed");
    expect(job.error).toContain(message);
    expect(await countMapCalls()).toBe(2);
  });

  test("a page token that is not accepted yet is tried again, then given up", async () => {
    await fault({ ...PAGE_2, fault: { status: 400 }, times: 1 });
    expect((await search()).status).toBe("complete");
    await resetProviders(app.providers.origin);
    await fault({ ...PAGE_2, fault: { status: 400 }, times: ALWAYS });
    const job = await search("Zahnarzt");
    expect(job.status).toBe("failed");
    expect(job.error).toContain("Request contains an invalid argument.");
    expect(await countMapCalls()).toBeLessThanOrEqual(4);
  });
});

describe("a second page that is rubbish", () => {
  for (const entry of [
    {
      name: "an HTML page with status 200",
      query: "Steuerberater",
      fault: { status: 200, body: "<html><title>Anmelden im Gästenetz</title><p>Bitte warten" },
      words: "Anmelden im Gästenetz",
    },
    { name: "a cut-off body", query: "Zahnarzt", fault: { cutAfterBytes: 500 }, words: "" },
    {
      name: "an answer of another form",
      query: "Maschinenbau",
      fault: { body: { places: "viele" } },
      words: "places",
    },
    {
      name: "places of another form",
      query: "Dachdecker",
      fault: { body: { places: [{ title: "Ohne Kennung" }, { title: "Auch" }] } },
      words: "Form",
    },
    { name: "an empty body", query: "Tischler", fault: { body: "" }, words: "leer" },
    { name: "an answer with null", query: "Solar", fault: { body: "null" }, words: "" },
    {
      name: "a refusal",
      query: "Bäckerei",
      fault: { status: 503 },
      words: "currently unavailable",
    },
    { name: "a reset", query: "Hotel", fault: { reset: true }, words: "" },
    { name: "silence", query: "Autohaus", fault: { hang: true }, words: "keine Antwort" },
    {
      name: "a redirect",
      query: "Spedition",
      fault: { status: 302, headers: { location: "https://example.com/" }, body: "Moved away" },
      words: "Moved away",
    },
  ]) {
    test(`${entry.name} ends the search as failed, and what page 1 stored stays`, async () => {
      await fault({ ...PAGE_2, fault: entry.fault, times: ALWAYS });
      const job = await search(entry.query);
      expect(job.status).toBe("failed");
      expect(job.error).toMatch(/^Google Places: [A-ZÄÖÜ]/);
      expect(job.error).toContain(entry.words);
      expect(job.error).not.toMatch(INNARDS);
      expect(job.stored).toBeGreaterThan(5);
      expect(job.found).toBe(20);
      const { results, total } = await getResults(app.server.url, job.id);
      expect(total).toBe(job.stored);
      for (const { leadId } of results) {
        const lead = await fetch(`${app.server.url}/api/leads/${leadId}`);
        expect(lead.status).toBe(200);
        await lead.body?.cancel();
      }
    });
  }
});

describe("an answer of unusual form", () => {
  test("nothing found is complete with nothing", async () => {
    await fault({ fault: { body: {} }, times: ALWAYS });
    const job = await search();
    expect(job).toMatchObject({
      status: "complete",
      found: 0,
      stored: 0,
      error: null,
      progress: 100,
    });
    expect(await countMapCalls()).toBe(1);
  });

  test("an entry that can't be read is left out, the others are stored", async () => {
    const places = [
      googlePlace(1),
      { displayName: { text: "Ohne Kennung" } },
      "Unfug",
      null,
      googlePlace(2, { websiteUri: 42 }),
      googlePlace(3),
    ];
    await fault({ fault: { body: { places } } });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", stored: 2 });
  });

  test("a token that never ends is followed for three pages, no more", async () => {
    for (const first of [100, 120, 140, 160, 180]) {
      await fault({ fault: { body: googlePage(first, 20, `token-${first}`) } });
    }
    const job = await search();
    expect(job).toMatchObject({ status: "complete", stored: 50 });
    expect(await countMapCalls()).toBe(3);
  });

  test("pages that are hardly filled end after three as well", async () => {
    for (const first of [200, 201, 202, 203, 204]) {
      await fault({ fault: { body: googlePage(first, 1, `token-${first}`) } });
    }
    expect(await search()).toMatchObject({ status: "complete", stored: 3 });
    expect(await countMapCalls()).toBe(3);
  });

  test("the same page again ends the search, and nothing is counted twice", async () => {
    await fault({ fault: { body: googlePage(300, 20, "same-token") }, times: ALWAYS });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", found: 20, stored: 20 });
    expect(await countMapCalls()).toBe(2);
  });

  test("text of the provider is shown without markup, control characters and key, and cut to length", async () => {
    const message = `Key ${KEY} <script>alert(1)</script>\u0000\u202e rejected. ${"x".repeat(2_000)}`;
    await fault({ fault: { status: 403, body: googleError(403, "PERMISSION_DENIED", message) } });
    const { error } = await search();
    expect(error).toContain("rejected.");
    expect(error).not.toMatch(/<script|\p{Cc}|\u202e/u);
    expect(error).not.toContain(KEY);
    expect(error?.length).toBeLessThan(420);
  });
});
