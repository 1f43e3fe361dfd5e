import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  getAnswer,
  getResults,
  LeadWithEventsSchema,
  readAnswer,
  readProblem,
  waitForStarted,
} from "../support/api-answers";
import {
  listLeads,
  patchLead,
  postJson,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { pageWith } from "../support/hostile-sites";
import { readHtml, readText } from "../support/page-text";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";

const JobsSchema = z.looseObject({
  jobs: z.array(z.looseObject({ id: z.string(), parentId: z.string().nullable() })),
});

const OutcomeSchema = z.strictObject({ matched: z.int(), changed: z.int(), jobId: z.string() });

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
  const page = await readHtml(`${url}/ergebnisse/${searchId}`);
  expect(page).toContain("Websites lesen");
  expect(page).toContain(`/ergebnisse/${job.id}`);
});

test("a run's leads are read when a person asks, and what the person set stays", async () => {
  const lead = (await allLeads()).find(({ salesReason }) => salesReason !== null);
  const id = lead?.id ?? "";
  await patchLead(url, id, { salesScore: 1, companyType: "Eigene Art" });
  const job = await enrichAndWait({ jobId: searchId });
  expect(job).toMatchObject({ status: "complete", requested: 12, parentId: null });
  const after = await getAnswer(`${url}/api/leads/${id}`, LeadWithEventsSchema);
  expect(after).toMatchObject({ salesScore: 1, companyType: "Eigene Art" });
  const panel = await readText(`${url}/leadspeicher/${id}`);
  expect(panel).toMatch(/vom Sprachmodell\. Von Hand eingetragen: \S+ und \S+\./);
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
  const run = await readText(`${url}/ergebnisse/${job.id}`);
  expect(run).toContain("1 Lead · 1 Website nicht lesbar");
  const panel = () => readHtml(`${url}/leadspeicher/${id}`);
  expect(await panel()).toMatch(/Die Website antwortet mit dem Fehler 500\..{0,20}Versucht am/);
  await plantPage(app.providers.origin, { domain, path, body: pageWith() });
  const again = await enrichAndWait({ ids: [id] });
  expect((await getResults(url, again.id)).results[0]?.siteState).toBe("read");
  // The timeline still tells of it.
  expect(await panel()).not.toContain("Versucht am");
  expect(await panel()).toContain("Belegt durch");
});

test("a filter's leads are enriched by one action: their emails are looked for, too", async () => {
  const [lead] = await listLeads(url, "hasEmail=true&sort=domain&pageSize=1");
  await patchLead(url, lead?.id ?? "", { email: null });
  await setFault(app.providers.origin, {
    provider: "anymailfinder",
    fault: {
      body: { email_status: "valid", emails: [], valid_emails: [lead?.email], credits_charged: 1 },
    },
  });
  const filter = { q: lead?.domain };
  const order = { action: "enrich", filter, expectedCount: 1 };
  const response = await postJson(`${url}/api/leads/bulk`, order);
  const { jobId, ...counts } = await readAnswer(response, 200, OutcomeSchema);
  expect(counts).toEqual({ matched: 1, changed: 1 });
  const job = await waitForJob(url, jobId);
  expect(job).toMatchObject({ type: "enrichment", status: "complete", stored: 1, storedNew: 0 });
  const { results } = await getResults(url, jobId);
  expect(results).toMatchObject([{ emailState: "found", siteState: expect.any(String) }]);
});

test("leads that are not there are refused", async () => {
  const unknown = await readProblem(await enrich({ ids: ["unbekannt"] }), 422);
  expect(unknown.detail).toContain("Keinen dieser Leads gibt es.");
});
