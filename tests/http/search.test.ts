import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import {
  getAnswer,
  getResults,
  LeadPageSchema,
  LeadWithEventsSchema,
  ResultPageSchema,
  readAnswer,
} from "../support/api-answers";
import {
  countCalls,
  getJob,
  holdProvider,
  postJson,
  resetProviders,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { countEmailCalls } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const STADTWERKE = { query: "Stadtwerke", region: "Bayern", count: 50 };
const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

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

describe("a first search", () => {
  let moments: Moment[];
  let last: Job;
  let jobId: string;
  let calls: Record<string, number>;
  let emailCalls: Map<string, number>;

  beforeAll(async () => {
    moments = await watch();
    last = await getJob(url, moments[0]?.job.id ?? "");
    jobId = last.id;
    calls = await countCalls(app.providers.origin);
    emailCalls = await countEmailCalls(app.providers.origin);
  });

  test("ends complete with everything counted", async () => {
    expect(last).toMatchObject({
      type: "maps",
      status: "complete",
      phase: "done",
      progress: 100,
      requested: 50,
      query: "Stadtwerke",
      params: { region: "Bayern" },
      error: null,
      warnings: [],
      parentId: null,
    });
    // The local world has more than forty public utilities in Bavaria.
    expect(last.stored).toBeGreaterThan(40);
    expect(last.storedNew).toBe(last.stored);
    const times = [last.createdAt, last.startedAt ?? "", last.finishedAt ?? ""].map(Date.parse);
    expect(isRising(times)).toBe(true);
  });

  test("goes through its phases, with leads in the store while it still searches", () => {
    expect(moments.map(({ job }) => job.phase)).toEqual(["searching", "emails", "emails", "done"]);
    for (const { job } of moments) expect(job.phase === "done").toBe(job.finishedAt !== null);
    const [searching] = moments;
    expect(searching?.job.stored).toBeGreaterThan(0);
    expect(searching?.leads).toBeGreaterThanOrEqual(searching?.job.stored ?? 0);
  });

  test("has a progress and counts that rise", () => {
    for (const value of ["progress", "found", "stored", "storedNew"] as const) {
      expect(isRising(moments.map(({ job }) => job[value])), value).toBe(true);
    }
    expect(new Set(moments.map(({ job }) => job.progress)).size).toBe(moments.length);
    expect(moments[0]?.job.stored).toBeLessThan(last.stored);
    for (const { job } of moments) expect(job.progress === 100).toBe(job.status === "complete");
  });

  test("explains every hit that became no lead", async () => {
    const { results, total, skipped } = await getResults(url, jobId);
    expect(total).toBe(last.stored);
    expect(results).toHaveLength(last.stored);
    const left = skipped.reduce((sum, { count }) => sum + count, 0);
    expect(left).toBe(last.found - last.stored);
    expect(skipped.map(({ reason }) => reason).sort()).toEqual([
      "closed",
      "duplicate",
      "no_domain",
      "platform",
    ]);
  });

  test("marks every result as new and says what became of its email", async () => {
    const { results } = await getResults(url, jobId);
    for (const result of results) {
      expect(result.isNew).toBe(true);
      expect(result.leadId).not.toBeNull();
      expect(result.skipReason).toBeNull();
      expect(result.emailState).toMatch(/^(found|risky|not_found|blacklisted)$/);
      // An address that is not known to be deliverable is none.
      expect(result.email !== null).toBe(result.emailState === "found");
    }
    expect(new Set(results.map(({ domain }) => domain)).size).toBe(results.length);
    expect(new Set(results.map(({ emailState }) => emailState)).size).toBe(4);
  });

  test("stores whole leads: address in parts, federal state, phone and source", async () => {
    const { leads } = await getAnswer(`${url}/api/leads?pageSize=200`, LeadPageSchema);
    expect(leads).toHaveLength(last.stored);
    for (const lead of leads) {
      expect(lead).toMatchObject({ sourceType: "maps", sourceTerm: "Stadtwerke", status: "neu" });
      expect(lead.federalState).toBe("Bayern");
      expect(lead.country).toBe("DE");
      expect(lead.postalCode).toMatch(/^\d{5}$/);
      expect(lead.address).toBe(`${lead.street}, ${lead.postalCode} ${lead.city}`);
      if (lead.phone !== null) expect(lead.phone).toMatch(/^\+49\d{6,}$/);
      expect(lead.domain).not.toContain("xn--");
    }
    const one = await getAnswer(`${url}/api/leads/${leads[0]?.id}`, LeadWithEventsSchema);
    expect(one.source).toHaveProperty("displayName");
  });

  test("asks for one page after the other, and once for the email of each domain", async () => {
    const results = await getResults(url, jobId);
    expect(calls["google-places"]).toBe(3);
    expect(calls.anymailfinder).toBe(results.total);
    expect([...emailCalls.values()].every((times) => times === 1)).toBe(true);
  });

  test("gives its results as an Excel file", async () => {
    const response = await fetch(`${url}/api/jobs/${jobId}/export`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(EXCEL);
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; .*stadtwerke.*\.xlsx/i,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe("PK\u0003\u0004");
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
  });
});

describe("the same search again", () => {
  let first: Job;
  let second: Job;

  beforeAll(async () => {
    const region = "Hessen";
    first = await waitForJob(url, await startSearch(url, { ...STADTWERKE, region }));
    await resetProviders(app.providers.origin);
    second = await waitForJob(url, await startSearch(url, { ...STADTWERKE, region }));
  });

  test("finds the same companies, and none of them is new", async () => {
    expect(second).toMatchObject({ status: "complete", stored: first.stored, storedNew: 0 });
    const before = await getResults(url, first.id);
    const { results } = await getResults(url, second.id);
    expect(results.map(({ leadId }) => leadId)).toEqual(before.results.map(({ leadId }) => leadId));
    expect(results.map(({ isNew }) => isNew)).toEqual(results.map(() => false));
    expect(results.map(({ email }) => email)).toEqual(before.results.map(({ email }) => email));
    // What was true when the search found it, not what is true now.
    expect(before.results.every(({ isNew }) => isNew)).toBe(true);
    const onlyNew = `${url}/api/jobs/${second.id}/results?onlyNew=true`;
    expect((await getAnswer(onlyNew, ResultPageSchema)).total).toBe(0);
  });

  test("adds no lead", async () => {
    const address = `${url}/api/leads?federalState=HE&pageSize=1`;
    expect((await getAnswer(address, LeadPageSchema)).total).toBe(first.stored);
  });

  test("asks the email finder for no domain a second time", async () => {
    expect((await countCalls(app.providers.origin)).anymailfinder).toBe(0);
  });
});

test("a started search says where its job is", async () => {
  const response = await postJson(`${url}/api/search`, { ...STADTWERKE, region: "Saarland" });
  const schema = z.strictObject({ jobId: z.string().min(1), serpJobId: z.null() });
  const { jobId } = await readAnswer(response, 202, schema);
  const location = response.headers.get("location") ?? "";
  expect(new URL(location, url).href).toBe(`${url}/api/jobs/${jobId}`);
  await waitForJob(url, jobId);
});

test("two runs of the same term are told apart by their region", async () => {
  await holdProvider(app.providers.origin, { provider: "google-places" });
  for (const region of ["Hessen", "Bayern"]) {
    await startSearch(url, { query: "Fernwärme", region, count: 20 });
  }
  const page = await (await fetch(`${url}/leadspeicher`)).text();
  for (const region of ["Hessen", "Bayern"]) {
    expect(page).toMatch(new RegExp(`Fernwärme</span><span[^>]*>${region}</span>`));
  }
});
