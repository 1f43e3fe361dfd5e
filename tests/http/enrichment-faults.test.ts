import { beforeEach, expect, test } from "vitest";
import { JobSchema } from "../../app/jobs/job-schema.server";
import {
  getAnswer,
  getResults,
  readAnswer,
  StartedSchema,
  waitForStarted,
} from "../support/api-answers";
import {
  listLeads,
  postJson,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { completion } from "../support/model-answers";
import { textOf } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();
const { url } = app.server;
const PATH = "/v1/chat/completions";
const BUSY = { error: { message: "Slow down.", type: "rate_limit_exceeded", code: "slow_down" } };

/** The leads that a search brings to a state: each test has its own, so that none was judged before. */
async function leadsOf(region: string): Promise<string[]> {
  const id = await startSearch(url, { query: "Stadtwerke", region, count: 12 });
  await waitForJob(url, id);
  return (await getResults(url, id)).results.flatMap(({ leadId }) => leadId ?? []);
}

async function read(ids: readonly string[]) {
  const job = await waitForStarted(url, await postJson(`${url}/api/enrich-leads`, { ids }));
  const { results } = await getResults(url, job.id);
  const all = await listLeads(url, "pageSize=200");
  const leads = results.map(({ leadId, siteState }) => ({
    siteState,
    lead: all.find(({ id }) => id === leadId),
  }));
  return { job, leads: leads.filter(({ siteState }) => siteState !== "unreadable") };
}

type Read = Awaited<ReturnType<typeof read>>["leads"];
const judgedOf = (leads: Read) => leads.filter(({ lead }) => lead?.salesScore !== null);

/** Neither a score nor a reason, but what the words of the website say. */
function expectRules(leads: Read): void {
  for (const { lead, siteState } of leads) {
    expect(lead).toMatchObject({ salesScore: null, salesReason: null });
    expect(siteState).toBe("failed");
  }
  const known = leads.filter(({ lead }) => lead?.companyType !== null && lead?.topics.length !== 0);
  expect(known.length).toBeGreaterThan(leads.length / 2);
}

const answer = (content: string | null, refusal: string | null = null) => ({
  provider: "openai",
  path: PATH,
  fault: { body: completion(content, refusal) },
});

beforeEach(() => resetProviders(app.providers.origin));

test.each([
  ["429", 429, { "retry-after": "1" }, "Hessen"],
  ["503", 503, {}, "Bayern"],
])(
  "with 60 %% of the calls answered by %s every lead is judged in the end",
  async (_, status, headers, region) => {
    const ids = await leadsOf(region);
    for (let round = 0; round < 20; round += 1) {
      const fault = { status, headers, body: BUSY };
      await setFault(app.providers.origin, {
        provider: "openai",
        path: PATH,
        after: 2 * round,
        times: 3,
        fault,
      });
    }
    const { job, leads } = await read(ids);
    expect(job).toMatchObject({ status: "complete", warnings: [], resumeAt: null });
    expect(leads.length).toBeGreaterThan(6);
    expect(judgedOf(leads)).toHaveLength(leads.length);
  },
);

test.each([
  ["useless answers", "Sachsen", "Gern! Die Firma passt gut.", null, 20],
  ["refusals", "Thüringen", null, "I can't help with that.", 10],
])(
  "ten %s in a row leave ten leads to rules and touch no other",
  async (_, region, text, refusal, times) => {
    const ids = await leadsOf(region);
    await setFault(app.providers.origin, { ...answer(text, refusal), times });
    const { job, leads } = await read(ids);
    expect(job).toMatchObject({ status: "complete", error: null });
    expect(job.warnings).toEqual([expect.stringContaining("werden später bewertet")]);
    const judged = judgedOf(leads);
    expect(judged.every(({ siteState }) => siteState === "read")).toBe(true);
    const unjudged = leads.filter((entry) => !judged.includes(entry));
    expect(unjudged.length).toBeGreaterThan(0);
    expectRules(unjudged);
    const panel = await (await fetch(`${url}/leadspeicher/${unjudged[0]?.lead?.id}`)).text();
    expect(textOf(panel)).toContain("sie wird später bewertet");
    expect(textOf(panel)).toContain("nach Regeln, ohne Sprachmodell");
  },
);

test("credit that is spent on the way ends the questions, and the rest is left to rules", async () => {
  const ids = await leadsOf("Niedersachsen");
  const body = { error: { message: "You are out of it.", code: "insufficient_quota" } };
  await setFault(app.providers.origin, {
    provider: "openai",
    path: PATH,
    after: 4,
    times: 500,
    fault: { status: 429, body },
  });
  const { job, leads } = await read(ids);
  expect(job).toMatchObject({ status: "complete", error: null });
  expect(job.warnings).toEqual([expect.stringMatching(/Regeln.*You are out of it\./)]);
  const judged = judgedOf(leads);
  expect(judged).toHaveLength(4);
  expectRules(leads.filter((entry) => !judged.includes(entry)));
});

test("a service that asks for an hour pauses the run, which says so and can be stopped", async () => {
  const ids = await leadsOf("Brandenburg");
  const fault = { status: 429, headers: { "retry-after": "3600" }, body: BUSY };
  await setFault(app.providers.origin, { provider: "openai", path: PATH, times: 500, fault });
  const response = await postJson(`${url}/api/enrich-leads`, { ids });
  const { jobId } = await readAnswer(response, 202, StartedSchema);
  const now = () => getAnswer(`${url}/api/jobs/${jobId}`, JobSchema);
  await expect.poll(async () => (await now()).resumeAt, { timeout: 20_000 }).not.toBeNull();
  expect(await now()).toMatchObject({ status: "queued", phase: "enriching", warnings: [] });
  const page = textOf(await (await fetch(`${url}/ergebnisse/${jobId}`)).text());
  expect(page).toMatch(/Das Sprachmodell ist überlastet; der Lauf wird .{5,40} fortgesetzt/);
  await postJson(`${url}/api/jobs/${jobId}/cancel`, {});
  expect(await now()).toMatchObject({ status: "cancelled", resumeAt: null });
  const { results } = await getResults(url, jobId);
  expect(results.map(({ siteState }) => siteState)).not.toContain("pending");
});

test("a service that is down for a while pauses the run, which goes on by itself", async () => {
  const ids = (await leadsOf("Schleswig-Holstein")).slice(0, 3);
  await setFault(app.providers.origin, {
    provider: "openai",
    path: PATH,
    times: 27,
    fault: { status: 503, body: BUSY },
  });
  const { job, leads } = await read(ids);
  expect(job).toMatchObject({ status: "complete", warnings: [] });
  expect(judgedOf(leads)).toHaveLength(leads.length);
});
