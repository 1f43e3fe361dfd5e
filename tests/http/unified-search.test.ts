import { expect, test } from "vitest";
import { z } from "zod";
import { JobDetailSchema } from "../../app/jobs/job-schema.server";
import { getAnswer, getResults, JobPageSchema, readAnswer } from "../support/api-answers";
import {
  getJob,
  postJson,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { textOf } from "../support/page-text";
import { openOwnApp, openTestApp } from "../support/test-app";
import { readWorkbook } from "../support/workbook";

const SEARCH = { query: "Elektriker", region: "Bayern", count: 90 };
const StartedSchema = z.strictObject({ jobId: z.string(), serpJobId: z.string().nullable() });

const app = await openTestApp();
const { url } = app.server;

async function start(search: object) {
  return readAnswer(await postJson(`${url}/api/search`, search), 202, StartedSchema);
}

test("looks on the map and, for more than that gives, in the web, and keeps each company once", async () => {
  const { jobId, serpJobId } = await start(SEARCH);
  const maps = await waitForJob(url, jobId);
  const serp = await waitForJob(url, serpJobId ?? "");
  expect(maps).toMatchObject({ type: "maps", status: "complete", requested: 60, parentId: null });
  expect(maps.params).toMatchObject({ count: 90 });
  expect(serp).toMatchObject({
    type: "serp",
    status: "complete",
    requested: 30,
    parentId: jobId,
    query: SEARCH.query,
  });
  expect(serp.stored).toBeGreaterThan(0);
  // Nothing else is ever started by a search.
  expect((await getAnswer(`${url}/api/jobs`, JobPageSchema)).total).toBe(2);

  const results = [
    ...(await getResults(url, jobId)).results,
    ...(await getResults(url, serp.id)).results,
  ];
  const domains = new Set(results.map(({ domain }) => domain));
  const page = await (await fetch(`${url}/ergebnisse/${jobId}`)).text();
  expect(page).toContain(`/ergebnisse/${serp.id}`);
  const second = await (await fetch(`${url}/ergebnisse/${jobId}?ansicht=uebersprungen`)).text();
  expect(page).toContain(`<span class="tabular-nums">${domains.size}</span>`);
  expect(second).toContain(`<span class="tabular-nums">${domains.size}</span>`);

  const file = async (query: string) => {
    const response = await fetch(`${url}/api/jobs/${jobId}/export${query}`);
    expect(response.status).toBe(200);
    return (await readWorkbook(Buffer.from(await response.arrayBuffer()))).rows.length;
  };
  expect(await file("")).toBe(maps.stored);
  expect(await file("?parts=true")).toBe(domains.size);
});

test("goes on for new leads: over the towns, then in the web, until it has them or says there are no more", async () => {
  const goal = { query: "Wasserversorger", region: "Hessen", count: 20 };
  const known = await waitForJob(url, (await start(goal)).jobId);
  const { jobId, serpJobId } = await start({ ...goal, count: 40, goal: "new" });
  expect(serpJobId).toBeNull();
  const jobs = [await waitForJob(url, jobId)];
  // What follows is there when the map has searched.
  const { jobs: web } = await getAnswer(`${url}/api/jobs?type=serp`, JobPageSchema);
  for (const { id, parentId } of web) {
    if (parentId === jobId) jobs.push(await waitForJob(url, id));
  }
  const fresh = jobs.reduce((sum, { storedNew }) => sum + storedNew, 0);
  const said = jobs.flatMap(({ warnings }) => warnings).join(" ");
  expect(jobs[0]?.stored).toBeGreaterThanOrEqual(known.stored);
  expect(fresh).toBeLessThanOrEqual(40);
  expect(jobs).toHaveLength((jobs[0]?.storedNew ?? 0) < 40 ? 2 : 1);
  if (fresh === 40) expect(said).toBe("");
  else expect(said).toMatch(/Hessen ist für „Wasserversorger“ ausgeschöpft|kleinere Orte/);
  const page = textOf(await (await fetch(`${url}/ergebnisse/${jobId}`)).text());
  // The card names the term that was searched for, and nothing that was not.
  expect(page.includes("(vom Sprachmodell vorgeschlagen)")).toBe(jobs.length === 2);
  const enough = await waitForJob(
    url,
    (await start({ query: "Stadtwerke", region: "Niedersachsen", count: 1, goal: "new" })).jobId,
  );
  const other = textOf(await (await fetch(`${url}/ergebnisse/${enough.id}`)).text());
  expect(other).not.toMatch(/Websuche:|Ergänzende Suche|weitere angefragt/);
  const { usage } = await getAnswer(`${url}/api/jobs/${jobId}`, JobDetailSchema);
  const maps = usage.find(({ provider }) => provider === "google-places");
  expect(maps?.calls).toBeGreaterThan(3);
  expect(maps?.calls).toBeLessThanOrEqual(30);
});

/** Starts a search of which the map answers its first page and the web nothing; both run until they are stopped. */
async function startHanging(region: string) {
  await setFault(app.providers.origin, {
    provider: "google-places",
    after: 1,
    times: 10,
    fault: { hang: true },
  });
  await setFault(app.providers.origin, { provider: "serper", times: 10, fault: { hang: true } });
  const { jobId, serpJobId } = await start({ ...SEARCH, region });
  await waitForJob(url, jobId, ({ stored }) => stored > 0);
  return [jobId, serpJobId ?? ""] as const;
}

test("stopped in its part alone, goes on, and asks for as many as before when the part starts again", async () => {
  const [jobId, serpJobId] = await startHanging("Thüringen");
  await fetch(`${url}/api/jobs/${serpJobId}/cancel`, { method: "POST" });
  expect((await getJob(url, jobId)).status).toBe("running");
  const restarted = await postJson(`${url}/api/jobs/${serpJobId}/restart`, {});
  const { jobId: second } = await readAnswer(restarted, 202, z.object({ jobId: z.string() }));
  expect((await getJob(url, second)).parentId).toBe(jobId);
  const page = await (await fetch(`${url}/ergebnisse/${jobId}`)).text();
  expect(page).toContain("90 angefragt");
  await fetch(`${url}/api/jobs/${jobId}/cancel`, { method: "POST" });
  expect((await getJob(url, second)).status).toBe("cancelled");
  await resetProviders(app.providers.origin);

  // The whole search once more: its web search goes along once.
  const whole = await postJson(`${url}/api/jobs/${jobId}/restart`, {});
  const { jobId: again } = await readAnswer(whole, 202, z.object({ jobId: z.string() }));
  const { jobs } = await getAnswer(`${url}/api/jobs?type=serp`, JobPageSchema);
  const parts = jobs.filter(({ parentId }) => parentId === again);
  expect(parts.map(({ requested }) => requested)).toEqual([30]);
  await waitForJob(url, again);
  await waitForJob(url, parts[0]?.id ?? "");
});

test("without a key for the web search goes on with the map alone and says so", async () => {
  const { server } = await openOwnApp({ settings: { SERPER_API_KEY: "" } });
  const response = await postJson(`${server.url}/api/search`, { ...SEARCH, count: 100 });
  const { jobId, serpJobId } = await readAnswer(response, 202, StartedSchema);
  expect(serpJobId).toBeNull();
  const job = await waitForJob(server.url, jobId);
  expect(job).toMatchObject({ status: "complete", requested: 60 });
  expect(job.warnings.join()).toMatch(/höchstens 60 Firmen.+40 weiteren.+Serper/);
  expect(await startSearch(server.url, { ...SEARCH, count: 20 })).toMatch(/\S/);
});
