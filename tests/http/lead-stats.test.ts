import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createRandom } from "../../scripts/demo-providers/world/seeded-random";
import {
  getAnswer,
  LeadPageSchema,
  readAnswer,
  readFault,
  readProblem,
} from "../support/api-answers";
import { postJson } from "../support/api-client";
import { variedLeads } from "../support/lead-factory";
import { openOwnApp, openTestApp } from "../support/test-app";

const HOUR_MS = 3_600_000;
const count = z.int().min(0);
const StatsSchema = z.strictObject({
  total: count,
  contacted: count,
  favorites: count,
  approved: count,
  withEmail: count,
  withPhone: count,
  newToday: count,
  sparkline: z.array(z.strictObject({ date: z.iso.date(), count })).length(7),
});
const TermsSchema = z.strictObject({
  terms: z.array(z.strictObject({ term: z.string(), count: z.int().min(1) })),
});
const EMPTY = { total: 0, contacted: 0, favorites: 0, approved: 0, withEmail: 0, withPhone: 0 };
const berlinDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });

const now = Date.now();
const random = createRandom("stats");
// Over some more days than the line shows, at any minute of them.
const ages = Array.from({ length: 80 }, () => random.integer(0, 9 * 24 * 60) * 60_000);
ages.sort((a, b) => b - a);
const seeds = variedLeads(80).map((lead, index) => {
  const createdAt = now - (ages[index] ?? 0);
  return { ...lead, createdAt, updatedAt: createdAt };
});
const { server } = await openTestApp({ leads: seeds });
const { url } = server;

function stats(address = url) {
  return getAnswer(`${address}/api/leads/stats`, StatsSchema);
}

async function bulk(body: object): Promise<void> {
  const response = await postJson(`${url}/api/leads/bulk`, body);
  expect(response.status, await response.text()).toBe(200);
}

/** Days before today, as Berlin has them. */
function lastDays(): string[] {
  const noon = Date.parse(`${berlinDay.format(Date.now())}T12:00:00Z`);
  return Array.from({ length: 7 }, (_, index) =>
    berlinDay.format(noon - (6 - index) * 24 * HOUR_MS),
  );
}

test("an empty store is all noughts, on seven days", async () => {
  const { server: empty } = await openOwnApp();
  const days = lastDays();
  const { sparkline, ...numbers } = await stats(empty.url);
  expect(numbers).toEqual({ ...EMPTY, newToday: 0 });
  // Midnight may pass between the two.
  expect([days, lastDays()]).toContainEqual(sparkline.map(({ date }) => date));
  expect(sparkline.every((day) => day.count === 0)).toBe(true);
  const { terms } = await getAnswer(`${empty.url}/api/leads/search-terms`, TermsSchema);
  expect(terms).toEqual([]);
});

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

describe("what can't be asked", () => {
  test("takes no parameters and no other method", async () => {
    for (const path of ["stats", "search-terms"]) {
      const address = `${url}/api/leads/${path}`;
      expect((await readFault(await fetch(`${address}?days=30`))).path).toBe("days");
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const response = await fetch(address, { method });
        expect(response.headers.get("allow"), method).toBe("GET, HEAD");
        await readProblem(response, 405);
      }
      const head = await fetch(address, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      await readAnswer(await fetch(address), 200, z.looseObject({}));
    }
  });
});
