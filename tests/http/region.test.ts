import { expect, test } from "vitest";
import { getResults, runJob } from "../support/api-answers";
import { listLeads, postForm, setFault } from "../support/api-client";
import { readHtml, readText, textOf } from "../support/page-text";
import { listCalls } from "../support/provider-calls";
import { plantPage } from "../support/site-pages";
import { openTestApp } from "../support/test-app";
import { readWorkbook } from "../support/workbook";

/** Companies of a page of the web with the place of their Impressum; of two nothing is said. */
const PLACES = {
  "nah.example": "20095 Hamburg",
  "fern.example": "86150 Augsburg",
  "weit.example": "86150 Augsburg",
  "stumm.example": null,
  "bekannt.example": null,
};

const app = await openTestApp({
  settings: { AUTO_ENRICHMENT: "true" },
  leads: [{ domain: "bekannt.example", city: "Augsburg", postalCode: "86150", createdAt: 0 }],
});
const { url } = app.server;
const { origin } = app.providers;

/** Searches Hamburg in a web that has these companies alone. */
async function searchHamburg() {
  const organic = Object.keys(PLACES).map((domain) => ({
    title: domain,
    link: `https://${domain}/`,
  }));
  await setFault(origin, {
    provider: "serper",
    times: 2,
    fault: { body: { organic, credits: 1 } },
  });
  for (const [domain, place] of Object.entries(PLACES)) {
    if (place === null) continue;
    const pages = {
      "/": "<a href=/impressum>Impressum</a>",
      "/impressum": `<h1>Impressum</h1><p>Angaben gemäß § 5 DDG<br>Haus GmbH<br>Gasse 1<br>${place}</p>
        <p>E-Mail: info@${domain}</p>`,
    };
    for (const [path, body] of Object.entries(pages)) {
      await plantPage(origin, { domain, path, body });
    }
  }
  return runJob(app, "/api/jobs/serp-enrich", { query: "Maler", region: "Hamburg", count: 50 });
}

test("a web search leaves out what lies elsewhere, until somebody takes it", async () => {
  const job = await searchHamburg();
  expect(job).toMatchObject({ status: "complete", found: 5, stored: 2, storedNew: 2 });
  const { results, skipped } = await getResults(url, job.id);
  expect(results.map(({ domain, city }) => [domain, city])).toEqual([
    ["nah.example", "Hamburg"],
    ["stumm.example", null],
  ]);
  expect(skipped).toEqual([{ reason: "outside", count: 3 }]);
  const asked = (await listCalls(origin)).map(({ path }) => path).join(" ");
  expect(asked).toContain("fern.example");
  expect(asked).not.toContain("bekannt.example");

  const page = `/ergebnisse/${job.id}`;
  // Reading the websites begins by itself, and its progress is told first.
  const head = / · 3 außerhalb von Hamburg · 0 übersprungen/;
  await expect.poll(() => readText(url + page), { timeout: 20_000 }).toMatch(head);
  const text = await readText(url + page);
  expect(text).toMatch(/Außerhalb von Hamburg ?3 Übersprungen ?0/);
  const rowOf = async (query: string, domain: string) => {
    const rows = (await readHtml(url + page + query)).split("<tr");
    return textOf(rows.find((row) => row.includes(domain)) ?? "");
  };
  expect(await rowOf("", "stumm.example")).toContain("Ort unbekannt");
  expect(await rowOf("?ansicht=ausserhalb", "fern.example")).toContain("Augsburg");
  for (const [query, count] of [
    ["skipped=true&outside=true", 3],
    ["skipped=true&outside=false", 0],
  ] as const) {
    const file = await fetch(`${url}/api/jobs/${job.id}/export?${query}`);
    const { rows } = await readWorkbook(Buffer.from(await file.arrayBuffer()));
    expect(rows, query).toHaveLength(count);
  }

  const adopt = async (fields: Record<string, string>) => {
    await postForm(url + page, { intent: "adopt", returnTo: page, ...fields });
    return (await getResults(url, job.id)).results.map(({ domain }) => domain);
  };
  const few = ["nah.example", "fern.example", "stumm.example"];
  expect(await adopt({ position: "2" })).toEqual(few);
  expect(await adopt({})).toHaveLength(5);
  const [lead] = await listLeads(url, "q=weit.example");
  const place = { city: "Augsburg", federalState: "Bayern", email: "info@weit.example" };
  expect(lead).toMatchObject(place);
  const { evidence } = await (await fetch(`${url}/api/leads/${lead?.id}`)).json();
  const source = { field: "city", source: "imprint", url: "http://weit.example/impressum" };
  expect(evidence).toContainEqual(expect.objectContaining(source));
});
