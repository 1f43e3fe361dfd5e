import { expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, LeadPageSchema, readAnswer } from "../support/api-answers";
import { postJson, waitForJob } from "../support/api-client";
import { NO_KEYS } from "../support/app-server";
import { pageWith } from "../support/hostile-sites";
import { SEED_START } from "../support/lead-factory";
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

const { server, providers } = await openTestApp({ leads: PLAIN, settings: NO_KEYS });
const { url } = server;

async function outcome(body: object) {
  return readAnswer(await postJson(`${url}/api/leads/bulk`, body), 200, OutcomeSchema);
}

test("enriching without any key reads the websites by rules, and says what is missing", async () => {
  for (const { domain } of PLAIN) {
    await plantPage(providers.origin, { domain, path: "/", body: pageWith() });
  }
  const order = { action: "enrich", filter: {}, expectedCount: PLAIN.length };
  const { jobId = "", ...counts } = await outcome(order);
  expect(counts).toEqual({ matched: PLAIN.length, changed: PLAIN.length });
  const job = await waitForJob(url, jobId);
  expect(job).toMatchObject({ status: "complete", error: null });
  expect(job.warnings).toEqual([
    expect.stringContaining("Anymailfinder"),
    expect.stringContaining("OpenAI"),
  ]);
  const { leads } = await getAnswer(`${url}/api/leads`, LeadPageSchema);
  for (const lead of leads) {
    expect(lead).toMatchObject({
      companyType: "Stadtwerke",
      salesScore: null,
      salesReason: null,
      offerPackage: null,
    });
    expect(lead.topics).toContain("Fernwärme");
    const page = await fetch(`${url}/leadspeicher/${lead.id}`);
    expect(await page.text()).toContain("nach Regeln, ohne Sprachmodell");
  }
});

test("enriching leads that are not there starts none", async () => {
  expect(await outcome({ action: "enrich", ids: ["unbekannt"] })).toEqual({
    matched: 0,
    changed: 0,
  });
});
