import { describe, expect, test } from "vitest";
import {
  getAnswer,
  getResults,
  JobPageSchema,
  readFault,
  readProblem,
  waitForStarted,
} from "../support/api-answers";
import { postJson, resetProviders, setFault, waitForJob } from "../support/api-client";
import { openOwnApp, openTestApp } from "../support/test-app";

const app = await openTestApp();
const { url } = app.server;

async function countJobs(): Promise<number> {
  return (await getAnswer(`${url}/api/jobs?pageSize=1`, JobPageSchema)).total;
}

const LIST = "Firma;Website\nEins GmbH;https://www.spar-elektro.example/\nNur Name AG;\n;\n";

function contactsForm(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function postForm(path: string, form: FormData): Promise<Response> {
  return fetch(`${url}${path}`, { method: "POST", body: form, redirect: "manual" });
}

/** What a page says, without what its scripts repeat. */
async function shownBy(response: Response): Promise<string> {
  return (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, "");
}

const csvFile = (text = LIST, name = "liste.csv") => new File([text], name, { type: "text/csv" });

describe("the CSV pipeline", () => {
  test("takes a list and looks for whoever decides", async () => {
    const form = contactsForm({ file: csvFile(), category: "ceo" });
    const response = await postForm("/api/jobs/csv-enrich", form);
    const job = await waitForStarted(url, response);
    expect(job).toMatchObject({
      type: "csv",
      status: "complete",
      query: "liste.csv",
      params: {
        mode: "contacts",
        category: "ceo",
        domainColumn: "Website",
        companyColumn: "Firma",
      },
    });
    const { results, skipped } = await getResults(url, job.id);
    expect(results.every(({ source }) => source === "csv")).toBe(true);
    expect(results.length + skipped.reduce((sum, { count }) => sum + count, 0)).toBe(job.found);
  });

  test.each([
    ["file", { category: "ceo" }],
    ["category", { file: csvFile() }],
    ["category", { file: csvFile(), category: "boss" }],
    ["file", { file: csvFile("a;b\n1;2\n"), category: "ceo" }],
    ["file", { file: csvFile(""), category: "ceo" }],
    ["domainColumn", { file: csvFile(), category: "ceo", domainColumn: "Webseite" }],
    ["companyColumn", { file: csvFile(), category: "ceo", companyColumn: "Name" }],
    ["kategorie", { file: csvFile(), category: "ceo", kategorie: "ceo" }],
  ])("refuses a form with a fault at %s and starts nothing", async (path, fields) => {
    const before = await countJobs();
    const fault = await readFault(await postForm("/api/jobs/csv-enrich", contactsForm(fields)));
    expect(fault.path).toBe(path);
    expect(await countJobs()).toBe(before);
  });

  test("on its page gives the second step back with its fault and what was chosen", async () => {
    const before = await countJobs();
    const form = contactsForm({ intent: "upload", category: "it", file: csvFile() });
    const location = (await postForm("/pipelines/csv", form)).headers.get("location") ?? "";
    const liste = new URL(location, url).searchParams.get("liste") ?? "";
    const page = await shownBy(await fetch(`${url}${location}`));
    const action = /<form[^>]*action="(\/pipelines\/csv\?[^"]*liste=[^"]*)"/.exec(page)?.[1] ?? "";
    const address = action.replaceAll("&amp;", "&");
    expect(new URL(address, url).searchParams.get("category")).toBe("it");

    const none = { intent: "start", category: "sales", liste, domainColumn: "", companyColumn: "" };
    const refused = await postForm(address, contactsForm(none));
    expect(refused.status).toBe(422);
    const again = await shownBy(refused);
    expect(again).toMatch(/id="spalten-fehler"[^>]*>Eine Spalte mit Domain/);
    expect(again).toContain("liste.csv");
    expect(again).toMatch(/<option value="sales" selected/);
    expect(again.match(/<option value="" selected/g)).toHaveLength(2);

    const unknown = { ...none, companyColumn: "Firma", domainColumn: "Fehlt" };
    const other = await shownBy(await postForm(address, contactsForm(unknown)));
    expect(other).toMatch(/id="spalten-fehler"[^>]*>Die Datei hat keine Spalte „Fehlt“/);
    expect(other).toMatch(/<option value="Firma" selected/);
    expect(await countJobs()).toBe(before);
  });

  test("names the row of what it skipped, and why nothing is in the store", async () => {
    const list = csvFile(
      "Firma;Website\n;-\n;k. A.\n;https://eins-zeile.example\n;-\n",
      "zeilen.csv",
    );
    const form = contactsForm({ file: list, category: "ceo" });
    const started = await postForm("/api/jobs/csv-enrich", form);
    const { id } = await waitForStarted(url, started);
    const results = `${url}/ergebnisse/${id}`;
    const skipped = (await shownBy(await fetch(`${results}?ansicht=uebersprungen`))).replaceAll(
      "<!-- -->",
      "",
    );
    expect(skipped.match(/Zeile \d+/g)).toEqual(["Zeile 2", "Zeile 3", "Zeile 5"]);
    expect(await shownBy(await fetch(results))).not.toMatch(/Zeile (?:<!-- -->)?\d/);

    const fault = { status: 402, body: { error: "payment_required", message: "No credits." } };
    await setFault(app.providers.origin, { provider: "anymailfinder", times: 10, fault });
    const named = contactsForm({ file: csvFile("Firma\nNur Name AG\n"), category: "ceo" });
    const second = await postForm("/api/jobs/csv-enrich", named);
    const unknown = await waitForStarted(url, second);
    await resetProviders(app.providers.origin);
    expect(await shownBy(await fetch(`${url}/ergebnisse/${unknown.id}`))).toContain(
      "Zu keiner Zeile wurde eine Domain gefunden; deshalb steht keine im Leadspeicher.",
    );
  });
});

describe("the profile pipeline", () => {
  const SEARCH_URL = "https://www.linkedin.com/sales/search/people?query=(x)";
  const PROFILES =
    "First Name;Last Name;Company;Website\nErika;Muster;Eins GmbH;https://eins.example\n";

  test("is off until somebody has confirmed the notice, and says so", async () => {
    const before = await countJobs();
    const response = await postJson(`${url}/api/jobs/profiles-enrich`, { searchUrl: SEARCH_URL });
    expect((await readProblem(response, 409)).detail).toMatch(/Vayne|Nutzungsbedingungen/);
    const file = contactsForm({ intent: "file", file: csvFile(PROFILES, "profile.csv") });
    expect((await postForm("/pipelines/profile", file)).status).toBe(409);
    const unticked = await postForm("/pipelines/profile", contactsForm({ intent: "confirm" }));
    expect(unticked.status).toBe(422);
    expect(await unticked.text()).toContain("Zum Bestätigen das Kästchen ankreuzen.");
    expect(await (await fetch(`${url}/pipelines/profile`)).text()).not.toContain("profile.csv");
    expect(await countJobs()).toBe(before);
  });

  test("is switched on by a program that confirms the notice, for all that follow", async () => {
    const own = await openOwnApp();
    const path = `${own.server.url}/api/jobs/profiles-enrich`;
    const asked = { searchUrl: SEARCH_URL, count: 1 };
    for (const body of [asked, { ...asked, confirmTerms: false }]) {
      const refused = await readProblem(await postJson(path, body), 409);
      expect(refused.detail).toContain("Nutzungsbedingungen");
    }
    for (const body of [
      { ...asked, confirmTerms: true },
      { ...asked, count: 2 },
    ]) {
      expect((await postJson(path, body)).status).toBe(202);
    }
  });

  test.each([
    ["searchUrl", {}],
    ["searchUrl", { searchUrl: "https://www.xing.com/search/members" }],
    ["count", { searchUrl: SEARCH_URL, count: 2501 }],
    ["enrich", { searchUrl: SEARCH_URL, enrich: "on" }],
  ])("refuses a body with a fault at %s", async (path, body) => {
    const fault = await readFault(await postJson(`${url}/api/jobs/profiles-enrich`, body));
    expect(fault.path).toBe(path);
    if (path === "count") expect(fault.message).toContain("von 1 bis 2.500");
  });

  test("works through a file once the notice is confirmed, and says what is wrong with another", async () => {
    const confirm = contactsForm({ intent: "confirm", confirmed: "on" });
    expect((await postForm("/pipelines/profile", confirm)).status).toBe(302);
    const bad = contactsForm({ intent: "file", file: csvFile("a;b\n1;2\n") });
    const refused = await postForm("/pipelines/profile", bad);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Keine Spalte nennt die Firma");
    const good = contactsForm({ intent: "file", file: csvFile(PROFILES, "profile.csv") });
    const location = (await postForm("/pipelines/profile", good)).headers.get("location") ?? "";
    const job = await waitForJob(url, location.slice("/ergebnisse/".length));
    expect(job).toMatchObject({ type: "profiles", query: "profile.csv", status: "complete" });
    const { results } = await getResults(url, job.id);
    expect(results).toMatchObject([{ contactName: "Erika Muster", source: "profiles" }]);
  });
});
