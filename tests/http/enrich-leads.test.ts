import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  getAnswer,
  getResults,
  LeadWithEventsSchema,
  readAnswer,
  readProblem,
  StartedSchema,
  waitForStarted,
} from "../support/api-answers";
import {
  getJob,
  holdProvider,
  listLeads,
  patchLead,
  postJson,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { pageWith } from "../support/hostile-sites";
import { textOf } from "../support/page-text";
import { listCalls } from "../support/provider-calls";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";

const JobsSchema = z.looseObject({
  jobs: z.array(z.looseObject({ id: z.string(), parentId: z.string().nullable() })),
});

const app = await openTestApp({ settings: { AUTO_ENRICHMENT: "true" } });
const { url } = app.server;
let searchId: string;

beforeAll(async () => {
  searchId = await startSearch(url, { query: "Stadtwerke", region: "Hessen", count: 12 });
  await waitForJob(url, searchId);
});

function enrich(body: unknown): Promise<Response> {
  return postJson(`${url}/api/enrich-leads`, body);
}

async function enrichAndWait(body: unknown) {
  return waitForStarted(url, await enrich(body));
}

async function followUpOf(id: string): Promise<string | undefined> {
  const { jobs } = await getAnswer(`${url}/api/jobs?type=enrichment`, JobsSchema);
  return jobs.find(({ parentId }) => parentId === id)?.id;
}

const allLeads = () => listLeads(url, "pageSize=200&sort=domain");

async function countQuestions(): Promise<number> {
  const calls = await listCalls(app.providers.origin);
  return calls.filter(({ path }) => path.endsWith("/chat/completions")).length;
}

test("a search is followed by the reading of its websites, by itself", async () => {
  const followUp = await followUpOf(searchId);
  expect(followUp).toBeDefined();
  const job = await waitForJob(url, followUp ?? "");
  expect(job).toMatchObject({
    type: "enrichment",
    status: "complete",
    requested: 12,
    params: { mode: "sites", of: searchId },
    warnings: [],
  });
  const { results } = await getResults(url, job.id);
  expect(results).toHaveLength(12);
  const read = results.filter(({ siteState }) => siteState === "read");
  expect(read.length).toBeGreaterThan(6);
  const byId = new Map((await allLeads()).map((lead) => [lead.id, lead]));
  for (const { leadId } of read) {
    expect(byId.get(leadId ?? "")).toMatchObject({
      companyType: expect.any(String),
      salesScore: expect.any(Number),
      salesReason: expect.any(String),
      approved: false,
      status: "neu",
      tags: [],
    });
  }
  // The search itself is as it was: all its numbers are its own.
  const page = await (await fetch(`${url}/ergebnisse/${searchId}`)).text();
  expect(page).toContain("Websites lesen");
  expect(page).toContain(`/ergebnisse/${job.id}`);
});

test("the same search again reads nothing twice", async () => {
  const questions = await countQuestions();
  const again = await startSearch(url, { query: "Stadtwerke", region: "Hessen", count: 12 });
  await waitForJob(url, again);
  expect(await followUpOf(again)).toBeUndefined();
  expect(await countQuestions()).toBe(questions);
});

test("exactly one of leads and run is taken, and only such as are there", async () => {
  for (const body of [{}, { ids: ["a"], jobId: "b" }, { ids: [] }, { ids: 3 }, { idds: ["a"] }]) {
    await readProblem(await enrich(body), 422);
  }
  await readProblem(await enrich({ ids: Array.from({ length: 5_001 }, (_, n) => `${n}`) }), 422);
  const unknown = await readProblem(await enrich({ ids: ["unbekannt"] }), 422);
  expect(unknown.detail).toContain("Keinen dieser Leads gibt es.");
  expect((await readProblem(await enrich({ jobId: "unbekannt" }), 404)).detail).toMatch(/\.$/);
});

test("a run's leads are read when a person asks, and what the person set stays", async () => {
  const [lead] = await allLeads();
  const id = lead?.id ?? "";
  await patchLead(url, id, { salesScore: 1, companyType: "Eigene Art" });
  const job = await enrichAndWait({ jobId: searchId });
  expect(job).toMatchObject({ status: "complete", requested: 12, parentId: null });
  const after = await getAnswer(`${url}/api/leads/${id}`, LeadWithEventsSchema);
  expect(after).toMatchObject({ salesScore: 1, companyType: "Eigene Art" });
});

test("a website that can't be read is said on the lead, and a person may try again", async () => {
  const [lead] = await listLeads(url, "sort=domain&dir=desc&pageSize=1");
  const id = lead?.id ?? "";
  const domain = lead?.domain ?? "";
  const { pathname, search } = new URL(lead?.website ?? `https://${domain}/`);
  const path = `${pathname}${search}`;
  // The first page is asked for where the address of the lead leads nowhere.
  for (const broken of new Set([path, "/"])) {
    await plantPage(app.providers.origin, { domain, path: broken, status: 500, body: "" });
  }
  const job = await enrichAndWait({ ids: [id] });
  expect((await getResults(url, job.id)).results[0]?.siteState).toBe("unreadable");
  const run = textOf(await (await fetch(`${url}/ergebnisse/${job.id}`)).text());
  expect(run).toContain("1 Lead · 1 Website nicht lesbar");
  const panel = async () => (await fetch(`${url}/leadspeicher/${id}`)).text();
  expect(await panel()).toMatch(/Die Website antwortet mit dem Fehler 500\..{0,20}Versucht am/);
  await plantPage(app.providers.origin, { domain, path, body: pageWith() });
  const again = await enrichAndWait({ ids: [id] });
  expect((await getResults(url, again.id)).results[0]?.siteState).toBe("read");
  // The timeline still tells of it.
  expect(await panel()).not.toContain("Versucht am");
  expect(await panel()).toContain("Belegt durch");
});

test("a model that answers no JSON leaves what it judged before, and the run says why", async () => {
  const judged = async () => (await allLeads()).find(({ salesReason }) => salesReason !== null);
  const before = await judged();
  const body = { choices: [{ message: { content: "Gern!" }, finish_reason: "stop" }] };
  await setFault(app.providers.origin, { provider: "openai", times: 2, fault: { body } });
  const job = await enrichAndWait({ ids: [before?.id] });
  expect(job.status).toBe("complete");
  expect(job.warnings).toEqual([expect.stringContaining("kein JSON")]);
  expect(await judged()).toEqual(before);
});

test("a model without credit ends the reading with the service's own words", async () => {
  const before = await allLeads();
  const body = { error: { message: "You are out of it.", code: "insufficient_quota" } };
  await setFault(app.providers.origin, { provider: "openai", fault: { status: 429, body } });
  const job = await enrichAndWait({ jobId: searchId });
  expect(job).toMatchObject({ status: "complete", error: null });
  expect(job.warnings).toEqual([expect.stringContaining("You are out of it.")]);
  expect(await allLeads()).toEqual(before);
});

test("a run can be stopped, and leaves nothing half-written", async () => {
  const held = await holdProvider(app.providers.origin, { provider: "websites" });
  const { jobId } = await readAnswer(await enrich({ jobId: searchId }), 202, StartedSchema);
  await held.waitForCall();
  await postJson(`${url}/api/jobs/${jobId}/cancel`, {});
  await held.release();
  const job = await waitForJob(url, jobId);
  expect(job.status).toBe("cancelled");
  const { results } = await getResults(url, jobId);
  expect(results.map(({ siteState }) => siteState)).not.toContain("pending");
});

test("a search with a web search beside it says which of them brought the websites", async () => {
  const search = { query: "Tischler", region: "Hessen", count: 70 };
  const { jobId, serpJobId } = z
    .object({ jobId: z.string(), serpJobId: z.string() })
    .parse(await (await postJson(`${url}/api/search`, search)).json());
  await waitForJob(url, jobId);
  await waitForJob(url, serpJobId);
  const page = await (await fetch(`${url}/ergebnisse/${jobId}`)).text();
  expect(page).toContain("Websites der Kartensuche lesen");
  expect(page).toContain("Websites der Websuche lesen");
});

test.each([
  ["was cancelled", "Elektriker", null, "cancelled"],
  ["lost its provider", "Dachdecker", { status: 503 }, "complete"],
] as const)("a search that %s is followed all the same", async (_, query, fault, status) => {
  const { origin } = app.providers;
  const later = { provider: "google-places", match: "pageToken" } as const;
  if (fault !== null) await setFault(origin, { ...later, fault, times: 500 });
  const held = fault === null ? await holdProvider(origin, later) : null;
  const id = await startSearch(url, { query, region: "Bayern", count: 50 });
  if (held !== null) {
    await held.waitForCall();
    await postJson(`${url}/api/jobs/${id}/cancel`, {});
    await held.release();
  }
  const search = await waitForJob(url, id);
  expect(search).toMatchObject({ status, found: 20 });
  expect(search.stored).toBeGreaterThan(5);
  const followUp = await getJob(url, (await followUpOf(id)) ?? "");
  expect(followUp).toMatchObject({ requested: search.stored });
});
