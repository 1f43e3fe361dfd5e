import { expect, test } from "vitest";
import type { Job } from "../../app/jobs/job";
import { getAnswer, getResults, LeadPageSchema, ResultPageSchema } from "../support/api-answers";
import {
  countCalls,
  getJob,
  holdProvider,
  resetProviders,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { countEmailCalls } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const STADTWERKE = { query: "Stadtwerke", region: "Bayern", count: 50 };

const app = await openTestApp();
const { url } = app.server;

interface Moment {
  job: Job;
  leads: number;
}

async function momentOf(jobId: string): Promise<Moment> {
  const job = await getJob(url, jobId);
  const { total } = await getAnswer(`${url}/api/leads?pageSize=1`, LeadPageSchema);
  return { job, leads: total };
}

/**
 * Holds the search back at its second page and twice among its emails; what it was at each of these moments and when
 * it had ended.
 */
async function watch(): Promise<Moment[]> {
  const { origin } = app.providers;
  const gates = [
    { provider: "google-places", after: 1 },
    { provider: "anymailfinder", after: 8 },
    { provider: "anymailfinder", after: 24 },
  ] as const;
  const held = [];
  for (const gate of gates) held.push(await holdProvider(origin, gate));
  const id = await startSearch(url, STADTWERKE);
  const moments: Moment[] = [];
  for (const { waitForCall, release } of held) {
    await waitForCall();
    const last = moments.at(-1)?.job.progress ?? 0;
    await waitForJob(url, id, ({ progress }) => progress > last);
    moments.push(await momentOf(id));
    await release();
  }
  await waitForJob(url, id);
  return [...moments, await momentOf(id)];
}

function isRising(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
}

test("a first search counts, explains and stores what it finds, and tells of it meanwhile", async () => {
  const moments = await watch();
  const last = await getJob(url, moments[0]?.job.id ?? "");
  const jobId = last.id;
  expect(last).toMatchObject({
    ...{ type: "maps", status: "complete", phase: "done", progress: 100, requested: 50 },
    ...{ query: "Stadtwerke", params: { region: "Bayern" }, error: null, warnings: [] },
    ...{ parentId: null, storedNew: last.stored },
  });
  // The local world has more than forty public utilities in Bavaria.
  expect(last.stored).toBeGreaterThan(40);

  expect(moments.map(({ job }) => job.phase)).toEqual(["searching", "emails", "emails", "done"]);
  expect(moments[0]?.leads).toBeGreaterThan(0);
  for (const value of ["progress", "found", "stored", "storedNew"] as const) {
    expect(isRising(moments.map(({ job }) => job[value])), value).toBe(true);
  }
  expect(new Set(moments.map(({ job }) => job.progress)).size).toBe(moments.length);
  for (const { job } of moments) expect(job.progress === 100).toBe(job.status === "complete");

  const { results, skipped } = await getResults(url, jobId);
  expect(results).toHaveLength(last.stored);
  const left = skipped.reduce((sum, { count }) => sum + count, 0);
  expect(left).toBe(last.found - last.stored);
  const reasons = ["closed", "duplicate", "no_domain", "platform"];
  expect(skipped.map(({ reason }) => reason).sort()).toEqual(reasons);
  for (const { isNew, email, emailState } of results) {
    expect(isNew).toBe(true);
    // An address that is not known to be deliverable is none.
    expect(email !== null).toBe(emailState === "found");
  }
  expect(new Set(results.map(({ emailState }) => emailState)).size).toBe(4);

  const { leads } = await getAnswer(`${url}/api/leads?pageSize=200`, LeadPageSchema);
  expect(leads).toHaveLength(last.stored);
  for (const lead of leads) {
    expect(lead).toMatchObject({ sourceType: "maps", sourceTerm: "Stadtwerke", status: "neu" });
    expect(lead).toMatchObject({ federalState: "Bayern", country: "DE" });
    expect(lead.address).toBe(`${lead.street}, ${lead.postalCode} ${lead.city}`);
    expect(lead.domain).not.toContain("xn--");
  }
  const { anymailfinder, "google-places": pages } = await countCalls(app.providers.origin);
  expect([pages, anymailfinder]).toEqual([3, last.stored]);
  const emailCalls = await countEmailCalls(app.providers.origin);
  expect([...emailCalls.values()].every((times) => times === 1)).toBe(true);
});

test("the same search again finds the same companies, and pays for no email twice", async () => {
  const search = { ...STADTWERKE, region: "Hessen" };
  const first = await waitForJob(url, await startSearch(url, search));
  await resetProviders(app.providers.origin);
  const second = await waitForJob(url, await startSearch(url, search));
  expect(second).toMatchObject({ status: "complete", stored: first.stored, storedNew: 0 });
  const before = await getResults(url, first.id);
  const { results } = await getResults(url, second.id);
  const shown = (all: typeof results) => all.map(({ leadId, email }) => [leadId, email]);
  expect(shown(results)).toEqual(shown(before.results));
  // What was true when the search found it, not what is true now.
  expect(results.some(({ isNew }) => isNew)).toBe(false);
  expect(before.results.every(({ isNew }) => isNew)).toBe(true);
  const onlyNew = `${url}/api/jobs/${second.id}/results?onlyNew=true`;
  expect((await getAnswer(onlyNew, ResultPageSchema)).total).toBe(0);
  const stored = await getAnswer(`${url}/api/leads?federalState=HE&pageSize=1`, LeadPageSchema);
  expect(stored.total).toBe(first.stored);
  expect((await countCalls(app.providers.origin)).anymailfinder).toBe(0);
});
