import { describe, expect, test } from "vitest";
import { getAnswer, getResults, LeadPageSchema, waitForStarted } from "../support/api-answers";
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
});

const { server: keyless } = await openTestApp({ settings: NO_KEYS });

describe("without keys", () => {
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
