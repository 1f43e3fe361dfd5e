import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import {
  type AppServer,
  removeFolder,
  startAppServer,
  temporaryFolder,
} from "../support/app-server";
import { seedLeads, variedLeads } from "../support/lead-factory";
import { checkApiAnswers } from "../support/openapi";

checkApiAnswers();

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

let folder: string;
let server: AppServer;
let url: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  const databasePath = join(folder, "leads.sqlite");
  const now = Date.now();
  const random = createRandom("stats");
  // Over some more days than the line shows, at any minute of them.
  const ages = Array.from({ length: 80 }, () => random.integer(0, 9 * 24 * 60) * 60_000);
  ages.sort((a, b) => b - a);
  const seeds = variedLeads(80).map((lead, index) => {
    const createdAt = now - (ages[index] ?? 0);
    return { ...lead, createdAt, updatedAt: createdAt };
  });
  await seedLeads(databasePath, seeds);
  server = await startAppServer(databasePath);
  url = server.url;
});

afterAll(async () => {
  await server.stop();
  await removeFolder(folder);
});

function stats(address = url) {
  return getAnswer(`${address}/api/leads/stats`, StatsSchema);
}

async function total(query: string): Promise<number> {
  return (await getAnswer(`${url}/api/leads?${query}`, LeadPageSchema)).total;
}

async function allLeads() {
  return (await getAnswer(`${url}/api/leads?pageSize=200`, LeadPageSchema)).leads;
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

/** Compares the numbers with what lists say, and with the leads themselves. */
async function expectConsistent(): Promise<void> {
  const { sparkline, newToday, ...totals } = await stats();
  const leads = await allLeads();
  const number = (isMet: (lead: (typeof leads)[number]) => boolean) => leads.filter(isMet).length;
  expect(totals).toEqual({
    total: leads.length,
    contacted: number(({ tags }) => tags.includes("kontaktiert")),
    favorites: number(({ tags }) => tags.includes("favorit")),
    approved: number(({ approved }) => approved),
    withEmail: number(({ email }) => email !== null),
    withPhone: number(({ phone }) => phone !== null),
  });
  expect(totals).toEqual({
    total: await total(""),
    contacted: await total("contacted=true"),
    favorites: await total("favorite=true"),
    approved: await total("approvedOnly=true"),
    withEmail: await total("hasEmail=true"),
    withPhone: await total("hasPhone=true"),
  });
  for (const { date, count: found } of sparkline) {
    expect(found, date).toBe(await total(`createdFrom=${date}&createdTo=${date}`));
    expect(found, date).toBe(
      number(({ createdAt }) => berlinDay.format(new Date(createdAt)) === date),
    );
  }
  expect(newToday).toBe(sparkline.at(-1)?.count);
  const { terms } = await getAnswer(`${url}/api/leads/search-terms`, TermsSchema);
  const byTerm = new Map<string, number>();
  for (const { sourceTerm } of leads) {
    if (sourceTerm !== null) byTerm.set(sourceTerm, (byTerm.get(sourceTerm) ?? 0) + 1);
  }
  expect(new Map(terms.map((entry) => [entry.term, entry.count]))).toEqual(byTerm);
  const counts = terms.map((entry) => entry.count);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
}

test("an empty store is all noughts, on seven days", async () => {
  const empty = await startAppServer(join(folder, "leer.sqlite"));
  try {
    const days = lastDays();
    const { sparkline, ...numbers } = await stats(empty.url);
    expect(numbers).toEqual({ ...EMPTY, newToday: 0 });
    // Midnight may pass between the two.
    expect([days, lastDays()]).toContainEqual(sparkline.map(({ date }) => date));
    expect(sparkline.every((day) => day.count === 0)).toBe(true);
    expect(await getAnswer(`${empty.url}/api/leads/search-terms`, TermsSchema)).toEqual({
      terms: [],
    });
  } finally {
    await empty.stop();
  }
});

test("the line has seven days, the oldest first, the last one today", async () => {
  const days = lastDays();
  const { sparkline } = await stats();
  expect([days, lastDays()]).toContainEqual(sparkline.map(({ date }) => date));
  // Not all leads are so new.
  const sum = sparkline.reduce((all, day) => all + day.count, 0);
  expect(sum).toBeGreaterThan(20);
  expect(sum).toBeLessThan(80);
});

test("numbers agree with the lists", expectConsistent);

test("numbers agree with the lists after many changes", async () => {
  const random = createRandom("changes");
  let deleted: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const leads = await allLeads();
    const some = leads.filter(() => random.chance(0.2)).map(({ id }) => id);
    const [one] = some;
    await bulk({ action: random.pick(["approve", "unapprove"]), ids: some });
    const tag = random.pick(["kontaktiert", "favorit", "Messe"]);
    await bulk({ action: random.pick(["addTag", "removeTag"]), tag, ids: some });
    if (one !== undefined) {
      const tags = random.pick([[], ["favorit"], ["kontaktiert", "x"]]);
      const body = JSON.stringify({
        tags,
        approved: random.chance(0.5),
        companyType: random.pick([null, "Handwerk"]),
      });
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${url}/api/leads/${one}`, { method: "PATCH", headers, body });
      expect(response.status).toBe(200);
    }
    const gone = leads.filter(() => random.chance(0.15)).map(({ id }) => id);
    await bulk({ action: "delete", ids: gone });
    deleted.push(...gone);
    if (random.chance(0.5)) {
      const back = deleted.filter(() => random.chance(0.5));
      await bulk({ action: "restore", ids: back });
      deleted = deleted.filter((id) => !back.includes(id));
    }
    if (round % 3 === 2) await expectConsistent();
  }
  expect(deleted.length).toBeGreaterThan(0);
  await bulk({ action: "restore", ids: deleted });
  expect((await stats()).total).toBe(80);
  await expectConsistent();
});

test("a term without leads is no term, until its leads come back", async () => {
  const terms = async () =>
    (await getAnswer(`${url}/api/leads/search-terms`, TermsSchema)).terms.map(({ term }) => term);
  const before = await terms();
  expect(before).toContain("Elektriker");
  const leads = (await allLeads()).filter(({ sourceTerm }) => sourceTerm === "Elektriker");
  const ids = leads.map(({ id }) => id);
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
