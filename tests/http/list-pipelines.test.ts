import { describe, expect, test } from "vitest";
import { getResults, readProblem, waitForStarted } from "../support/api-answers";
import { postJson, waitForJob } from "../support/api-client";
import { openOwnApp, openTestApp } from "../support/test-app";

const app = await openTestApp();
const { url } = app.server;

const LIST = "Firma;Website\nEins GmbH;https://www.spar-elektro.example/\nNur Name AG;\n;\n";

function contactsForm(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function postForm(path: string, form: FormData): Promise<Response> {
  return fetch(`${url}${path}`, { method: "POST", body: form, redirect: "manual" });
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
});

describe("the profile pipeline", () => {
  const SEARCH_URL = "https://www.linkedin.com/sales/search/people?query=(x)";
  const PROFILES =
    "First Name;Last Name;Company;Website\nErika;Muster;Eins GmbH;https://eins.example\n";

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
