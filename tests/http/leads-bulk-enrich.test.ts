import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Lead } from "../../app/leads/lead";
import { type DemoProviders, startDemoProviders } from "../../scripts/demo-providers/server";
import {
  getAnswer,
  getResults,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
  readProblem,
} from "../support/api-answers";
import { postJson, setFault, waitForJob } from "../support/api-client";
import {
  type AppServer,
  providerSettings,
  removeFolder,
  startAppServer,
  temporaryFolder,
} from "../support/app-server";
import { SEED_START, seedLeads } from "../support/lead-factory";
import { checkApiAnswers } from "../support/openapi";
import { countEmailCalls } from "../support/provider-calls";

checkApiAnswers();

const OutcomeSchema = z.strictObject({
  matched: z.int(),
  changed: z.int(),
  jobId: z.string().optional(),
});
const JobsSchema = z.looseObject({ total: z.int() });
/** Without an email but the first. */
const PLAIN = Array.from({ length: 6 }, (_, index) => ({
  domain: `mail-${index}.example`,
  createdAt: SEED_START + index,
  sourceTerm: "Anreichern",
  email: index === 0 ? "da@mail-0.example" : null,
}));

let folder: string;
let providers: DemoProviders;
let server: AppServer;
let keyless: AppServer;
let url: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  providers = await startDemoProviders({ latency: 0 });
  const [own, other] = [join(folder, "leads.sqlite"), join(folder, "keyless.sqlite")];
  await seedLeads(own, PLAIN);
  await seedLeads(other, PLAIN);
  server = await startAppServer(own, providerSettings(providers));
  keyless = await startAppServer(other);
  url = server.url;
});

afterAll(async () => {
  await server.stop();
  await keyless.stop();
  await providers.close();
  await removeFolder(folder);
});

function bulk(body: unknown, address = url): Promise<Response> {
  return postJson(`${address}/api/leads/bulk`, body);
}

async function outcome(body: unknown) {
  return readAnswer(await bulk(body), 200, OutcomeSchema);
}

async function leadsOf(query: string): Promise<Lead[]> {
  return (await getAnswer(`${url}/api/leads?${query}&pageSize=200`, LeadPageSchema)).leads;
}

test("enriching is refused without a key, and the sentence says which", async () => {
  for (const selection of [{ ids: [] }, { filter: {}, expectedCount: PLAIN.length }]) {
    const response = await bulk({ action: "enrich", ...selection }, keyless.url);
    const { detail } = await readProblem(response, 409);
    expect(detail).toContain("Anymailfinder");
    expect(detail).toContain("Anymailfinder");
  }
  expect((await getAnswer(`${keyless.url}/api/jobs`, JobsSchema)).total).toBe(0);
  // The rest goes without.
  const order = { action: "approve", filter: {}, expectedCount: PLAIN.length };
  const approved = await readAnswer(await bulk(order, keyless.url), 200, OutcomeSchema);
  expect(approved).toEqual({ matched: PLAIN.length, changed: PLAIN.length });
});

test("enriching runs a job that finds the emails of those that have none", async () => {
  for (const { domain } of PLAIN.slice(1, 5)) {
    const address = `kontakt@${domain}`;
    await setFault(providers.origin, {
      provider: "anymailfinder",
      match: `"${domain}"`,
      fault: {
        body: {
          email_status: "valid",
          emails: [address],
          valid_emails: [address],
          credits_charged: 1,
        },
      },
    });
  }
  await setFault(providers.origin, {
    provider: "anymailfinder",
    match: '"mail-5.example"',
    fault: {
      body: { email_status: "not_found", emails: [], valid_emails: [], credits_charged: 0 },
    },
  });
  const order = { action: "enrich", filter: { term: "Anreichern" }, expectedCount: PLAIN.length };
  const { jobId = "", ...counts } = await outcome(order);
  expect(counts).toEqual({ matched: PLAIN.length, changed: PLAIN.length - 1 });
  const job = await waitForJob(url, jobId);
  expect(job).toMatchObject({
    type: "enrichment",
    status: "complete",
    phase: "done",
    progress: 100,
    requested: PLAIN.length - 1,
    stored: PLAIN.length - 1,
    storedNew: 0,
    warnings: [],
    error: null,
  });
  const { results } = await getResults(url, jobId);
  expect(
    results.map(({ domain, email, emailState, isNew }) => [domain, email, emailState, isNew]),
  ).toEqual([
    ...[1, 2, 3, 4].map((n) => [`mail-${n}.example`, `kontakt@mail-${n}.example`, "found", false]),
    ["mail-5.example", null, "not_found", false],
  ]);
  const leads = await leadsOf("term=Anreichern&sort=domain");
  expect(leads.map(({ email }) => email)).toEqual([
    "da@mail-0.example",
    ...[1, 2, 3, 4].map((n) => `kontakt@mail-${n}.example`),
    null,
  ]);
  const enriched = await getAnswer(`${url}/api/leads/${leads[1]?.id}`, LeadWithEventsSchema);
  expect(enriched.events[0]).toMatchObject({ kind: "email_found", jobId });
  const calls = await countEmailCalls(providers.origin);
  expect([...calls].sort()).toEqual([1, 2, 3, 4, 5].map((n) => [`mail-${n}.example`, 1]));
});

test("enriching leads that all have an email starts none", async () => {
  const ids = (await leadsOf("term=Anreichern&hasEmail=true")).map(({ id }) => id);
  expect(await outcome({ action: "enrich", ids })).toEqual({ matched: 5, changed: 0 });
  expect(await outcome({ action: "enrich", ids: ["unbekannt"] })).toEqual({
    matched: 0,
    changed: 0,
  });
});
