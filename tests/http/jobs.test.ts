import { beforeAll, expect, test } from "vitest";
import { JobSchema } from "../../app/jobs/job-schema.server";
import { getAnswer, getResults, JobPageSchema, readAnswer } from "../support/api-answers";
import {
  getJob,
  holdProvider,
  listLeads,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { openTestApp } from "../support/test-app";

const MAPS = "google-places";

const app = await openTestApp();
const { url } = app.server;
const { origin } = app.providers;
let ids: string[];

beforeAll(async () => {
  ids = [];
  for (const region of ["Berlin", "Hamburg", "Bremen", "Saarland"]) {
    if (region === "Saarland") await setFault(origin, { provider: MAPS, fault: { status: 403 } });
    const id = await startSearch(url, { query: "Fernwärme", region, count: 3 });
    await waitForJob(url, id);
    ids.unshift(id);
  }
});

const list = (query: string) => getAnswer(`${url}/api/jobs?${query}`, JobPageSchema);

test("the list of jobs has the newest first, and is narrowed by status and type", async () => {
  const { jobs, total } = await list("");
  expect(jobs.map(({ id }) => id)).toEqual(ids);
  expect(total).toBe(ids.length);
  for (const job of jobs) expect(await getJob(url, job.id)).toEqual(job);
  for (const [status, count] of Object.entries({ complete: 3, failed: 1, cancelled: 0 })) {
    const { jobs, total } = await list(`status=${status}`);
    expect(total, status).toBe(count);
    expect(jobs.map((job) => job.status)).toEqual(jobs.map(() => status));
  }
  expect((await list("type=serp")).total).toBe(0);
  expect((await list("type=maps&status=failed")).jobs.map(({ id }) => id)).toEqual([ids[0]]);
});

test("cancelling a search keeps what it had found and ends it within seconds", async () => {
  await setFault(origin, { provider: MAPS, after: 1, fault: { hang: true } });
  const id = await startSearch(url, { query: "Elektriker", region: "Bayern" });
  const running = await waitForJob(url, id, ({ stored }) => stored > 0);
  expect(running.status).toBe("running");
  const asked = Date.now();
  const response = await fetch(`${url}/api/jobs/${id}/cancel`, { method: "POST" });
  const job = await readAnswer(response, 200, JobSchema);
  expect(Date.now() - asked).toBeLessThan(3_000);
  expect(job).toMatchObject({ status: "cancelled", stored: running.stored, error: null });
  expect(job.finishedAt).not.toBeNull();
  expect(await getJob(url, id)).toEqual(job);
  const { results, total } = await getResults(url, id);
  expect(total).toBe(running.stored);
  const leads = await listLeads(url, "term=Elektriker&pageSize=200");
  const stored = new Set(leads.map((lead) => lead.id));
  expect(results.every(({ leadId }) => leadId !== null && stored.has(leadId))).toBe(true);
});

test("six searches run four at a time in the order of their start, the others wait", async () => {
  const held = await holdProvider(origin, { provider: MAPS });
  const ids: string[] = [];
  for (const region of ["Bayern", "Hessen", "Sachsen", "Berlin", "Hamburg", "Thüringen"]) {
    ids.push(await startSearch(url, { query: "Solar", region, count: 3 }));
  }
  await held.waitForCall(4);
  const first = await Promise.all(ids.map((id) => getJob(url, id)));
  const running = Array<string>(4).fill("running");
  expect(first.map(({ status }) => status)).toEqual([...running, "queued", "queued"]);
  expect(first[5]).toMatchObject({ startedAt: null, progress: 0, phase: "searching" });
  await held.release();
  const ended = await Promise.all(ids.map((id) => waitForJob(url, id)));
  expect(ended.map(({ status }) => status)).toEqual(ids.map(() => "complete"));
  const starts = ended.map(({ startedAt }) => Date.parse(startedAt ?? ""));
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
});
