import { describe, expect, test } from "vitest";
import { getResults, readProblem, waitForStarted } from "../support/api-answers";
import { postJson } from "../support/api-client";
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
});
