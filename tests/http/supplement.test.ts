import { expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import { getAnswer, JobPageSchema, readAnswer, readProblem } from "../support/api-answers";
import { countCalls, postJson, startSearch, waitForJob } from "../support/api-client";
import { says, setModelAnswer } from "../support/model-answers";
import { textOf } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const StartedSchema = z.strictObject({
  jobId: z.string(),
  query: z.string(),
  generated: z.boolean(),
});

const app = await openTestApp();
const { url } = app.server;

/** A search that ends with fewer companies than it was asked for. */
async function searchShort(query: string, region = "Saarland", at = url): Promise<Job> {
  const job = await waitForJob(at, await startSearch(at, { query, region, count: 60 }));
  expect(job.status).toBe("complete");
  expect(job.stored).toBeLessThan(job.requested);
  return job;
}

function ask(jobId: string, at = url): Promise<Response> {
  return postJson(`${at}/api/search/supplement`, { jobId });
}

async function supplement(jobId: string, at = url) {
  return readAnswer(await ask(jobId, at), 202, StartedSchema);
}

async function pageOf(jobId: string): Promise<string> {
  return textOf(await (await fetch(`${url}/suche?job=${jobId}`)).text());
}

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
  const body = new URLSearchParams({ intent: "supplement" });
  const [answers, page] = await Promise.all([
    Promise.all([1, 2, 3, 4].map(() => supplement(job.id))),
    fetch(`${url}/suche?job=${job.id}`, { method: "POST", body, redirect: "manual" }),
  ]);
  expect(page.headers.get("location")).toBe(`/suche?job=${job.id}`);
  const [first] = answers;
  for (const answer of answers) expect(answer).toEqual(first);
  expect(await supplement(job.id)).toEqual(first);
  expect(await countSearches()).toBe(before + 1);
  expect((await countCalls(app.providers.origin)).openai).toBe(1);
});

test("for a search that found enough", async () => {
  const search = { query: "Elektriker", region: "Bayern", count: 5 };
  const job = await waitForJob(url, await startSearch(url, search));
  const { detail } = await readProblem(await ask(job.id), 409);
  expect(detail).toContain("so viele Firmen gefunden");
  expect(await pageOf(job.id)).not.toContain("Ergänzende Suche");
});

test("asks for the first term again where the model knows no other", async () => {
  const job = await searchShort("Zimmerei");
  await setModelAnswer(app, says([{ query: "ZIMMEREI Saarland" }]));
  expect(await supplement(job.id)).toMatchObject({ query: "Zimmerei", generated: false });
  expect((await countCalls(app.providers.origin)).openai).toBe(2);
});
