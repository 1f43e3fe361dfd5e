import { beforeEach, describe, expect, test } from "vitest";
import type { Job } from "../../app/jobs/job";
import {
  getAnswer,
  getResults,
  INNARDS,
  JobPageSchema,
  readProblem,
  waitForStarted,
} from "../support/api-answers";
import {
  type FaultRule,
  resetProviders,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { countEmailCalls, googlePage, googlePlace } from "../support/provider-calls";
import { ALWAYS, busy, countAsked, type Fault, pageOf } from "../support/provider-faults";
import { openTestApp } from "../support/test-app";

const KEY = "planted-email-key-51c9";
/** How often a call is made in all before it is given up. */
const TRIES = 3;
/** Calls that the product has under way at once. */
const CONCURRENCY = 5;
const COMPANIES = 12;
/** Rows of a list behind those with a domain, which have a name alone. */
const BY_NAME = 2;
const FAULT_OF_KEY = { error: "unauthorized", message: `The key ${KEY} is not known.` };

const app = await openTestApp({ settings: { ANYMAILFINDER_API_KEY: KEY } });
/** Number of the first invented company of the test: each test has its own. */
let first = 0;

beforeEach(() => {
  first += 100;
});

const domain = (index: number) => `testfirma-${first + index}.example`;
const nameOnly = (index: number) => `Nur Name ${first + index} GmbH`;

async function fault(fault: Fault, more: Partial<FaultRule> = {}): Promise<void> {
  const rule = { provider: "anymailfinder" as const, fault, times: ALWAYS, ...more };
  await setFault(app.providers.origin, rule);
}

/** What the finder says of a company: a good address unless told otherwise. */
async function answers(index: number, change: Record<string, unknown> = {}): Promise<void> {
  const own = `info@${domain(index)}`;
  const valid = { email_status: "valid", emails: [own], valid_emails: [own], credits_charged: 1 };
  const rule = { match: `"${domain(index)}"`, times: 1 };
  await fault({ body: { ...valid, ...change } }, rule);
}

/** The person that the finder names for a company, by its domain or its name. */
async function answersPerson(company: string, change: Record<string, unknown> = {}) {
  const address = `erika@${company}`;
  const valid = {
    credits_charged: 2,
    decision_maker_category: "ceo",
    email: address,
    email_status: "valid",
    person_full_name: "Erika Mustermann",
    person_job_title: "Geschäftsführerin",
    person_linkedin_url: null,
    valid_email: address,
  };
  await fault({ body: { ...valid, ...change } }, { match: `"${company}"`, times: 1 });
}

/** A search that finds companies nobody has found before. */
async function search(): Promise<Job> {
  const body = googlePage(first, COMPANIES);
  await setFault(app.providers.origin, { provider: "google-places", fault: { body } });
  const id = await startSearch(app.server.url, { query: "Testfirma", region: "Berlin" });
  return waitForJob(app.server.url, id);
}

/** Rows of a list: first those with a domain, then those with a name alone, and one with neither. */
function list(): string {
  const rows = Array.from({ length: COMPANIES }, (_, n) => `Firma ${first + n};${domain(n)}`);
  const names = Array.from({ length: BY_NAME }, (_, n) => `${nameOnly(n)};`);
  return ["Firma;Domain", ...rows, ...names, ";-"].join("\r\n");
}

function post(
  file: BlobPart,
  fields: Record<string, string> = {},
  name = "Liste.csv",
  url = app.server.url,
): Promise<Response> {
  const form = new FormData();
  form.set("file", new File([file], name));
  for (const [key, value] of Object.entries({ category: "ceo", ...fields })) form.set(key, value);
  return fetch(`${url}/api/jobs/csv-enrich`, { method: "POST", body: form });
}

/** Works through a list while the faults are in force; the job when it has ended. */
async function workThrough(content = list()): Promise<Job> {
  return waitForStarted(app.server.url, await post(content));
}

const countCalls = () => countAsked(app, "anymailfinder");

async function resultsOf(job: Job) {
  return (await getResults(app.server.url, job.id)).results;
}

async function stateOf(job: Job, index: number) {
  return (await resultsOf(job)).find((result) => result.domain === domain(index));
}

describe("a search, at a fault that concerns every call,", () => {
  test("ends the search for emails, not the job, and is met by no more calls", async () => {
    for (let index = 0; index < 4; index += 1) await answers(index);
    await fault({ status: 402 });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", phase: "done", progress: 100, error: null });
    expect(job).toMatchObject({ found: COMPANIES, stored: COMPANIES, storedNew: COMPANIES });
    const left = `${COMPANIES - 4} gefundene Firmen`;
    expect(job.warnings).toEqual([expect.stringMatching(/^Anymailfinder: Guthaben .*upgrade/)]);
    expect(job.warnings.join()).toContain(left);
    const calls = await countCalls();
    expect(calls).toBeGreaterThan(4);
    expect(calls).toBeLessThanOrEqual(4 + CONCURRENCY);
    // What was found before stays.
    const states = (await resultsOf(job)).map(({ emailState }) => emailState);
    expect(states.filter((state) => state === "found")).toHaveLength(4);
    expect(states.filter((state) => state === "failed")).toHaveLength(COMPANIES - 4);
  });

  test("after used-up credit asks again the next time", async () => {
    await fault({ status: 402 }, { times: CONCURRENCY });
    await search();
    await resetProviders(app.providers.origin);
    expect(await search()).toMatchObject({ status: "complete", storedNew: 0, warnings: [] });
    expect(await countCalls()).toBe(COMPANIES);
  });

  test("leaves a service that is down for all alone after some companies", async () => {
    await fault({ status: 503 });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", stored: COMPANIES, error: null });
    expect(job.warnings.join()).toContain("currently under heavy load");
    expect(await countCalls()).toBeLessThan(COMPANIES * TRIES);
  });
});

describe("a search, at a fault that concerns one company,", () => {
  test("leaves it without email, and the others get theirs", async () => {
    for (let index = 1; index < COMPANIES; index += 1) await answers(index);
    await fault({ status: 503 }, { match: `"${domain(0)}"` });
    const job = await search();
    expect(job).toMatchObject({ status: "complete", stored: COMPANIES, error: null });
    const states = new Map((await resultsOf(job)).map((result) => [result.domain, result]));
    expect(states.get(domain(0))).toMatchObject({ email: null, emailState: "failed" });
    for (let index = 1; index < COMPANIES; index += 1) {
      expect(states.get(domain(index))).toMatchObject({ emailState: "found" });
    }
    const calls = await countEmailCalls(app.providers.origin);
    expect(calls.get(domain(0))).toBe(TRIES);
    // The provider's own words, for whoever has to ask its support.
    const words = /1 Firma .*Anymailfinder: .*currently under heavy load/;
    expect(job.warnings).toEqual([expect.stringMatching(words)]);
  });

  test("one that passes, tries again", async () => {
    await fault({ status: 503 }, { times: 2, match: `"${domain(0)}"` });
    await answers(0);
    const job = await search();
    expect(job.warnings).toEqual([]);
    expect(await stateOf(job, 0)).toMatchObject({ email: `info@${domain(0)}` });
  });
});

test("an answer gives deliverable addresses alone", async () => {
  const unsure = { email_status: "risky", valid_emails: [], credits_charged: 0 };
  await answers(0, { ...unsure, emails: [`vielleicht@${domain(0)}`] });
  await answers(1, { ...unsure, emails: [], email_status: "blacklisted" });
  await answers(2, { ...unsure, emails: null, valid_emails: null, email_status: "not_found" });
  await fault({ status: 404 }, { match: `"${domain(3)}"`, times: 1 });
  await answers(4, { valid_emails: ["kein-at-zeichen", "a@b@c", ""] });
  await answers(5, { email_status: "risky", credits_charged: 0 });
  const job = await search();
  expect(job).toMatchObject({ status: "complete", warnings: [] });
  const states = ["risky", "blacklisted", "not_found", "not_found", "not_found", "risky"];
  for (const [index, emailState] of states.entries()) {
    expect(await stateOf(job, index), String(index)).toMatchObject({ emailState, email: null });
  }
});

const DOWN = "Der Dienst ist gestört";
const NO_CREDIT = "Guthaben aufgebraucht";
const SPENT = "You have no credits left.";
const SPENT_BODY = { error: "upgrade_needed", message: SPENT };

describe("a list", () => {
  test.each<[name: string, what: Fault, words: string, isFatal?: boolean]>([
    ["used-up credit", { status: 402 }, `${NO_CREDIT} (402): ${SPENT} Please upgrade`, true],
    ["used-up credit in a 200", { body: SPENT_BODY }, `${NO_CREDIT} (402): ${SPENT}`, true],
    ["a service that is down", { status: 500 }, `${DOWN} (500): Request failed.`],
  ])("at %s keeps every company that has a domain", async (_, what, words, isFatal = false) => {
    await fault(what);
    const job = await workThrough();
    expect(job).toMatchObject({ status: "complete", phase: "done", progress: 100, error: null });
    const found = COMPANIES + BY_NAME + 1;
    expect(job).toMatchObject({ found, stored: COMPANIES, storedNew: COMPANIES });
    expect(job.warnings).toHaveLength(1);
    const [warning = ""] = job.warnings;
    expect(warning).toContain(`Anymailfinder: ${words}`);
    expect(warning).toContain("gespeichert, aber ohne gefundene Ansprechperson.");
    expect(warning).toContain("2 Firmen, von denen nur der Name bekannt ist");
    expect(warning).not.toMatch(INNARDS);
    const { results, skipped } = await getResults(app.server.url, job.id);
    expect(results).toHaveLength(COMPANIES);
    expect(skipped).toEqual([{ reason: "no_domain", count: BY_NAME + 1 }]);
    const calls = await countCalls();
    if (isFatal) expect(calls).toBeLessThanOrEqual(CONCURRENCY);
    else expect(calls).toBeLessThan((COMPANIES + BY_NAME) * TRIES);
    const page = await pageOf(app, job);
    expect(page).toContain(warning);
    for (const result of results) {
      expect(result).toMatchObject({ email: null, contactName: null, emailState: "failed" });
      expect(result.leadId).not.toBeNull();
      expect(page).toContain(result.domain);
    }
  });

  test("tries again at a fault that passes, and nothing is said of it", async () => {
    await fault(busy("1"), { match: `"${domain(0)}"`, times: 1 });
    await fault({ cutAfterBytes: 10 }, { match: `"${domain(0)}"`, times: 1 });
    await answersPerson(domain(0));
    const job = await workThrough(`Domain\r\n${domain(0)}`);
    expect(job).toMatchObject({ status: "complete", warnings: [] });
    expect(await stateOf(job, 0)).toMatchObject({ email: `erika@${domain(0)}` });
    expect(await countCalls()).toBe(TRIES);
  });

  test("leaves a company with a fault without a person, and the others get theirs", async () => {
    for (let index = 1; index < COMPANIES; index += 1) await answersPerson(domain(index));
    await fault({ status: 503 }, { match: `"${domain(0)}"` });
    await fault({ status: 400 }, { match: `"${nameOnly(0)}"` });
    const job = await workThrough();
    expect(job).toMatchObject({ status: "complete", stored: COMPANIES });
    const person = { contactName: "Erika Mustermann", contactTitle: "Geschäftsführerin" };
    expect(await stateOf(job, 0)).toMatchObject({ emailState: "failed", email: null });
    for (let index = 1; index < COMPANIES; index += 1) {
      expect(await stateOf(job, index)).toMatchObject({ emailState: "found", ...person });
    }
    expect(job.warnings).toEqual([
      expect.stringMatching(/^Bei 2 Firmen blieb die E-Mail-Suche ohne Antwort\. Anymailfinder: /),
    ]);
  });

  test("is remembered: the same list again costs nothing", async () => {
    await workThrough();
    await resetProviders(app.providers.origin);
    const again = await workThrough();
    expect(again).toMatchObject({ status: "complete", stored: COMPANIES, storedNew: 0 });
    expect(await countCalls()).toBe(0);
  });
});

const keyless = await openTestApp({ settings: { ANYMAILFINDER_API_KEY: "" } });

describe("without a key", () => {
  const { url } = keyless.server;

  test("no list is begun", async () => {
    const refused = await post("Domain\nfirma.example", {}, "Liste.csv", url);
    const { detail } = await readProblem(refused, 409);
    expect(detail).toContain("Schlüssel von Anymailfinder");
    expect((await getAnswer(`${url}/api/jobs`, JobPageSchema)).total).toBe(0);
  });

  test("a search is complete and says which setting is missing", async () => {
    const fault = { body: { places: [googlePlace(first), googlePlace(first + 1)] } };
    await setFault(keyless.providers.origin, { provider: "google-places", fault });
    const job = await waitForJob(
      url,
      await startSearch(url, { query: "Testfirma", region: "Berlin" }),
    );
    expect(job).toMatchObject({ status: "complete", stored: 2, error: null });
    expect(job.warnings.join()).toContain("Schlüssel von Anymailfinder");
    expect(await countAsked(keyless, "anymailfinder")).toBe(0);
  });
});

test.each([
  ["a search", search],
  ["a list", () => workThrough()],
])("the key is masked in %s where the provider repeats it", async (_, run) => {
  await fault({ status: 401, body: FAULT_OF_KEY });
  expect((await run()).warnings.join()).toContain("The key ••• is not known.");
});
