import { expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, getResults, JobPageSchema, readAnswer } from "../support/api-answers";
import {
  getJob,
  postJson,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
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

test("stops with its part", async () => {
  const hang = { times: 10, fault: { hang: true } };
  await setFault(app.providers.origin, { provider: "google-places", after: 1, ...hang });
  await setFault(app.providers.origin, { provider: "serper", ...hang });
  const { jobId, serpJobId } = await start({ ...SEARCH, region: "Thüringen" });
  await waitForJob(url, jobId, ({ stored }) => stored > 0);
  await fetch(`${url}/api/jobs/${jobId}/cancel`, { method: "POST" });
  expect((await getJob(url, serpJobId ?? "")).status).toBe("cancelled");
  await resetProviders(app.providers.origin);
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
