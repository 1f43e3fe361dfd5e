import { beforeAll, describe, expect, test } from "vitest";
import type { Job } from "../../app/jobs/job";
import { JobSchema } from "../../app/jobs/job-schema.server";
import {
  getAnswer,
  getResults,
  JobPageSchema,
  LeadPageSchema,
  readAnswer,
} from "../support/api-answers";
import { type FaultRule, getJob, setFault, startSearch, waitForJob } from "../support/api-client";
import { openTestApp } from "../support/test-app";

const MAPS = "google-places";

const app = await openTestApp();
const { url } = app.server;

async function fault(rule: FaultRule): Promise<void> {
  await setFault(app.providers.origin, rule);
}

function search(query: string, region: string): Promise<string> {
  return startSearch(url, { query, region });
}

async function cancel(id: string): Promise<Job> {
  const response = await fetch(`${url}/api/jobs/${id}/cancel`, { method: "POST" });
  return readAnswer(response, 200, JobSchema);
}

async function list(query: string) {
  return getAnswer(`${url}/api/jobs?${query}`, JobPageSchema);
}

describe("the list of jobs", () => {
  let ids: string[];

  beforeAll(async () => {
    ids = [];
    for (const region of ["Berlin", "Hamburg", "Bremen", "Hessen"]) {
      const id = await search("Fernwärme", region);
      await waitForJob(url, id);
      ids.unshift(id);
    }
    await fault({ provider: MAPS, fault: { status: 403 } });
    const failed = await search("Fernwärme", "Saarland");
    await waitForJob(url, failed);
    ids.unshift(failed);
  });

  test("has the newest first, each as it is given alone", async () => {
    const { jobs, total } = await list("");
    expect(jobs.map(({ id }) => id)).toEqual(ids);
    expect(total).toBe(ids.length);
    for (const job of jobs) expect(await getJob(url, job.id)).toEqual(job);
  });

  test("is narrowed by status and type, and counts what is left", async () => {
    for (const [status, count] of Object.entries({ complete: 4, failed: 1, cancelled: 0 })) {
      const { jobs, total } = await list(`status=${status}`);
      expect(total, status).toBe(count);
      expect(jobs.map((job) => job.status)).toEqual(jobs.map(() => status));
    }
    expect((await list("type=maps")).total).toBe(5);
    expect((await list("type=serp")).total).toBe(0);
    expect((await list("type=maps&status=failed")).jobs.map(({ id }) => id)).toEqual([ids[0]]);
  });
});

describe("cancelling", () => {
  test("a search keeps what it had found and ends it within seconds", async () => {
    await fault({ provider: MAPS, after: 1, fault: { hang: true } });
    const id = await search("Elektriker", "Bayern");
    const running = await waitForJob(url, id, ({ stored }) => stored > 0);
    expect(running.status).toBe("running");
    const asked = Date.now();
    const job = await cancel(id);
    expect(Date.now() - asked).toBeLessThan(3_000);
    expect(job).toMatchObject({ status: "cancelled", stored: running.stored, error: null });
    expect(job.finishedAt).not.toBeNull();
    expect(await getJob(url, id)).toEqual(job);
    const { results, total } = await getResults(url, id);
    expect(total).toBe(running.stored);
    const { leads } = await getAnswer(
      `${url}/api/leads?term=Elektriker&pageSize=200`,
      LeadPageSchema,
    );
    const stored = new Set(leads.map((lead) => lead.id));
    expect(results.every(({ leadId }) => leadId !== null && stored.has(leadId))).toBe(true);
  });
});
