import { expect, test } from "vitest";
import { getResults, readProblem } from "../support/api-answers";
import { countCalls, postJson, setFault, waitForJob } from "../support/api-client";
import { NO_KEYS } from "../support/app-server";
import { textOf } from "../support/page-text";
import { runJob } from "../support/provider-faults";
import { openOwnApp, openTestApp } from "../support/test-app";
import { readWorkbook } from "../support/workbook";

const app = await openTestApp({ settings: { ...NO_KEYS, RETRY_SPEED: "500" } });
const { url } = app.server;
const MAPS = "/api/jobs/maps-enrich";
const SEARCH = { query: "Elektriker", region: "Hessen", count: 100, enrich: false };

const search = (fields: object = {}) => runJob(app, MAPS, { ...SEARCH, ...fields });
const fault = (provider: string, times: number, what: object, after = 0) =>
  setFault(app.providers.origin, { provider, times, after, fault: what });

test("without any key a search finds companies, with their emails and without a second search", async () => {
  const started = await postJson(`${url}/api/search`, {
    query: "Zahnärzte",
    region: "Berlin",
    count: 500,
  });
  expect(started.status).toBe(202);
  const { jobId, serpJobId } = await started.json();
  expect(serpJobId).toBeNull();
  const job = await waitForJob(
    url,
    jobId,
    ({ status }) => status !== "queued" && status !== "running",
  );
  expect(job).toMatchObject({ status: "complete", params: { source: "osm" } });
  expect(job.stored).toBeGreaterThan(10);
  expect(job.found).toBeGreaterThan(job.stored);
  const { results } = await getResults(url, jobId);
  expect(results.every(({ source }) => source === "osm")).toBe(true);
  expect(results.some(({ email }) => email !== null)).toBe(true);
  const page = textOf(await (await fetch(`${url}/ergebnisse/${jobId}`)).text());
  expect(page).toContain("© OpenStreetMap-Mitwirkende");
  expect(page).not.toContain("Aufruf Karte");
  for (const path of ["/leadspeicher", `/leadspeicher/${results[0]?.leadId}`]) {
    expect(await (await fetch(`${url}${path}`)).text()).toContain("openstreetmap.org/copyright");
  }
});

test.each([
  ["Hintermusterhausen", "wurde nicht gefunden"],
  ["Wien", "liegt nicht in Deutschland"],
])("%s is refused before anything starts", async (region, sentence) => {
  const body = { ...SEARCH, region };
  const { errors } = await readProblem(await postJson(`${url}${MAPS}`, body), 422);
  expect(errors).toEqual([{ path: "region", message: expect.stringContaining(sentence) }]);
  const form = new URLSearchParams({ ...body, count: "5", enrich: "" });
  const page = await fetch(`${url}/pipelines/karten`, { method: "POST", body: form });
  expect(page.status).toBe(422);
  expect(await page.text()).toContain(sentence);
});

test("of several places of one name one is chosen, by the API and on the form", async () => {
  const body = { ...SEARCH, region: "Neustadt" };
  const { errors = [] } = await readProblem(await postJson(`${url}${MAPS}`, body), 422);
  expect(errors[0]?.message).toContain("„Neustadt“ gibt es mehrmals");
  const names = errors.slice(1).map(({ message }) => message);
  expect(names).toContain("Neustadt am Rübenberge, Niedersachsen");
  const form = new URLSearchParams({ query: "Elektriker", region: "Neustadt", count: "5" });
  const page = await (await fetch(`${url}/suche`, { method: "POST", body: form })).text();
  for (const name of names) expect(page).toContain(`<option value="${name}"`);
  expect(await search({ region: "Neustadt am Rübenberge, Niedersachsen" })).toMatchObject({
    status: "complete",
    params: { region: "Neustadt am Rübenberge, Niedersachsen" },
  });
});

test.each([
  ["is overloaded", "overpass", { status: 504 }],
  ["allows no more", "overpass", { status: 429 }],
  ["hangs up", "overpass", { reset: true }],
])("a service that %s is waited for", async (_, provider, what) => {
  await fault(provider, 2, what);
  expect(await search()).toMatchObject({ status: "complete", warnings: [] });
});

test("a service that stays overloaded ends the search with a sentence", async () => {
  await fault("overpass", 6, { status: 504 });
  const { status, error } = await search();
  expect(status).toBe("failed");
  expect(error).toMatch(/^OpenStreetMap: Der Dienst ist gestört \(504\)\. .*zehn Minuten/);
});

test.each([
  ["Fulda", { status: "complete", error: null, warnings: [] }],
  ["Nirgendhausen", { status: "failed", error: expect.stringContaining("nicht gefunden") }],
  ["Halle", { warnings: [] }],
])("that can't be asked for now, %s is left to the job", async (region, outcome) => {
  await fault("nominatim", 3, { status: 503 });
  expect(await search({ region })).toMatchObject(outcome);
});

test("a server without internet says so at the first try", async () => {
  const settings = { ...NO_KEYS, OVERPASS_BASE_URL: "http://127.0.0.1:9", RETRY_SPEED: "1" };
  const { server } = await openOwnApp({ settings });
  const started = await postJson(`${server.url}${MAPS}`, SEARCH);
  const { jobId } = await started.json();
  const job = await waitForJob(server.url, jobId, ({ resumeAt }) => resumeAt !== null);
  const sentence = "OpenStreetMap ist nicht erreichbar. Hat der Server Internet?";
  expect(job).toMatchObject({ status: "queued", error: sentence, warnings: [] });
  const page = textOf(await (await fetch(`${server.url}/ergebnisse/${jobId}`)).text());
  expect(page).toMatch(/Hat der Server Internet\? Der Lauf wird .{5,40} fortgesetzt/);
  expect(page).not.toMatch(/überlastet|denselben Angaben/);
});

test("an answer that was broken off is completed by parts", async () => {
  const remark = 'runtime error: Query timed out in "query" at line 4 after 61 seconds.';
  await fault("overpass", 1, { body: { elements: [], remark } });
  const [whole, divided] = [await search(), await search()];
  expect(divided.found).toBe(whole.found);
  expect((await countCalls(app.providers.origin)).overpass).toBeGreaterThanOrEqual(5);
});

test("who does not say who is asking would be refused", async () => {
  const asked = await fetch(`${app.providers.baseUrls.overpass}/api/interpreter`, {
    method: "POST",
  });
  expect(asked.status).toBe(406);
  await fault("overpass", 1, { status: 406 });
  expect((await search()).error).toBe(
    "OpenStreetMap: Der Zugang ist für diesen Dienst nicht freigeschaltet (406)",
  );
});

test("an Excel file with its data names the source", async () => {
  await search();
  const file = await fetch(`${url}/api/leads/export`);
  const { parts } = await readWorkbook(Buffer.from(await file.arrayBuffer()));
  expect(parts.get("xl/workbook.xml")).toMatch(/name="Leads".*name="Quellen"/);
  expect(parts.get("xl/worksheets/sheet2.xml")).toContain("© OpenStreetMap-Mitwirkende");
});

test("without a contact the keyless search says so, until somebody names one", async () => {
  const own = await openOwnApp({ settings: { ...NO_KEYS, RETRY_SPEED: "500", OSM_CONTACT: "" } });
  const read = async (path: string) =>
    textOf(await (await fetch(`${own.server.url}${path}`)).text());
  const SLOW = "Die Suche bei OpenStreetMap ist langsam";
  for (const path of ["/suche", "/pipelines/karten"]) expect(await read(path)).toContain(SLOW);
  expect(await read("/pipelines/websuche")).not.toContain(SLOW);
  const body = { ...SEARCH, count: 5 };
  const warningsOf = async () => (await runJob(own, MAPS, body)).warnings;
  expect(await warningsOf()).toContainEqual(expect.stringMatching(/^Langsam gesucht/));
  const send = (contact: string) =>
    fetch(`${own.server.url}/einstellungen`, {
      method: "POST",
      body: new URLSearchParams({ intent: "contact", contact }),
      redirect: "manual",
    });
  const refused = await send("niemand");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(
    "Eine E-Mail-Adresse oder die Adresse einer Seite eingeben",
  );
  expect((await send("team@leads.example")).status).toBe(302);
  expect(await read("/suche")).not.toContain(SLOW);
  expect(await warningsOf()).not.toContainEqual(expect.stringMatching(/^Langsam gesucht/));
  expect(await read("/einstellungen")).toContain("Kontakt (E-Mail oder Seite)");
});
