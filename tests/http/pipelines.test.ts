import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  getAnswer,
  getResults,
  JobPageSchema,
  LeadPageSchema,
  readFault,
  readProblem,
  waitForStarted,
} from "../support/api-answers";
import { countCalls, postJson, resetProviders, setFault, waitForJob } from "../support/api-client";
import { NO_KEYS } from "../support/app-server";
import { textOf } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const SEARCH = { query: "Elektriker", region: "Sachsen", count: 12 };

const app = await openTestApp();
const { url } = app.server;

/** Starts a job and waits until it has ended. */
async function run(path: string, body: object) {
  return waitForStarted(url, await postJson(`${url}${path}`, body));
}

async function countJobs(): Promise<number> {
  return (await getAnswer(`${url}/api/jobs?pageSize=1`, JobPageSchema)).total;
}

describe("the maps pipeline", () => {
  test("finds companies and their emails", async () => {
    const job = await run("/api/jobs/maps-enrich", { ...SEARCH, enrich: true });
    expect(job).toMatchObject({
      type: "maps",
      status: "complete",
      stored: 12,
      params: { ...SEARCH, enrich: true },
      parentId: null,
    });
    expect((await countCalls(app.providers.origin)).anymailfinder).toBeGreaterThan(0);
    const { results } = await getResults(url, job.id);
    expect(results.every(({ source, isNew }) => source === "maps" && isNew)).toBe(true);
  });

  test("asks for no email where none is wanted", async () => {
    const job = await run("/api/jobs/maps-enrich", { ...SEARCH, region: "Hessen", enrich: false });
    expect(job).toMatchObject({ status: "complete", stored: 12 });
    expect((await countCalls(app.providers.origin)).anymailfinder).toBe(0);
    const { results } = await getResults(url, job.id);
    expect(results.every(({ emailState }) => emailState === null)).toBe(true);
  });

  test("says what it took of each provider", async () => {
    const job = await run("/api/jobs/maps-enrich", { ...SEARCH, region: "Bremen" });
    const detail = await (await fetch(`${url}/api/jobs/${job.id}`)).json();
    const calls = await countCalls(app.providers.origin);
    const usage = new Map<string, { calls: number }>(
      detail.usage.map((line: { provider: string; calls: number }) => [line.provider, line]),
    );
    expect(usage.get("google-places")?.calls).toBe(calls["google-places"]);
    expect(usage.get("anymailfinder")?.calls).toBe(calls.anymailfinder);
  });
});

describe("the web search", () => {
  test("finds companies anywhere, each once, and looks for emails as a rule", async () => {
    const job = await run("/api/jobs/serp-enrich", { query: "Dachdecker", count: 12 });
    expect(job).toMatchObject({
      type: "serp",
      status: "complete",
      stored: 12,
      params: { query: "Dachdecker", region: "", count: 12, enrich: true },
    });
    const { results } = await getResults(url, job.id);
    expect(new Set(results.map(({ domain }) => domain)).size).toBe(12);
    expect(results.every(({ source }) => source === "serp")).toBe(true);
    expect((await countCalls(app.providers.origin)).anymailfinder).toBeGreaterThan(0);
  });

  test("started quickly brings the raw results only", async () => {
    const body = { query: "Hotel", region: "Berlin", count: 8 };
    const job = await run("/api/leads/quick-serp", body);
    expect(job).toMatchObject({
      type: "serp",
      status: "complete",
      stored: 8,
      params: { ...body, enrich: false },
    });
    expect((await countCalls(app.providers.origin)).anymailfinder).toBe(0);
    const leads = await getAnswer(`${url}/api/leads?term=Hotel`, LeadPageSchema);
    expect(leads.leads.every(({ sourceType }) => sourceType === "serp")).toBe(true);
  });
});

describe("a portal that a search left out", () => {
  const search = { query: "Dachdecker", region: "Bremen", count: 8 };
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  const countPortals = async () =>
    (await getAnswer(`${url}/api/leads?q=gelbeseiten.de`, LeadPageSchema)).total;

  test("is taken all the same by a form, is remembered, and is left out again on demand", async () => {
    const { id } = await run("/api/leads/quick-serp", search);
    const page = `/ergebnisse/${id}?ansicht=uebersprungen`;
    const html = await (await fetch(`${url}${page}`)).text();
    const row = html.split("<tr").find((part) => part.includes("gelbeseiten.de")) ?? "";
    expect(textOf(row)).toContain("Portal oder Plattform Trotzdem übernehmen");
    const ofMany = html.split("<tr").filter((part) => part.includes("facebook.com"));
    for (const other of ofMany) expect(other).not.toContain("Trotzdem");

    const position = /name="position" value="(\d+)"/.exec(row)?.[1] ?? "";
    const fields = { intent: "adopt", position, returnTo: page };
    const taken = await post(`/ergebnisse/${id}`, fields);
    expect(taken.headers.get("location")).toBe(page);
    expect(await countPortals()).toBe(1);
    expect((await getResults(url, id)).results).toContainEqual(
      expect.objectContaining({ domain: "gelbeseiten.de", isNew: true }),
    );
    // A second click changes nothing.
    await post(`/ergebnisse/${id}`, fields);
    expect(await countPortals()).toBe(1);

    const later = await run("/api/leads/quick-serp", { ...search, region: "Kiel" });
    expect((await getResults(url, later.id)).results).toContainEqual(
      expect.objectContaining({ domain: "gelbeseiten.de", isNew: false }),
    );
    const list = "/leadspeicher/sperrliste";
    const textOfList = async () => textOf(await (await fetch(`${url}${list}`)).text());
    expect(await textOfList()).toContain("Ausnahmen");
    await post(list, { intent: "disallow", domain: "gelbeseiten.de" });
    expect(await textOfList()).not.toContain("Ausnahmen");
  });
});

describe("a search that found nothing", () => {
  const HINT = "Ein allgemeinerer Begriff";

  async function run0(query: string) {
    await setFault(app.providers.origin, {
      provider: "serper",
      times: 10,
      fault: { status: 200, body: { organic: [] } },
    });
    const job = await run("/api/jobs/serp-enrich", { query, count: 5 });
    expect(job).toMatchObject({ status: "complete", found: 0 });
    return { job, page: await (await fetch(`${url}/ergebnisse/${job.id}`)).text() };
  }

  test("is told to look for something more general", async () => {
    const { job, page } = await run0("Nirgends");
    expect(job.warnings).toEqual([]);
    expect(page).toContain(HINT);
  });

  test("does not blame the term where the monthly ceiling kept it from looking", async () => {
    const setCeiling = async (monthlyCeiling: string) => {
      const limits = { service: "serper", intent: "limits", maxConcurrent: "", maxPerMinute: "" };
      const body = new URLSearchParams({ ...limits, monthlyCeiling });
      const response = await fetch(`${url}/einstellungen`, {
        method: "POST",
        body,
        redirect: "manual",
      });
      expect(response.status).toBe(302);
    };
    // The one call that the ceiling allows.
    await run0("Noch erlaubt");
    await setCeiling("1");
    const { job, page } = await run0("Verhindert");
    await setCeiling("");
    expect(job.warnings).toHaveLength(1);
    expect(textOf(page)).toContain(job.warnings[0]);
    expect(page).not.toContain(HINT);
  });
});

describe("a page behind the last one", () => {
  test("of the earlier runs and of results shows the last one", async () => {
    const job = await run("/api/jobs/maps-enrich", { ...SEARCH, count: 1, enrich: false });
    const runs = await (await fetch(`${url}/pipelines/karten?page=99`)).text();
    expect(runs).toContain(`href="/ergebnisse/${job.id}"`);
    const results = await (await fetch(`${url}/ergebnisse/${job.id}?page=99`)).text();
    expect(results).toContain("<caption");
    expect(results).not.toContain("Seite 99");
  });
});

describe("a failed or cancelled job", () => {
  async function failOne() {
    await setFault(app.providers.origin, {
      provider: "google-places",
      times: 10,
      fault: { status: 403 },
    });
    const failed = await run("/api/jobs/maps-enrich", { ...SEARCH, region: "Bayern" });
    await resetProviders(app.providers.origin);
    return failed;
  }

  test("is started again with the same input", async () => {
    const failed = await failOne();
    expect(failed.status).toBe("failed");
    const again = await run(`/api/jobs/${failed.id}/restart`, {});
    expect(again).toMatchObject({
      type: "maps",
      status: "complete",
      params: failed.params,
      requested: failed.requested,
      error: null,
    });
    expect(again.id).not.toBe(failed.id);
    // The old one stays as it was.
    expect(await waitForJob(url, failed.id)).toEqual(failed);
  });

  test("that is complete or not there is refused", async () => {
    const job = await run("/api/jobs/maps-enrich", { ...SEARCH, count: 1 });
    const before = await countJobs();
    await readProblem(await postJson(`${url}/api/jobs/${job.id}/restart`, {}), 409);
    await readProblem(await postJson(`${url}/api/jobs/gibtesnicht/restart`, {}), 404);
    expect(await countJobs()).toBe(before);
  });
});

describe("bad input starts nothing and is named", () => {
  let before: number;
  beforeAll(async () => {
    before = await countJobs();
  });
  afterAll(async () => {
    expect(await countJobs()).toBe(before);
  });

  const PATHS = ["/api/jobs/maps-enrich", "/api/jobs/serp-enrich", "/api/leads/quick-serp"];
  // The other faults of these fields are tested at `/api/search`, which reads them in the same way.
  const FAULTS: [object, string][] = [
    [{ region: "Köln" }, "query"],
    [{ ...SEARCH, region: "x".repeat(101) }, "region"],
    [{ ...SEARCH, count: 501 }, "count"],
    [{ ...SEARCH, cuont: 12 }, "cuont"],
  ];
  test.each(PATHS.flatMap((path) => FAULTS.map(([body, at]) => ({ path, body, at }))))(
    "$path at $at: $body",
    async ({ path, body, at }) => {
      expect((await readFault(await postJson(`${url}${path}`, body))).path).toBe(at);
    },
  );

  test("a region is needed on the map alone, and the quick search takes no choice of emails", async () => {
    const { region: _, ...everywhere } = SEARCH;
    expect(await readFault(await postJson(`${url}${PATHS[0]}`, everywhere))).toMatchObject({
      path: "region",
    });
    const quick = await postJson(`${url}${PATHS[2]}`, { ...SEARCH, enrich: true });
    expect(await readFault(quick)).toMatchObject({ path: "enrich" });
    const text = await postJson(`${url}${PATHS[1]}`, { ...SEARCH, enrich: "yes" });
    expect(await readFault(text)).toMatchObject({ path: "enrich" });
  });
});

const { server: keyless } = await openTestApp({ settings: NO_KEYS });

describe("without keys", () => {
  test.each([
    ["/api/jobs/serp-enrich", "Serper"],
    ["/api/leads/quick-serp", "Serper"],
  ])("%s is refused with a sentence about %s", async (path, name) => {
    const problem = await readProblem(await postJson(`${keyless.url}${path}`, SEARCH), 409);
    expect(problem.detail).toContain(name);
    expect((await getAnswer(`${keyless.url}/api/jobs`, JobPageSchema)).total).toBe(0);
  });

  test.each([["/pipelines/websuche", "Serper", "serper"]])(
    "%s says that the key of %s is missing and leads to it",
    async (path, name, card) => {
      const page = await (await fetch(`${keyless.url}${path}`)).text();
      expect(page).toContain(`Schlüssel von ${name}`);
      expect(page).toContain(`/einstellungen#${card}`);
      const body = new URLSearchParams({ query: "Maler", region: "Köln", count: "5" });
      const sent = await fetch(`${keyless.url}${path}`, { method: "POST", body });
      expect(sent.status).toBe(409);
      expect(await sent.text()).toContain('value="Maler"');
    },
  );
});
