import { expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import { getAnswer, JobPageSchema, readAnswer, readProblem } from "../support/api-answers";
import { countCalls, postForm, postJson, startSearch, waitForJob } from "../support/api-client";
import { says, setModelAnswer } from "../support/model-answers";
import { readText } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const StartedSchema = z.strictObject({
  jobId: z.string(),
  query: z.string(),
  generated: z.boolean(),
});

const app = await openTestApp();
const { url } = app.server;

/** A search that ends with fewer companies than it was asked for. */
async function searchShort(query: string): Promise<Job> {
  const search = { query, region: "Saarland", count: 60 };
  const job = await waitForJob(url, await startSearch(url, search));
  expect(job.status).toBe("complete");
  expect(job.stored).toBeLessThan(job.requested);
  return job;
}

function ask(jobId: string): Promise<Response> {
  return postJson(`${url}/api/search/supplement`, { jobId });
}

async function supplement(jobId: string) {
  return readAnswer(await ask(jobId), 202, StartedSchema);
}

const pageOf = (jobId: string) => readText(`${url}/suche?job=${jobId}`);

async function countSearches(): Promise<number> {
  return (await getAnswer(`${url}/api/jobs?type=serp`, JobPageSchema)).total;
}

test("goes on in the web with the model's query, and the card shows it", async () => {
  const job = await searchShort("Stadtwerke");
  expect(await pageOf(job.id)).toContain("Ergänzende Suche starten");
  const answer = { query: "„Energieversorger Saarland“", begruendung: "Ein Oberbegriff." };
  await setModelAnswer(app, says(answer));
  const response = await ask(job.id);
  const started = await readAnswer(response, 202, StartedSchema);
  expect(started).toMatchObject({ query: "Energieversorger", generated: true });
  expect(response.headers.get("location")).toBe(`/api/jobs/${started.jobId}`);
  const search = await waitForJob(url, started.jobId);
  expect(search).toMatchObject({
    type: "serp",
    status: "complete",
    parentId: job.id,
    query: "Energieversorger",
    requested: job.requested - job.stored,
  });
  expect(search.params).toMatchObject({ region: "Saarland", enrich: true });
  const page = await pageOf(job.id);
  expect(page).toContain("Ergänzende Suche: „Energieversorger“ (vom Sprachmodell vorgeschlagen)");
  expect(page).not.toContain("Ergänzende Suche starten");
});

test("is one search for two tabs at once and for every later call", async () => {
  const job = await searchShort("Dachdecker");
  const before = await countSearches();
  const [answers, page] = await Promise.all([
    Promise.all([1, 2, 3, 4].map(() => supplement(job.id))),
    postForm(`${url}/suche?job=${job.id}`, { intent: "supplement" }),
  ]);
  expect(page.headers.get("location")).toBe(`/suche?job=${job.id}`);
  const [first] = answers;
  for (const answer of answers) expect(answer).toEqual(first);
  expect(await supplement(job.id)).toEqual(first);
  expect(await countSearches()).toBe(before + 1);
  expect((await countCalls(app.providers.origin)).openai).toBe(1);
});

test("is refused for a search that found enough", async () => {
  const search = { query: "Elektriker", region: "Bayern", count: 5 };
  const job = await waitForJob(url, await startSearch(url, search));
  const { detail } = await readProblem(await ask(job.id), 409);
  expect(detail).toContain("so viele Firmen gefunden");
  expect(await pageOf(job.id)).not.toContain("Ergänzende Suche");
});
