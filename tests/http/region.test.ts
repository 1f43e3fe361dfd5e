import { expect, test } from "vitest";
import { getResults, readFault } from "../support/api-answers";
import { listLeads } from "../support/api-client";
import { textOf } from "../support/page-text";
import { listCalls } from "../support/provider-calls";
import { searchHamburg } from "../support/region-search";
import { openTestApp } from "../support/test-app";
import { readWorkbook } from "../support/workbook";

const app = await openTestApp({
  settings: { AUTO_ENRICHMENT: "true" },
  leads: [{ domain: "bekannt.example", city: "Augsburg", postalCode: "86150", createdAt: 0 }],
});
const { url } = app.server;

test("a web search leaves out what lies elsewhere, until somebody takes it", async () => {
  const job = await searchHamburg(url, app.providers.origin);
  expect(job).toMatchObject({ status: "complete", found: 5, stored: 2, storedNew: 2 });
  const { results, skipped } = await getResults(url, job.id);
  expect(results.map(({ domain, city }) => [domain, city])).toEqual([
    ["nah.example", "Hamburg"],
    ["stumm.example", null],
  ]);
  expect(skipped).toEqual([{ reason: "outside", count: 3 }]);
  const asked = (await listCalls(app.providers.origin)).map(({ path }) => path).join(" ");
  expect(asked).toContain("fern.example");
  expect(asked).not.toContain("bekannt.example");

  const page = `/ergebnisse/${job.id}`;
  const rowOf = async (address: string, domain: string) => {
    const html = await (await fetch(`${url}${address}`)).text();
    return textOf(html.split("<tr").find((row) => row.includes(domain)) ?? "");
  };
  expect(await rowOf(page, "stumm.example")).toContain("Ort unbekannt");
  expect(await rowOf(`${page}?ansicht=ausserhalb`, "fern.example")).toContain("Augsburg");

  const file = (query: string) => fetch(`${url}/api/jobs/${job.id}/export?${query}`);
  const countRows = async (query: string) =>
    (await readWorkbook(Buffer.from(await (await file(query)).arrayBuffer()))).rows.length;
  expect(await countRows("skipped=true")).toBe(3);
  expect(await countRows("skipped=true&outside=true")).toBe(3);
  expect(await countRows("skipped=true&outside=false")).toBe(0);
  expect((await readFault(await file("outside=true"))).path).toBe("skipped");

  const adopt = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ intent: "adopt", returnTo: page, ...fields });
    await fetch(`${url}${page}`, { method: "POST", body, redirect: "manual" });
    return (await getResults(url, job.id)).results.map(({ domain }) => domain);
  };
  const few = ["nah.example", "fern.example", "stumm.example"];
  expect(await adopt({ position: "2" })).toEqual(few);
  expect(await adopt({})).toHaveLength(5);
  const [lead] = await listLeads(url, "q=weit.example");
  expect(lead).toMatchObject({
    city: "Augsburg",
    federalState: "Bayern",
    email: "info@weit.example",
  });
  const { evidence } = await (await fetch(`${url}/api/leads/${lead?.id}`)).json();
  expect(evidence).toContainEqual(
    expect.objectContaining({
      field: "city",
      source: "imprint",
      url: "http://weit.example/impressum",
    }),
  );
});
