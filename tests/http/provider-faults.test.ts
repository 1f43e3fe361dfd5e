import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Job } from "../../app/jobs/job";
import { JobSchema } from "../../app/jobs/job-schema.server";
import {
  getAnswer,
  getResults,
  readAnswer,
  runJob,
  StartedSchema,
  waitForStarted,
} from "../support/api-answers";
import {
  countCalls,
  type FaultRule,
  listLeads,
  postForm,
  postJson,
  resetProviders,
  sendJson,
  setFault,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { readText } from "../support/page-text";
import { countEmailCalls, googlePage, googlePlace, listCalls } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

// What a fault costs a whole run; how often a call is tried is told by the table of faults by calls.

/** More often than any call is tried. */
const ALWAYS = 500;
const COMPANIES = 12;
/** Calls to the email finder that are under way at once, and tries of each. */
const [CONCURRENCY, TRIES] = [5, 3];

const app = await openTestApp({
  settings: { RETRY_SPEED: "500", ANYMAILFINDER_API_KEY: "" },
});
const { url } = app.server;
/** Number of the first invented company of the test: each test has its own. */
let first = 0;

beforeEach(() => {
  first += 100;
});

type Fault = FaultRule["fault"];
const domain = (index: number) => `testfirma-${first + index}.example`;

function fault(provider: string, fault: Fault, more: Partial<FaultRule> = {}): Promise<void> {
  return setFault(app.providers.origin, { provider, times: ALWAYS, fault, ...more });
}

async function countAsked(provider: string): Promise<number> {
  return (await countCalls(app.providers.origin))[provider] ?? 0;
}

async function searchMaps(fields: object = {}): Promise<Job> {
  return runJob(app, "/api/jobs/maps-enrich", {
    ...{ query: "Testfirma", region: "Berlin", count: 50, enrich: false, ...fields },
  });
}

test("without its key the email finder leaves a search complete, and the setting is named", async () => {
  await fault("google-places", { body: { places: [googlePlace(first)] } }, { times: 1 });
  const job = await searchMaps({ enrich: true });
  expect(job).toMatchObject({ status: "complete", stored: 1, error: null });
  expect(job.warnings.join()).toContain("Schlüssel von Anymailfinder");
  const key = "test-anymailfinder-key";
  await sendJson("PUT", `${url}/api/credentials/anymailfinder`, { key });
});

describe("the map", () => {
  test("has the same page again end the search, and nothing is counted twice", async () => {
    await fault("google-places", { body: googlePage(first, 20, "same-token") });
    expect(await searchMaps()).toMatchObject({ status: "complete", found: 20, stored: 20 });
    expect(await countAsked("google-places")).toBe(2);
  });

  test("has a token that never ends followed for three pages, no more", async () => {
    for (const n of [0, 1, 2, 3]) {
      const body = googlePage(first + n, 1, `token-${n}`);
      await fault("google-places", { body }, { times: 1 });
    }
    expect(await searchMaps()).toMatchObject({ status: "complete", stored: 3 });
    expect(await countAsked("google-places")).toBe(3);
  });

  test("has an entry that can't be read left out, which is said, and the others stored", async () => {
    const places = [googlePlace(first), { displayName: { text: "Ohne Kennung" } }, null];
    await fault("google-places", { body: { places } }, { times: 1 });
    const job = await searchMaps();
    expect(job).toMatchObject({ status: "complete", stored: 1 });
    expect(job.warnings.join()).toMatch(/Treffer waren unlesbar/);
  });

  test("that fails at its second page goes on with what it found, emails included", async () => {
    await fault("google-places", { body: googlePage(first, 20, "token") }, { times: 1 });
    await fault("google-places", { status: 503 });
    const job = await searchMaps({ enrich: true });
    expect(job).toMatchObject({ status: "complete", progress: 100, found: 20, error: null });
    expect(job.warnings).toEqual([expect.stringMatching(/^Google Places: .+ ist gespeichert\.$/)]);
    expect(await countAsked("anymailfinder")).toBeGreaterThanOrEqual(20);
  });
});

describe("the email finder", () => {
  const search = async () => {
    await fault("google-places", { body: googlePage(first, COMPANIES) }, { times: 1 });
    const job = await searchMaps({ enrich: true });
    expect(job).toMatchObject({ status: "complete", stored: COMPANIES, error: null });
    const { results } = await getResults(url, job.id);
    return { job, states: new Map(results.map(({ domain, emailState }) => [domain, emailState])) };
  };
  const answers = (index: number) => {
    const own = `info@${domain(index)}`;
    const body = { email_status: "valid", emails: [own], valid_emails: [own], credits_charged: 1 };
    return fault("anymailfinder", { body }, { match: `"${domain(index)}"`, times: 1 });
  };

  test("without credit ends the search for emails, not the job, and what was found stays", async () => {
    for (const index of [0, 1, 2, 3]) await answers(index);
    await fault("anymailfinder", { status: 402 });
    const { job, states } = await search();
    expect(job.warnings).toEqual([expect.stringMatching(/^Anymailfinder: Guthaben .*upgrade/)]);
    expect(await countAsked("anymailfinder")).toBeLessThanOrEqual(4 + CONCURRENCY);
    expect([...states.values()].filter((state) => state === "found")).toHaveLength(4);
    await resetProviders(app.providers.origin);
    // It is asked again the next time.
    expect((await search()).job.warnings).toEqual([]);
  });

  test("that is down for all is left alone after some companies", async () => {
    await fault("anymailfinder", { status: 503 });
    expect((await search()).job.warnings.join()).toContain("currently under heavy load");
    expect(await countAsked("anymailfinder")).toBeLessThan(COMPANIES * TRIES);
  });

  test("that fails at one company leaves it without email, and the others get theirs", async () => {
    for (let index = 1; index < COMPANIES; index += 1) await answers(index);
    await fault("anymailfinder", { status: 503 }, { match: `"${domain(0)}"` });
    const { job, states } = await search();
    expect(states.get(domain(0))).toBe("failed");
    expect([...states.values()].filter((state) => state === "found")).toHaveLength(COMPANIES - 1);
    expect((await countEmailCalls(app.providers.origin)).get(domain(0))).toBe(TRIES);
    expect(job.warnings).toEqual([expect.stringMatching(/1 Firma .*currently under heavy load/)]);
  });

  test("without credit leaves a list with every company that has a domain", async () => {
    await fault("anymailfinder", { status: 402 });
    const rows = ["Firma;Domain", `Eins;${domain(0)}`, `Zwei;${domain(1)}`, "Nur Name GmbH;"];
    const list = { file: new File([rows.join("\n")], "Liste.csv"), category: "ceo" };
    const job = await waitForStarted(url, await postForm(`${url}/api/jobs/csv-enrich`, list));
    expect(job).toMatchObject({ status: "complete", found: 3, stored: 2, error: null });
    expect(job.warnings).toEqual([expect.stringContaining("gespeichert, aber ohne")]);
    const { results, skipped } = await getResults(url, job.id);
    expect(results.map(({ emailState }) => emailState)).toEqual(["failed", "failed"]);
    expect(skipped).toEqual([{ reason: "no_domain", count: 1 }]);
  });
});

describe("the profile search", () => {
  const address = () =>
    `https://www.linkedin.com/sales/search/people?query=(keywords%3AElektriker%20Bayern)&savedSearchId=${first}`;
  const order = () => ({ searchUrl: address(), count: 12, enrich: false, confirmTerms: true });
  const send = () => postJson(`${url}/api/jobs/profiles-enrich`, order());
  const OrderSchema = z.object({ name: z.string(), secondary_webhook: z.string() });
  /** How many orders were sent, whatever became of them. */
  const countOrders = async () =>
    (await listCalls(app.providers.origin)).filter(
      ({ body }) => OrderSchema.safeParse(body).success,
    ).length;

  test("whose file can't be fetched ends the job, which goes on with its paid order", async () => {
    const broken = { status: 500, body: "<Error><Message>We broke</Message></Error>" };
    await fault("vayne", broken, { path: "/files/", times: 4 });
    const job = await waitForStarted(url, await send());
    const says = "Vayne: Der Dienst ist gestört (500): We broke";
    expect(job).toMatchObject({ status: "failed", stored: 0, error: says, goesOn: true });
    const form = { intent: "search", searchUrl: address(), count: "12" };
    const asked = await postForm(`${url}/pipelines/profile`, form);
    expect(asked.status).toBe(409);
    expect(await asked.text()).toContain("Neu bestellen und noch einmal bezahlen");
    const second = await waitForStarted(url, await send());
    expect(second).toMatchObject({ id: job.id, status: "complete", error: null });
    expect(second.stored).toBeGreaterThan(0);
    expect(await countOrders()).toBe(1);
  });

  test("whose file is no table ends the job with a sentence", async () => {
    await fault("vayne", { body: "<html>Wartung</html>" }, { path: "/files/" });
    const job = await waitForStarted(url, await send());
    expect(job).toMatchObject({ status: "failed", stored: 0 });
    expect(job.error).toContain("Datei von Vayne: Die Datei ist keine Tabelle.");
  });
});

describe("the language model", () => {
  const BUSY = { error: { message: "Slow down.", type: "rate_limit_exceeded", code: "slow_down" } };

  async function leadsOf(region: string): Promise<string[]> {
    const id = await startSearch(url, { query: "Stadtwerke", region, count: 12 });
    await waitForJob(url, id);
    return (await getResults(url, id)).results.flatMap(({ leadId }) => leadId ?? []);
  }

  async function read(ids: readonly string[]) {
    const job = await runJob(app, "/api/enrich-leads", { ids });
    const { results } = await getResults(url, job.id);
    const all = await listLeads(url, "pageSize=200");
    const leads = results
      .filter(({ siteState }) => siteState !== "unreadable")
      .map(({ leadId }) => all.find(({ id }) => id === leadId));
    return { job, judged: leads.filter((lead) => lead?.salesScore !== null), leads };
  }

  test("whose credit is spent on the way is asked no more, and rules stand in for it", async () => {
    const ids = await leadsOf("Niedersachsen");
    const body = { error: { message: "You are out of it.", code: "insufficient_quota" } };
    await fault("openai", { status: 429, body }, { after: 4 });
    const { job, judged } = await read(ids);
    expect(job).toMatchObject({ status: "complete", error: null });
    expect(job.warnings).toEqual([expect.stringMatching(/Regeln.*You are out of it\./)]);
    expect(judged).toHaveLength(4);
  });

  test("that asks for an hour pauses the run, which says so and can be stopped", async () => {
    const ids = await leadsOf("Brandenburg");
    await fault("openai", { status: 429, headers: { "retry-after": "36000" }, body: BUSY });
    const response = await postJson(`${url}/api/enrich-leads`, { ids });
    const { jobId } = await readAnswer(response, 202, StartedSchema);
    const now = () => getAnswer(`${url}/api/jobs/${jobId}`, JobSchema);
    await expect.poll(async () => (await now()).resumeAt, { timeout: 20_000 }).not.toBeNull();
    expect(await readText(`${url}/ergebnisse/${jobId}`)).toMatch(
      /Das Sprachmodell ist überlastet\..{0,40}Nächster Versuch .{5,80}/s,
    );
    await postJson(`${url}/api/jobs/${jobId}/cancel`, {});
    expect(await now()).toMatchObject({ status: "cancelled", resumeAt: null });
  });
});
