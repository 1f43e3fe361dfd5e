import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import {
  getResults,
  readAnswer,
  readProblem,
  StartedSchema,
  waitForStarted,
} from "../support/api-answers";
import { type FaultRule, postJson, setFault, waitForJob } from "../support/api-client";
import { listCalls } from "../support/provider-calls";
import { ALWAYS, type Fault, pageOf, runJob } from "../support/provider-faults";
import { openTestApp } from "../support/test-app";

const KEY = "planted-vayne-key-7f03";
const COUNT = 12;

const settings = { VAYNE_API_KEY: KEY, RETRY_SPEED: "500" };
const app = await openTestApp({ settings });
/** Each test searches for something of its own, so that none goes on with the order of another. */
let searches = 0;

beforeAll(async () => {
  const { url } = app.server;
  const body = { searchUrl: searchUrl(), count: COUNT, enrich: false };
  const refused = await postJson(`${url}/api/jobs/profiles-enrich`, body);
  expect((await readProblem(refused, 409)).detail).toContain("Nutzungsbedingungen");
  const confirmed = await fetch(`${url}/pipelines/profile`, {
    method: "POST",
    headers: { origin: url },
    body: new URLSearchParams({ intent: "confirm", confirmed: "on" }),
    redirect: "manual",
  });
  expect(confirmed.status).toBe(302);
});

beforeEach(async () => {
  searches += 1;
});

function searchUrl(): string {
  return `https://www.linkedin.com/sales/search/people?query=(keywords%3AElektriker%20Bayern)&savedSearchId=${searches}`;
}

/** Fetches profiles while the faults are in force; the job when it has ended. */
function search(enrich = false): Promise<Job> {
  const body = { searchUrl: searchUrl(), count: COUNT, enrich };
  return runJob(app, "/api/jobs/profiles-enrich", body);
}

/** Calls of a run by what tells them apart from the others. */
const CALLS = {
  credits: { path: "/api/credits" },
  session: { path: "/api/linkedin_authentication" },
  hits: { path: "/api/url_checks" },
  order: { path: "/api/orders", match: "secondary_webhook" },
  polling: { path: "/api/orders/" },
  download: { path: "/files/" },
};

async function fault(
  call: keyof typeof CALLS,
  fault: Fault,
  rest: Partial<FaultRule> = {},
): Promise<void> {
  const rule = { provider: "vayne", ...CALLS[call], ...rest, fault };
  await setFault(app.providers.origin, rule);
}

const OrderSchema = z.object({ name: z.string(), secondary_webhook: z.string() });

/** How many orders were sent, whatever became of them. */
async function countOrders(): Promise<number> {
  const calls = await listCalls(app.providers.origin);
  return calls.filter(({ body }) => OrderSchema.safeParse(body).success).length;
}

test("without a fault every company is stored with its person", async () => {
  const job = await search();
  expect(job).toMatchObject({ status: "complete", phase: "done", progress: 100, error: null });
  expect(job.stored).toBeGreaterThanOrEqual(COUNT / 3);
  const { results } = await getResults(app.server.url, job.id);
  expect(results).toHaveLength(job.stored);
  for (const result of results) {
    expect(result.contactName).toMatch(/\S \S/);
    expect(result.contactProfileUrl).toMatch(/^https:\/\/www\.linkedin\.com\/in\//);
  }
  expect(await pageOf(app, job)).toContain(results[0]?.domain ?? "?");
});

test("odd fields of the answers cost themselves alone", async () => {
  const account = { credit_available: "1840", daily_limit_leads: "viele" };
  await fault("credits", { body: account }, { times: ALWAYS });
  await fault("hits", { body: { total: "137", type: 7 } }, { times: ALWAYS });
  expect(await search()).toMatchObject({ status: "complete", warnings: [], error: null });
});

test("an order whose answer is cut off is not sent again", async () => {
  await fault("order", { cutAfterBytes: 20 }, { times: ALWAYS });
  const job = await search();
  expect(job).toMatchObject({ status: "complete", warnings: [], error: null });
  expect(job.stored).toBeGreaterThan(0);
  expect(await countOrders()).toBe(1);
});

describe("the file", () => {
  test("that can't be fetched ends the job, which goes on with its paid order", async () => {
    await fault(
      "download",
      { status: 500, body: "<Error><Message>We broke</Message></Error>" },
      { times: 4 },
    );
    const job = await search();
    const says = "Vayne: Der Dienst ist gestört (500): We broke";
    expect(job).toMatchObject({ status: "failed", stored: 0, error: says, goesOn: true });
    expect(await pageOf(app, job)).toContain(says);
    const asked = await fetch(`${app.server.url}/pipelines/profile`, {
      method: "POST",
      headers: { origin: app.server.url },
      body: new URLSearchParams({
        intent: "search",
        searchUrl: searchUrl(),
        count: String(COUNT),
      }),
    });
    expect(asked.status).toBe(409);
    expect(await asked.text()).toContain("Neu bestellen und noch einmal bezahlen");
    const restarted = await postJson(`${app.server.url}/api/jobs/${job.id}/restart`, {});
    const second = await waitForStarted(app.server.url, restarted);
    expect(second).toMatchObject({ id: job.id, status: "complete", error: null });
    expect(second.stored).toBeGreaterThan(0);
    expect(await countOrders()).toBe(1);
  });

  test("that lies at another place without TLS is not fetched", async () => {
    const order = {
      id: 1,
      scraping_status: "finished",
      scraped: 5,
      exports: { simple: { status: "completed", file_url: "http://169.254.169.254/latest" } },
    };
    await fault("polling", { body: { order } }, { times: ALWAYS });
    const job = await search();
    expect(job).toMatchObject({ status: "failed", stored: 0 });
    expect(job.error).toContain("Die Adresse der Datei ist keine, die abgerufen wird");
  });

  test.each([
    ["is no table", "<html>Wartung</html>", "Datei von Vayne: Die Datei ist keine Tabelle."],
    [
      "tells no company",
      "first name,last name\nEva,Nord\n",
      "Datei von Vayne: In der Datei ist keine Spalte",
    ],
  ])("that %s ends the job with a sentence", async (_, body, says) => {
    await fault("download", { body }, { times: ALWAYS });
    const job = await search();
    expect(job).toMatchObject({ status: "failed", stored: 0 });
    expect(job.error).toContain(says);
    expect(await pageOf(app, job)).toContain(says);
  });
});

describe("an order", () => {
  test("that the service gives up ends the job in its word", async () => {
    const order = { id: 77, scraping_status: "failed", scraped: 3 };
    await fault("polling", { body: { order } }, { times: ALWAYS });
    const job = await search();
    const says = "Vayne hat den Auftrag 77 nicht ausgeführt (Zustand „failed“)";
    expect(job).toMatchObject({ status: "failed", stored: 0 });
    expect(job.error).toContain(says);
    expect(await pageOf(app, job)).toContain(says);
  });

  test("is not sent while the session is not active", async () => {
    const body = { linkedin_authentication: "expired", has_cookie: true };
    await fault("session", { body }, { times: ALWAYS });
    const job = await search();
    expect(job).toMatchObject({ status: "failed" });
    expect(job.error).toContain("Vayne ist nicht mit LinkedIn verbunden (expired)");
    expect(await countOrders()).toBe(0);
  });

  test("is not sent for a search without hits, and the job is complete", async () => {
    await fault("hits", { body: { total: 0, type: "leads" } });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", found: 0, error: null });
    expect(await pageOf(app, job)).toContain("keine Treffer");
    expect(await countOrders()).toBe(0);
  });
});

test("used-up credit for emails leaves the profiles stored", async () => {
  await setFault(app.providers.origin, {
    provider: "anymailfinder",
    fault: { status: 402 },
    times: ALWAYS,
  });
  const job = await search(true);
  expect(job).toMatchObject({ status: "complete", error: null });
  expect(job.stored).toBeGreaterThanOrEqual(COUNT / 3);
  expect(await pageOf(app, job)).toContain("Anymailfinder: Guthaben aufgebraucht (402)");
});

test("the key is masked where the service repeats it", async () => {
  const body = { error: "Unauthorized", details: `The token ${KEY} is not known.` };
  await fault("credits", { status: 401, body }, { times: ALWAYS });
  const job = await search();
  expect(job.error).toContain("The token ••• is not known.");
});

test("a search that is sent twice is one job and one order", async () => {
  const body = { searchUrl: searchUrl(), count: COUNT, enrich: false };
  const send = async () => {
    const response = await postJson(`${app.server.url}/api/jobs/profiles-enrich`, body);
    return (await readAnswer(response, 202, StartedSchema)).jobId;
  };
  const [first, second] = await Promise.all([send(), send()]);
  expect(second).toBe(first);
  const job = await waitForJob(app.server.url, first);
  expect(job).toMatchObject({ status: "complete" });
  expect(job.query).toBe(`Profilsuche ${searches}, ${COUNT} Profile`);
  expect(await countOrders()).toBe(1);
});

describe("a file form that is refused", () => {
  const NO_COLUMN = new File(["a;b\n1;2\n"], "liste.csv", { type: "text/csv" });

  test.each<[string, Record<string, string | File>, boolean]>([
    ["without a file, unticked", {}, false],
    ["without a file, ticked", { enrich: "on" }, true],
    ["with a file of no use, unticked", { file: NO_COLUMN }, false],
    ["with a file of no use, ticked", { file: NO_COLUMN, enrich: "on" }, true],
  ])("%s comes back as it was sent", async (_, fields, isTicked) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "file", ...fields })) {
      form.set(name, value);
    }
    const response = await fetch(`${app.server.url}/pipelines/profile`, {
      method: "POST",
      headers: { origin: app.server.url },
      body: form,
    });
    expect(response.status).toBe(422);
    const ticks = (await response.text()).match(/<input\b[^>]*name="enrich"[^>]*>/g) ?? [];
    expect(ticks.map((tick) => /\bchecked\b/.test(tick))).toEqual([true, isTicked]);
  });
});
