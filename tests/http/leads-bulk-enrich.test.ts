import { expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, getResults, LeadWithEventsSchema, readAnswer } from "../support/api-answers";
import { listLeads, postJson, setFault, waitForJob } from "../support/api-client";
import { pageWith } from "../support/hostile-sites";
import { SEED_START } from "../support/lead-factory";
import { countEmailCalls } from "../support/provider-calls";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";

const OutcomeSchema = z.strictObject({ matched: z.int(), changed: z.int(), jobId: z.string() });
const DOMAINS = ["bekannt.example", "gefunden.example", "nichts.example"];

const { server, providers } = await openTestApp({
  leads: DOMAINS.map((domain, index) => ({
    domain,
    createdAt: SEED_START + index,
    sourceTerm: "Anreichern",
    email: index === 0 ? "da@bekannt.example" : null,
  })),
});
const { url } = server;

test("enriching runs a job that finds the emails of those that have none, and reads all websites", async () => {
  for (const domain of DOMAINS) {
    await plantPage(providers.origin, { domain, path: "/", body: pageWith() });
  }
  const answer = (domain: string, email_status: string, emails: string[]) => {
    const body = { email_status, emails, valid_emails: emails, credits_charged: emails.length };
    const rule = { provider: "anymailfinder", match: `"${domain}"`, fault: { body } };
    return setFault(providers.origin, rule);
  };
  await answer("gefunden.example", "valid", ["kontakt@gefunden.example"]);
  await answer("nichts.example", "not_found", []);
  const order = { action: "enrich", filter: { term: "Anreichern" }, expectedCount: 3 };
  const started = await postJson(`${url}/api/leads/bulk`, order);
  const { jobId, ...counts } = await readAnswer(started, 200, OutcomeSchema);
  expect(counts).toEqual({ matched: 3, changed: 3 });
  expect(await waitForJob(url, jobId)).toMatchObject({
    ...{ type: "enrichment", status: "complete", phase: "done", progress: 100, error: null },
    ...{ requested: 3, stored: 3, storedNew: 0, warnings: [] },
  });
  const { results } = await getResults(url, jobId);
  expect(results).toMatchObject([
    { email: "da@bekannt.example", emailState: null, siteState: "read" },
    { email: "kontakt@gefunden.example", emailState: "found", siteState: "read" },
    { email: null, emailState: "not_found", siteState: "read" },
  ]);
  const leads = await listLeads(url, "term=Anreichern&sort=domain");
  for (const lead of leads) {
    expect(lead).toMatchObject({ companyType: "Stadtwerke", salesScore: expect.any(Number) });
  }
  const enriched = await getAnswer(`${url}/api/leads/${leads[1]?.id}`, LeadWithEventsSchema);
  // The address of the website that was read, and what was made of it.
  const kinds = enriched.events.map(({ kind }) => kind);
  expect(kinds).toEqual(["enriched", "enriched", "email_found", "created"]);
  expect(enriched.events[0]).toMatchObject({ jobId });
  const calls = await countEmailCalls(providers.origin);
  expect([...calls].sort()).toEqual([
    ["gefunden.example", 1],
    ["nichts.example", 1],
  ]);
});
