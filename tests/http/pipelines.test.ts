import { expect, test } from "vitest";
import {
  getAnswer,
  getResults,
  LeadPageSchema,
  runJob,
  waitForStarted,
} from "../support/api-answers";
import { countCalls, postForm, setFault, waitForJob } from "../support/api-client";
import { readHtml, readText, textOf } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const SEARCH = { query: "Elektriker", region: "Sachsen", count: 12 };

const app = await openTestApp();
const { url } = app.server;

const csv = (text: string, name: string) => new File([text], name, { type: "text/csv" });

test("the map finds companies and their emails, and says what it took of each provider", async () => {
  const job = await runJob(app, "/api/jobs/maps-enrich", { ...SEARCH, enrich: true });
  expect(job).toMatchObject({
    type: "maps",
    status: "complete",
    stored: 12,
    params: { ...SEARCH, enrich: true },
    parentId: null,
  });
  const { results } = await getResults(url, job.id);
  expect(results.every(({ source, isNew }) => source === "maps" && isNew)).toBe(true);
  const { usage } = await (await fetch(`${url}/api/jobs/${job.id}`)).json();
  const calls = await countCalls(app.providers.origin);
  expect(calls.anymailfinder).toBeGreaterThan(0);
  for (const provider of ["google-places", "anymailfinder"]) {
    expect(usage).toContainEqual(expect.objectContaining({ provider, calls: calls[provider] }));
  }
});

test("the web search finds companies anywhere, each once, and looks for emails as a rule", async () => {
  const job = await runJob(app, "/api/jobs/serp-enrich", { query: "Dachdecker", count: 12 });
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

test("the web search started quickly brings the raw results only", async () => {
  const body = { query: "Hotel", region: "Berlin", count: 8 };
  const job = await runJob(app, "/api/leads/quick-serp", body);
  expect(job).toMatchObject({
    type: "serp",
    status: "complete",
    stored: 8,
    params: { ...body, enrich: false },
  });
  expect((await countCalls(app.providers.origin)).anymailfinder).toBe(0);
  const { leads } = await getAnswer(`${url}/api/leads?term=Hotel`, LeadPageSchema);
  expect(leads.every(({ sourceType }) => sourceType === "serp")).toBe(true);
});

test("a portal that a search left out is taken all the same, remembered, and left out again on demand", async () => {
  const search = { query: "Dachdecker", region: "Bremen", count: 8 };
  const countPortals = async () =>
    (await getAnswer(`${url}/api/leads?q=gelbeseiten.de`, LeadPageSchema)).total;
  const { id } = await runJob(app, "/api/leads/quick-serp", search);
  const page = `/ergebnisse/${id}?ansicht=uebersprungen`;
  const rows = (await readHtml(url + page)).split("<tr");
  const row = rows.find((part) => part.includes("gelbeseiten.de")) ?? "";
  expect(textOf(row)).toContain("Portal oder Plattform Trotzdem übernehmen");
  const ofMany = rows.filter((part) => part.includes("facebook.com"));
  for (const other of ofMany) expect(other).not.toContain("Trotzdem");

  const position = /name="position" value="(\d+)"/.exec(row)?.[1] ?? "";
  const fields = { intent: "adopt", position, returnTo: page };
  const taken = await postForm(`${url}/ergebnisse/${id}`, fields);
  expect(taken.headers.get("location")).toBe(page);
  expect((await getResults(url, id)).results).toContainEqual(
    expect.objectContaining({ domain: "gelbeseiten.de", isNew: true }),
  );
  // A second click changes nothing.
  await postForm(`${url}/ergebnisse/${id}`, fields);
  expect(await countPortals()).toBe(1);

  const later = await runJob(app, "/api/leads/quick-serp", { ...search, region: "Kiel" });
  expect((await getResults(url, later.id)).results).toContainEqual(
    expect.objectContaining({ domain: "gelbeseiten.de", isNew: false }),
  );
  const list = `${url}/leadspeicher/sperrliste`;
  expect(await readText(list)).toContain("Ausnahmen");
  await postForm(list, { intent: "disallow", domain: "gelbeseiten.de" });
  expect(await readText(list)).not.toContain("Ausnahmen");
});

test("a failed job is started again with the same input, and stays as it was", async () => {
  await setFault(app.providers.origin, { provider: "google-places", fault: { status: 403 } });
  const failed = await runJob(app, "/api/jobs/maps-enrich", { ...SEARCH, region: "Bayern" });
  expect(failed.status).toBe("failed");
  const again = await runJob(app, `/api/jobs/${failed.id}/restart`, {});
  const { params, requested } = failed;
  expect(again).toMatchObject({ type: "maps", status: "complete", params, requested, error: null });
  expect(again.id).not.toBe(failed.id);
  expect(await waitForJob(url, failed.id)).toEqual(failed);
});

test("the CSV pipeline takes a list and looks for whoever decides", async () => {
  const list = "Firma;Website\nEins GmbH;https://www.spar-elektro.example/\nNur Name AG;\n;\n";
  const form = { file: csv(list, "liste.csv"), category: "ceo" };
  const job = await waitForStarted(url, await postForm(`${url}/api/jobs/csv-enrich`, form));
  const columns = { domainColumn: "Website", companyColumn: "Firma" };
  expect(job).toMatchObject({
    type: "csv",
    status: "complete",
    query: "liste.csv",
    params: { mode: "contacts", category: "ceo", ...columns },
  });
  const { results, skipped } = await getResults(url, job.id);
  expect(results.every(({ source }) => source === "csv")).toBe(true);
  expect(results.length + skipped.reduce((sum, { count }) => sum + count, 0)).toBe(job.found);
});

test("the profile pipeline works through a file once the notice is confirmed, and says what is wrong with another", async () => {
  const page = `${url}/pipelines/profile`;
  expect((await postForm(page, { intent: "confirm", confirmed: "on" })).status).toBe(302);
  const refused = await postForm(page, { intent: "file", file: csv("a;b\n1;2\n", "liste.csv") });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Keine Spalte nennt die Firma");
  const profiles = "First Name;Last Name;Company;Website\nErika;Muster;Eins;https://eins.example\n";
  const sent = await postForm(page, { intent: "file", file: csv(profiles, "profile.csv") });
  const id = sent.headers.get("location")?.slice("/ergebnisse/".length) ?? "";
  const job = await waitForJob(url, id);
  expect(job).toMatchObject({ type: "profiles", query: "profile.csv", status: "complete" });
  const { results } = await getResults(url, job.id);
  expect(results).toMatchObject([{ contactName: "Erika Muster", source: "profiles" }]);
});
