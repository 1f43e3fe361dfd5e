import SqliteDatabase from "better-sqlite3";
import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import {
  getAnswer,
  getResults,
  LeadPageSchema,
  LeadWithEventsSchema,
} from "../support/api-answers";
import {
  countCalls,
  type FaultRule,
  getJob,
  postJson,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import type { TestApp } from "../support/app-server";
import { checkApiAnswers } from "../support/openapi";
import { countEmailCalls, countPageCalls, listCalls } from "../support/provider-calls";
import { openOwnApp } from "../support/test-app";

checkApiAnswers();

/** Calls to the email finder that are under way at once. */
const CONCURRENCY = 5;
const SEARCH = { query: "Stadtwerke", region: "Bayern", count: 50 };

let app: TestApp;

beforeEach(async () => {
  app = await openOwnApp();
});

async function fault(rule: FaultRule): Promise<void> {
  await setFault(app.providers.origin, rule);
}

function until(isMet: () => Promise<boolean>): Promise<unknown> {
  return vi.waitUntil(isMet, { timeout: 20_000, interval: 30 });
}

async function untilMapCalls(wanted: number): Promise<void> {
  await until(async () => (await countCalls(app.providers.origin))["google-places"] === wanted);
}

/** Nothing is there twice: no lead, no result, no event of the finding, no position. */
async function expectEachOnce(job: Job): Promise<void> {
  const { leads, total } = await getAnswer(
    `${app.server.url}/api/leads?pageSize=200`,
    LeadPageSchema,
  );
  expect(total).toBe(job.stored);
  expect(new Set(leads.map(({ domain }) => domain)).size).toBe(total);
  const { results, skipped } = await getResults(app.server.url, job.id);
  expect(results).toHaveLength(job.stored);
  expect(new Set(results.map(({ leadId }) => leadId)).size).toBe(job.stored);
  const left = skipped.reduce((sum, { count }) => sum + count, 0);
  expect(job.found).toBe(job.stored + left);
  expect(job.storedNew).toBe(job.stored);
  expect(results.filter(({ emailState }) => emailState === "pending")).toEqual([]);
  for (const { id } of leads.slice(0, 20)) {
    const { events } = await getAnswer(`${app.server.url}/api/leads/${id}`, LeadWithEventsSchema);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "created")).toHaveLength(1);
    expect(new Set(kinds).size).toBe(kinds.length);
  }
}

/** Ends the server by a signal, the way the signal should end it. */
async function stopBy(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  const asked = Date.now();
  const code = await app.server.stop(signal);
  expect(code).toBe(signal === "SIGTERM" ? 0 : null);
  expect(Date.now() - asked).toBeLessThan(10_000);
}

/** The calls of the email finder that the ledger counts. */
function countBooked(databasePath: string): unknown {
  const sqlite = new SqliteDatabase(databasePath, { readonly: true });
  const sum = "SELECT sum(calls) FROM provider_usage WHERE provider = 'anymailfinder'";
  const booked = sqlite.prepare(sum).pluck().get();
  sqlite.close();
  return booked;
}

test("a server that is stopped goes on at the page it was at, and asks for no stored page again", async () => {
  await fault({ provider: "google-places", after: 1, fault: { hang: true } });
  const id = await startSearch(app.server.url, SEARCH);
  const before = await waitForJob(app.server.url, id, ({ stored }) => stored > 0);
  await untilMapCalls(2);
  await stopBy("SIGTERM");
  await app.restart();
  const after = await getJob(app.server.url, id);
  expect(after.stored).toBeGreaterThanOrEqual(before.stored);
  expect(after.progress).toBeGreaterThanOrEqual(before.progress);
  const job = await waitForJob(app.server.url, id);
  expect(job).toMatchObject({ status: "complete", error: null, warnings: [] });
  expect(job.startedAt).toBe(before.startedAt);
  // Page 1 once; page 2 again, since its answer never came; page 3 once.
  expect([...(await countPageCalls(app.providers.origin)).values()]).toEqual([1, 2, 1]);
  await expectEachOnce(job);
});

test("a server that is killed asks again for the emails that had no answer yet, and for no other", async () => {
  const answered = 20;
  await fault({
    provider: "anymailfinder",
    after: answered,
    times: CONCURRENCY,
    fault: { hang: true },
  });
  const id = await startSearch(app.server.url, SEARCH);
  await until(
    async () => (await countCalls(app.providers.origin)).anymailfinder === answered + CONCURRENCY,
  );
  // Every answer that came is stored.
  await until(async () => {
    const { results } = await getResults(app.server.url, id);
    return results.filter(({ emailState }) => emailState !== "pending").length === answered;
  });
  const before = await getJob(app.server.url, id);
  expect(before).toMatchObject({ status: "running", phase: "emails" });
  await stopBy("SIGKILL");
  await app.restart();
  expect((await getJob(app.server.url, id)).progress).toBeGreaterThanOrEqual(before.progress);
  const job = await waitForJob(app.server.url, id);
  expect(job).toMatchObject({ status: "complete", phase: "done", warnings: [] });
  const calls = await countEmailCalls(app.providers.origin);
  expect(calls.size).toBe(job.stored);
  const twice = [...calls.values()].filter((times) => times > 1);
  expect(twice).toEqual(Array<number>(CONCURRENCY).fill(2));
  expect([...(await countPageCalls(app.providers.origin)).values()]).toEqual([1, 1, 1]);
  await expectEachOnce(job);
  await app.server.stop();
  expect(countBooked(app.server.databasePath)).toBe(job.stored + CONCURRENCY);
});

test("a search that three starts find where it stood is given up, and goes on there when it is asked to", async () => {
  await fault({ provider: "serper", after: 1, times: 3, fault: { hang: true } });
  const web = { query: "Solartechnik", count: 40, enrich: false };
  const response = await postJson(`${app.server.url}/api/jobs/serp-enrich`, web);
  const { jobId: id } = z.object({ jobId: z.string() }).parse(await response.json());
  for (const calls of [2, 3, 4]) {
    await until(async () => (await countCalls(app.providers.origin)).serper === calls);
    expect(await getJob(app.server.url, id)).toMatchObject({ status: "running" });
    await stopBy("SIGKILL");
    await app.restart();
  }
  const failed = await waitForJob(app.server.url, id);
  expect(failed).toMatchObject({ status: "failed", goesOn: true });
  expect(failed.error).toMatch(/mehrmals unerwartet.*„Erneut starten“ macht dort weiter/);
  expect(failed.stored).toBeGreaterThan(0);
  expect((await getResults(app.server.url, id)).total).toBe(failed.stored);
  const before = (await countCalls(app.providers.origin)).serper ?? 0;
  const again = await postJson(`${app.server.url}/api/jobs/${id}/restart`, {});
  expect(await again.json()).toEqual({ jobId: id });
  const job = await waitForJob(app.server.url, id);
  expect(job).toMatchObject({ status: "complete", error: null, goesOn: false });
  expect(job.stored).toBeGreaterThan(failed.stored);
  const pages = (await listCalls(app.providers.origin)).filter(
    (call) => call.provider === "serper",
  );
  const asked = pages.map(({ body }) => z.object({ page: z.int().default(1) }).parse(body).page);
  expect(asked.filter((page) => page === 1)).toHaveLength(1);
  expect(asked.slice(before)).not.toContain(1);
});
