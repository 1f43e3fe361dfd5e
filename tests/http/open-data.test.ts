import { expect, test } from "vitest";
import { getResults, readProblem, runJob } from "../support/api-answers";
import { postJson, setFault, waitForJob } from "../support/api-client";
import { NO_KEYS } from "../support/app-server";
import { textOf } from "../support/page-text";
import { openOwnApp, openTestApp } from "../support/test-app";
import { readWorkbook } from "../support/workbook";

const app = await openTestApp({ settings: { ...NO_KEYS, RETRY_SPEED: "500" } });
const { url } = app.server;
const MAPS = "/api/jobs/maps-enrich";
const SEARCH = { query: "Elektriker", region: "Hessen", count: 100, enrich: false };

const search = (fields: object = {}) => runJob(app, MAPS, { ...SEARCH, ...fields });
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

test("a service that is busy is waited for, and one that stays busy ends the search with a sentence", async () => {
  const busy = (provider: string, times: number, status: number) =>
    setFault(app.providers.origin, { provider, times, fault: { status } });
  await busy("overpass", 1, 504);
  await busy("overpass", 1, 429);
  // Where a region can't be looked up now, the job does it.
  await busy("nominatim", 3, 503);
  expect(await search({ region: "Fulda" })).toMatchObject({ status: "complete", warnings: [] });
  await busy("overpass", 6, 504);
  const { status, error } = await search();
  expect(status).toBe("failed");
  expect(error).toMatch(/^OpenStreetMap: Der Dienst ist gestört \(504\)\. .*zehn Minuten/);
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
