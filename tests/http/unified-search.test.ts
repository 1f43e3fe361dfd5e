import { expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, getResults, JobPageSchema, readAnswer } from "../support/api-answers";
import {
  getJob,
  postJson,
  resetProviders,
  sendJson,
  setFault,
  waitForJob,
} from "../support/api-client";
import { readHtml } from "../support/page-text";
import { openTestApp } from "../support/test-app";
import { readWorkbook } from "../support/workbook";

const SEARCH = { query: "Elektriker", region: "Bayern", count: 90 };
const StartedSchema = z.strictObject({ jobId: z.string(), serpJobId: z.string().nullable() });

const app = await openTestApp({ settings: { SERPER_API_KEY: "" } });
const { url } = app.server;

async function start(search: object) {
  return readAnswer(await postJson(`${url}/api/search`, search), 202, StartedSchema);
}

test("without a key for the web search goes on with the map alone and says so", async () => {
  const { jobId, serpJobId } = await start({ ...SEARCH, count: 100 });
  expect(serpJobId).toBeNull();
  const job = await waitForJob(url, jobId);
  expect(job).toMatchObject({ status: "complete", requested: 60 });
  expect(job.warnings.join()).toMatch(/höchstens 60 Firmen.+40 weiteren.+Serper/);
  await sendJson("PUT", `${url}/api/credentials/serper`, { key: "test-serper-key" });
});

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
  expect((await getAnswer(`${url}/api/jobs?type=serp`, JobPageSchema)).total).toBe(1);

  const results = [
    ...(await getResults(url, jobId)).results,
    ...(await getResults(url, serp.id)).results,
  ];
  const domains = new Set(results.map(({ domain }) => domain));
  const page = await readHtml(`${url}/ergebnisse/${jobId}`);
  expect(page).toContain(`/ergebnisse/${serp.id}`);
  const second = await readHtml(`${url}/ergebnisse/${jobId}?ansicht=uebersprungen`);
  for (const html of [page, second]) {
    expect(html).toContain(`<span class="tabular-nums">${domains.size}</span>`);
  }

  const file = async (query: string) => {
    const response = await fetch(`${url}/api/jobs/${jobId}/export${query}`);
    expect(response.status).toBe(200);
    return (await readWorkbook(Buffer.from(await response.arrayBuffer()))).rows.length;
  };
  expect(await file("")).toBe(maps.stored);
  expect(await file("?parts=true")).toBe(domains.size);
});

test("stopped in its part alone, goes on, and asks for as many as before when the part starts again", async () => {
  for (const provider of ["google-places", "serper"] as const) {
    await setFault(app.providers.origin, { provider, times: 10, fault: { hang: true } });
  }
  const { jobId, serpJobId } = await start({ ...SEARCH, region: "Thüringen" });
  await fetch(`${url}/api/jobs/${serpJobId}/cancel`, { method: "POST" });
  expect((await getJob(url, jobId)).status).toBe("running");
  const restarted = await postJson(`${url}/api/jobs/${serpJobId}/restart`, {});
  const { jobId: second } = await readAnswer(restarted, 202, z.object({ jobId: z.string() }));
  expect((await getJob(url, second)).parentId).toBe(jobId);
  expect(await readHtml(`${url}/ergebnisse/${jobId}`)).toContain("90 angefragt");
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
