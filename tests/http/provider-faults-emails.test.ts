import { beforeEach, describe, expect, test } from "vitest";
import type { Job } from "../../app/jobs/job";
import {
  getAnswer,
  getResults,
  LeadWithEventsSchema,
  type ResultPage,
} from "../support/api-answers";
import {
  countCalls,
  type FaultRule,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { startTestApp } from "../support/app-server";
import { countEmailCalls, googlePage, googlePlace } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const KEY = "planted-email-key-51c9";
/** More often than any call is tried. */
const ALWAYS = 200;
/** Calls that the product has under way at once. */
const CONCURRENCY = 5;
const COMPANIES = 12;

const app = await openTestApp({
  settings: { ANYMAILFINDER_API_KEY: KEY, CALL_TIME_LIMIT_MS: "1000" },
});
/** Number of the first invented company of the test: each test has its own. */
let first = 0;

beforeEach(async () => {
  first += 100;
});

function domain(index: number): string {
  return `testfirma-${first + index}.example`;
}

async function fault(rule: Omit<FaultRule, "provider">): Promise<void> {
  await setFault(app.providers.origin, { provider: "anymailfinder", ...rule });
}

/** What the finder says of a company: a good address unless told otherwise. */
async function answers(index: number, body: Record<string, unknown>): Promise<void> {
  const address = `info@${domain(index)}`;
  const valid = {
    email_status: "valid",
    emails: [address],
    valid_emails: [address],
    credits_charged: 1,
  };
  await fault({ match: `"${domain(index)}"`, fault: { body: { ...valid, ...body } } });
}

/** A search that finds companies nobody has found before. */
async function search(): Promise<Job> {
  const fault = { body: googlePage(first, COMPANIES) };
  await setFault(app.providers.origin, { provider: "google-places", fault });
  const id = await startSearch(app.server.url, { query: "Testfirma", region: "Berlin" });
  return waitForJob(app.server.url, id);
}

function resultsOf(job: Job): Promise<ResultPage> {
  return getResults(app.server.url, job.id);
}

async function stateOf(job: Job, index: number) {
  const { results } = await resultsOf(job);
  return results.find((result) => result.domain === domain(index));
}

describe("a fault that concerns every call", () => {
  for (const { name, status, words, meaning } of [
    {
      name: "used-up credit",
      status: 402,
      words: "You have no credits left. Please upgrade your plan.",
      meaning: "Guthaben",
    },
    {
      name: "a wrong key",
      status: 401,
      words: "The API key is missing or invalid.",
      meaning: "Zugangsschlüssel",
    },
    { name: "a plan without this call", status: 403, words: "Request failed.", meaning: "Zugang" },
  ]) {
    test(`${name} ends the search for emails, not the job, and loses no lead`, async () => {
      await fault({ fault: { status }, times: ALWAYS });
      const job = await search();
      expect(job).toMatchObject({ status: "complete", phase: "done", progress: 100, error: null });
      expect(job).toMatchObject({ found: COMPANIES, stored: COMPANIES, storedNew: COMPANIES });
      expect(job.warnings).toHaveLength(1);
      const [warning = ""] = job.warnings;
      expect(warning).toMatch(/^Anymailfinder: [A-ZÄÖÜ]/);
      expect(warning).toContain(words);
      expect(warning).toContain(meaning);
      expect(warning).toContain(`${COMPANIES} gefundene Firmen`);
      const { results } = await resultsOf(job);
      expect(results).toHaveLength(COMPANIES);
      for (const result of results) {
        expect(result).toMatchObject({ email: null, emailState: "failed", isNew: true });
      }
    });

    test(`${name} is met by no more calls than were under way`, async () => {
      for (let index = 0; index < 4; index += 1) await answers(index, {});
      await fault({ fault: { status }, times: ALWAYS });
      const job = await search();
      const calls = (await countCalls(app.providers.origin)).anymailfinder ?? 0;
      expect(calls).toBeGreaterThan(4);
      expect(calls).toBeLessThanOrEqual(4 + CONCURRENCY);
      // What was found before stays.
      const found = (await resultsOf(job)).results.filter(({ email }) => email !== null);
      expect(found.map((result) => result.emailState)).toEqual([
        "found",
        "found",
        "found",
        "found",
      ]);
      expect(job.warnings.join()).toContain(`${COMPANIES - 4} gefundene Firmen`);
    });
  }

  test("after used-up credit the next search asks again", async () => {
    await fault({ fault: { status: 402 }, times: CONCURRENCY });
    await search();
    await resetProviders(app.providers.origin);
    const again = await search();
    expect(again).toMatchObject({ status: "complete", storedNew: 0, warnings: [] });
    expect((await countCalls(app.providers.origin)).anymailfinder).toBe(COMPANIES);
  });

  test("a service that is down for all is left alone after some companies", async () => {
    await fault({ fault: { status: 503 }, times: ALWAYS });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", stored: COMPANIES, error: null });
    expect(job.warnings.join()).toContain("currently under heavy load");
    const calls = (await countCalls(app.providers.origin)).anymailfinder ?? 0;
    expect(calls).toBeLessThan(COMPANIES * 3);
  });
});

describe("a fault that concerns one company", () => {
  for (const { name, what, words } of [
    { name: "503", what: { status: 503 }, words: "currently under heavy load" },
    { name: "500", what: { status: 500 }, words: "Request failed." },
    { name: "a reset", what: { reset: true }, words: "nicht erreichbar" },
    { name: "silence", what: { hang: true }, words: "keine Antwort" },
    { name: "an HTML page", what: { body: "<title>Wartung</title>" }, words: "Wartung" },
    { name: "a refused question", what: { status: 400 }, words: "is required" },
  ]) {
    test(`${name} leaves this company without email, and the others get theirs`, async () => {
      for (let index = 1; index < COMPANIES; index += 1) await answers(index, {});
      await fault({ match: `"${domain(0)}"`, fault: what, times: ALWAYS });
      const job = await search();
      expect(job).toMatchObject({ status: "complete", stored: COMPANIES, error: null });
      expect(await stateOf(job, 0)).toMatchObject({ email: null, emailState: "failed" });
      for (let index = 1; index < COMPANIES; index += 1) {
        expect(await stateOf(job, index)).toMatchObject({ emailState: "found" });
      }
      const calls = await countEmailCalls(app.providers.origin);
      expect(calls.get(domain(0))).toBe(what.status === 400 ? 1 : 3);
      expect(job.warnings).toHaveLength(1);
      expect(job.warnings[0]).toMatch(/1 Firma .*Anymailfinder: /);
      // The provider's own words, for whoever has to ask its support.
      expect(job.warnings[0]).toContain(words);
    });
  }

  test("a fault that passes is overcome by trying again", async () => {
    await fault({ fault: { status: 503 }, times: 2, match: `"${domain(0)}"` });
    await answers(0, {});
    const job = await search();
    expect(job.warnings).toEqual([]);
    expect(await stateOf(job, 0)).toMatchObject({ email: `info@${domain(0)}` });
  });
});

describe("an answer", () => {
  test("that only deliverable addresses are taken from", async () => {
    const unsure = { email_status: "risky", valid_emails: [], credits_charged: 0 };
    await answers(0, { ...unsure, emails: [`vielleicht@${domain(0)}`] });
    await answers(1, { ...unsure, emails: [], email_status: "blacklisted" });
    await answers(2, { ...unsure, emails: null, valid_emails: null, email_status: "not_found" });
    await fault({ match: `"${domain(3)}"`, fault: { status: 404 } });
    await answers(4, { valid_emails: ["kein-at-zeichen", "a@b@c", ""] });
    await answers(5, { email_status: "risky", credits_charged: 0 });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", warnings: [] });
    const states = ["risky", "blacklisted", "not_found", "not_found", "not_found", "risky"];
    for (const [index, emailState] of states.entries()) {
      expect(await stateOf(job, index), String(index)).toMatchObject({ emailState, email: null });
    }
  });

  test("gives the address to write to first, all of them, and an event", async () => {
    const own = domain(0);
    const addresses = [`E.Muster@${own}`, `fremd@anderswo.example`, `INFO@${own}`, `info@${own}`];
    await answers(0, { emails: addresses, valid_emails: addresses });
    const job = await search();
    const result = await stateOf(job, 0);
    const address = `${app.server.url}/api/leads/${result?.leadId}`;
    const lead = await getAnswer(address, LeadWithEventsSchema);
    expect(lead.email).toBe(`info@${own}`);
    expect(lead.emails).toEqual([`info@${own}`, `e.muster@${own}`, "fremd@anderswo.example"]);
    const [latest, earliest] = lead.events;
    expect(latest).toMatchObject({ kind: "email_found", jobId: job.id });
    expect(latest?.changes.email).toEqual({ from: null, to: `info@${own}` });
    expect(earliest).toMatchObject({ kind: "created", jobId: job.id });
  });

  test("of no is remembered as well: the same company is not asked for again", async () => {
    await search();
    await resetProviders(app.providers.origin);
    const again = await search();
    expect(again).toMatchObject({ status: "complete", stored: COMPANIES, storedNew: 0 });
    expect((await countCalls(app.providers.origin)).anymailfinder).toBe(0);
    expect(await stateOf(again, 0)).toMatchObject({ emailState: "not_found" });
  });
});

test("without a key for emails the search is complete and says which setting is missing", async () => {
  const keyless = await startTestApp(0, { ANYMAILFINDER_API_KEY: "" });
  try {
    const { origin } = keyless.providers;
    const fault = { body: { places: [googlePlace(first), googlePlace(first + 1)] } };
    await setFault(origin, { provider: "google-places", fault });
    const id = await startSearch(keyless.server.url, { query: "Testfirma", region: "Berlin" });
    const job = await waitForJob(keyless.server.url, id);
    expect(job).toMatchObject({ status: "complete", stored: 2, error: null });
    expect(job.warnings.join()).toContain("Schlüssel von Anymailfinder");
    expect((await countCalls(origin)).anymailfinder).toBe(0);
  } finally {
    await keyless.stop();
  }
});

test("the key is masked where the provider repeats it", async () => {
  const body = { error: "unauthorized", message: `The key ${KEY} is not known.` };
  await fault({ fault: { status: 401, body }, times: ALWAYS });
  const job = await search();
  expect(job.warnings.join()).toContain("The key ••• is not known.");
});
