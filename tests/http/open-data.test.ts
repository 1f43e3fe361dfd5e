import { expect, test } from "vitest";
import { getResults, readProblem, runJob } from "../support/api-answers";
import { postForm, postJson, setFault, waitForJob } from "../support/api-client";
import { NO_KEYS } from "../support/app-server";
import { readHtml, readText } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const app = await openTestApp({ settings: { ...NO_KEYS, RETRY_SPEED: "500", OSM_CONTACT: "" } });
const { url } = app.server;
const MAPS = "/api/jobs/maps-enrich";
const SEARCH = { query: "Elektriker", region: "Hessen", count: 100, enrich: false };
const SLOW = "Die Suche bei OpenStreetMap ist langsam";

const search = (fields: object = {}) => runJob(app, MAPS, { ...SEARCH, ...fields });

test("without a contact the keyless search says so, until somebody names one", async () => {
  expect(await readText(`${url}/pipelines/karten`)).toContain(SLOW);
  expect(await readText(`${url}/pipelines/websuche`)).not.toContain(SLOW);
  const { warnings } = await search({ count: 5 });
  expect(warnings).toContainEqual(expect.stringMatching(/^Langsam gesucht/));
  const contact = { intent: "contact", contact: "team@leads.example" };
  expect((await postForm(`${url}/einstellungen`, contact)).status).toBe(302);
  expect(await readText(`${url}/suche`)).not.toContain(SLOW);
  expect((await search({ count: 5 })).warnings).toEqual([]);
});

test("without any key a search finds companies, with their emails and without a second search", async () => {
  const body = { query: "Zahnärzte", region: "Berlin", count: 500 };
  const chosen = await postJson(`${url}/api/search`, { ...body, source: "google" });
  const { detail } = await readProblem(chosen, 409);
  expect(detail).toMatch(/Google Places.*Schlüssel.*OpenStreetMap/);
  const started = await postJson(`${url}/api/search`, body);
  expect(started.status).toBe(202);
  const { jobId, serpJobId } = await started.json();
  expect(serpJobId).toBeNull();
  const job = await waitForJob(url, jobId);
  expect(job).toMatchObject({ status: "complete", params: { source: "osm" } });
  expect(job.stored).toBeGreaterThan(10);
  expect(job.found).toBeGreaterThan(job.stored);
  const { results } = await getResults(url, jobId);
  expect(results.every(({ source }) => source === "osm")).toBe(true);
  expect(results.some(({ email }) => email !== null)).toBe(true);
  const page = await readText(`${url}/ergebnisse/${jobId}`);
  expect(page).toContain("© OpenStreetMap-Mitwirkende");
  expect(page).not.toContain("Kartenabfrage");
  for (const path of ["/leadspeicher", `/leadspeicher/${results[0]?.leadId}`]) {
    expect(await readHtml(url + path)).toContain("openstreetmap.org/copyright");
  }
});

test.each([
  ["Hintermusterhausen", "wurde nicht gefunden"],
  ["Wien", "liegt nicht in Deutschland"],
])("%s is refused before anything starts", async (region, sentence) => {
  const { errors } = await readProblem(await postJson(url + MAPS, { ...SEARCH, region }), 422);
  expect(errors).toEqual([{ path: "region", message: expect.stringContaining(sentence) }]);
  const page = await postForm(`${url}/suche`, { query: "x", region, count: "5" });
  expect(page.status).toBe(422);
  expect(await page.text()).toContain(sentence);
});

test("of several places of one name one is chosen, by the API and on the form", async () => {
  const region = "Neustadt";
  const { errors = [] } = await readProblem(await postJson(url + MAPS, { ...SEARCH, region }), 422);
  expect(errors[0]?.message).toContain("„Neustadt“ gibt es mehrmals");
  const names = errors.slice(1).map(({ message }) => message);
  const chosen = "Neustadt am Rübenberge, Niedersachsen";
  expect(names).toContain(chosen);
  const page = await postForm(`${url}/suche`, { query: "Elektriker", region, count: "5" });
  const html = await page.text();
  for (const name of names) expect(html).toContain(`<option value="${name}"`);
  const params = { region: chosen };
  expect(await search(params)).toMatchObject({ status: "complete", params });
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
