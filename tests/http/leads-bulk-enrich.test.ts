import { expect, test } from "vitest";
import { z } from "zod";
import type { Lead } from "../../app/leads/lead-schema";
import {
  getAnswer,
  getResults,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
} from "../support/api-answers";
import { postJson, setFault, waitForJob } from "../support/api-client";
import { pageWith } from "../support/hostile-sites";
import { SEED_START } from "../support/lead-factory";
import { countEmailCalls } from "../support/provider-calls";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";

const OutcomeSchema = z.strictObject({
  matched: z.int(),
  changed: z.int(),
  jobId: z.string().optional(),
});
/** Without an email but the first. */
const PLAIN = Array.from({ length: 6 }, (_, index) => ({
  domain: `mail-${index}.example`,
  createdAt: SEED_START + index,
  sourceTerm: "Anreichern",
  email: index === 0 ? "da@mail-0.example" : null,
}));

const { server, providers } = await openTestApp({ leads: PLAIN });
const { url } = server;

async function plantSites({ origin }: { origin: string }): Promise<void> {
  for (const { domain } of PLAIN) await plantPage(origin, { domain, path: "/", body: pageWith() });
}

function bulk(body: unknown, address = url): Promise<Response> {
  return postJson(`${address}/api/leads/bulk`, body);
}

async function outcome(body: unknown, address = url) {
  return readAnswer(await bulk(body, address), 200, OutcomeSchema);
}

async function leadsOf(query: string, address = url): Promise<Lead[]> {
  return (await getAnswer(`${address}/api/leads?${query}&pageSize=200`, LeadPageSchema)).leads;
}

test("enriching runs a job that finds the emails of those that have none, and reads all websites", async () => {
  await plantSites(providers);
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
  expect(counts).toEqual({ matched: PLAIN.length, changed: PLAIN.length });
  const job = await waitForJob(url, jobId);
  expect(job).toMatchObject({
    type: "enrichment",
    status: "complete",
    phase: "done",
    progress: 100,
    requested: PLAIN.length,
    stored: PLAIN.length,
    storedNew: 0,
    warnings: [],
    error: null,
  });
  const { results } = await getResults(url, jobId);
  expect(
    results.map(({ domain, email, emailState, siteState, isNew }) => [
      domain,
      email,
      emailState,
      siteState,
      isNew,
    ]),
  ).toEqual([
    ["mail-0.example", "da@mail-0.example", null, "read", false],
    ...[1, 2, 3, 4].map((n) => [
      `mail-${n}.example`,
      `kontakt@mail-${n}.example`,
      "found",
      "read",
      false,
    ]),
    ["mail-5.example", null, "not_found", "read", false],
  ]);
  const leads = await leadsOf("term=Anreichern&sort=domain");
  for (const lead of leads) {
    expect(lead).toMatchObject({ companyType: "Stadtwerke", salesScore: expect.any(Number) });
  }
  const enriched = await getAnswer(`${url}/api/leads/${leads[1]?.id}`, LeadWithEventsSchema);
  // The address of the website that was read, and what was made of it.
  const kinds = enriched.events.map(({ kind }) => kind);
  expect(kinds).toEqual(["enriched", "enriched", "email_found", "created"]);
  expect(enriched.events[0]).toMatchObject({ jobId });
  const calls = await countEmailCalls(providers.origin);
  expect([...calls].sort()).toEqual([1, 2, 3, 4, 5].map((n) => [`mail-${n}.example`, 1]));
});
