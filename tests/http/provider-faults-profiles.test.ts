import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import { getResults, readAnswer, StartedSchema, waitForStarted } from "../support/api-answers";
import { postJson, setFault, waitForJob } from "../support/api-client";
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

/** Fetches profiles; the job when it has ended. */
function search(): Promise<Job> {
  const body = { searchUrl: searchUrl(), count: COUNT, enrich: false };
  return runJob(app, "/api/jobs/profiles-enrich", body);
}

function failDownload(fault: Fault, times: number): Promise<void> {
  const rule = { provider: "vayne", path: "/files/", fault, times };
  return setFault(app.providers.origin, rule);
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

describe("the file", () => {
  test("that can't be fetched ends the job, which goes on with its paid order", async () => {
    await failDownload({ status: 500, body: "<Error><Message>We broke</Message></Error>" }, 4);
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
    const body = { searchUrl: searchUrl(), count: COUNT, enrich: false };
    const again = await postJson(`${app.server.url}/api/jobs/profiles-enrich`, body);
    const second = await waitForStarted(app.server.url, again);
    expect(second).toMatchObject({ id: job.id, status: "complete", error: null });
    expect(second.stored).toBeGreaterThan(0);
    expect(await countOrders()).toBe(1);
  });

  test("that is no table ends the job with a sentence", async () => {
    await failDownload({ body: "<html>Wartung</html>" }, ALWAYS);
    const job = await search();
    const says = "Datei von Vayne: Die Datei ist keine Tabelle.";
    expect(job).toMatchObject({ status: "failed", stored: 0 });
    expect(job.error).toContain(says);
    expect(await pageOf(app, job)).toContain(says);
  });
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
