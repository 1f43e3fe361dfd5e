import { expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, LeadPageSchema, readAnswer, readFault } from "../support/api-answers";
import { postJson } from "../support/api-client";
import { variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";

const TermsSchema = z.strictObject({
  terms: z.array(z.strictObject({ term: z.string(), count: z.int().min(1) })),
});

const { server } = await openTestApp({ leads: variedLeads(80) });
const { url } = server;

async function bulk(body: object): Promise<void> {
  const response = await postJson(`${url}/api/leads/bulk`, body);
  expect(response.status, await response.text()).toBe(200);
}

test("search terms come with their numbers, most used first", async () => {
  const { terms } = await getAnswer(`${url}/api/leads/search-terms`, TermsSchema);
  const counts = terms.map(({ count }) => count);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
});

test("a term without leads is no term, until its leads come back", async () => {
  const terms = async () =>
    (await getAnswer(`${url}/api/leads/search-terms`, TermsSchema)).terms.map(({ term }) => term);
  const before = await terms();
  expect(before).toContain("Elektriker");
  const found = await getAnswer(`${url}/api/leads?term=Elektriker&pageSize=200`, LeadPageSchema);
  const ids = found.leads.map(({ id }) => id);
  await bulk({ action: "delete", filter: { term: ["Elektriker"] }, expectedCount: ids.length });
  expect(await terms()).toEqual(before.filter((term) => term !== "Elektriker"));
  await bulk({ action: "restore", ids });
  expect(await terms()).toEqual(before);
});

test("stats and terms take no parameters, and answer HEAD", async () => {
  for (const path of ["stats", "search-terms"]) {
    const address = `${url}/api/leads/${path}`;
    expect((await readFault(await fetch(`${address}?days=30`))).path).toBe("days");
    const head = await fetch(address, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    await readAnswer(await fetch(address), 200, z.looseObject({}));
  }
});
