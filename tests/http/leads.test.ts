import { join } from "node:path";
import { domainToASCII } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  getAnswer,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
  readFault,
  readProblem,
} from "../support/api-answers";
import {
  type AppServer,
  removeFolder,
  startAppServer,
  temporaryFolder,
} from "../support/app-server";
import { type LeadSeed, SEED_START, seedLeads } from "../support/lead-factory";
import { checkApiAnswers } from "../support/openapi";

checkApiAnswers();

const LEADS: Omit<LeadSeed, "createdAt">[] = [
  {
    domain: "swm-test.example",
    email: "kundendienst@swm-test.example",
    sourceTerm: "Stadtwerke",
    tags: ["messe", "rückruf"],
    approved: 1,
    approvedAt: SEED_START,
  },
  { domain: domainToASCII("öl-söhne.example"), sourceTerm: "Ölhandel" },
  { domain: "obrien.example", sourceTerm: "Ölhandel" },
  { domain: "prozent.example" },
];

let folder: string;
let server: AppServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  const databasePath = join(folder, "leads.sqlite");
  const seeds = LEADS.map((lead, index) => ({ ...lead, createdAt: SEED_START + index * 1_000 }));
  await seedLeads(databasePath, seeds);
  server = await startAppServer(databasePath);
});

afterAll(async () => {
  await server.stop();
  await removeFolder(folder);
});

describe("a parameter that can't be used", () => {
  const faulty: [query: string, path: string][] = [
    ["pageSize=201", "pageSize"],
    ["pageSize=0", "pageSize"],
    ["pageSize=-1", "pageSize"],
    ["pageSize=1.5", "pageSize"],
    ["pageSize=", "pageSize"],
    ["pageSize=viele", "pageSize"],
    ["page=0", "page"],
    ["page=NaN", "page"],
    ["page=1000000001", "page"],
    ["sort=name", "sort"],
    ["sort=toString", "sort"],
    ["dir=up", "dir"],
    ["hasEmail=1", "hasEmail"],
    ["hasEmail=TRUE", "hasEmail"],
    ["contacted=", "contacted"],
    ["approvedOnly=yes", "approvedOnly"],
    ["sourceType=Maps", "sourceType"],
    ["minScore=0", "minScore"],
    ["minScore=6", "minScore"],
    ["minScore=2.5", "minScore"],
    ["federalState=Tirol", "federalState.0"],
    ["federalState=BY&federalState=", "federalState.1"],
    ["term=", "term.0"],
    ["tag=%20", "tag.0"],
    ["createdFrom=gestern", "createdFrom"],
    ["createdFrom=2026-02-30", "createdFrom"],
    ["createdTo=01.03.2026", "createdTo"],
    ["createdTo=2026-03-01T10:00:00", "createdTo"],
    ["page=1&page=2", "page"],
    ["q=a&q=b", "q"],
    ["hasPhone=true&hasPhone=true", "hasPhone"],
    ["sort=city&sort=city", "sort"],
  ];
  test.each(faulty)("is refused and named: %s", async (query, path) => {
    const fault = await readFault(await fetch(`${server.url}/api/leads?${query}`));
    expect(fault.path).toBe(path);
    expect(fault.message).toMatch(/\.$/);
  });

  const unknown: [name: string, nearest: string][] = [
    ["pagSize", "pageSize"],
    ["Q", "q"],
    ["terms", "term"],
    ["favourite", "favorite"],
    ["hasMail", "hasEmail"],
    ["createdfrom", "createdFrom"],
    ["approved", "approvedOnly"],
  ];
  test.each(unknown)(
    "is refused where it is unknown, naming the nearest: %s → %s",
    async (name, nearest) => {
      const fault = await readFault(await fetch(`${server.url}/api/leads?${name}=x`));
      expect(fault.path).toBe(name);
      expect(fault.message).toContain(`„${name}“`);
      expect(fault.message).toContain(`„${nearest}“`);
    },
  );

  test("is refused where its name is one that every object has", async () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "x[y]", "q[]"]) {
      const response = await fetch(`${server.url}/api/leads?${encodeURIComponent(name)}=1`);
      expect((await readFault(response)).path).toBe(name);
    }
  });

  test("is named together with all the others at fault", async () => {
    const response = await fetch(`${server.url}/api/leads?pageSize=900&sort=x&foo=1&minScore=a`);
    const { errors = [] } = await readProblem(response, 422);
    expect(errors.map(({ path }) => path).sort()).toEqual(["foo", "minScore", "pageSize", "sort"]);
  });
});

describe("a single lead", () => {
  async function firstId(): Promise<string> {
    const { leads } = await getAnswer(`${server.url}/api/leads?q=swm-test`, LeadPageSchema);
    return leads[0]?.id ?? "";
  }

  test("has every field of the list, its events and an entity tag", async () => {
    const { leads } = await getAnswer(`${server.url}/api/leads?q=swm-test`, LeadPageSchema);
    const response = await fetch(`${server.url}/api/leads/${leads[0]?.id}`);
    const { events, ...lead } = await readAnswer(response, 200, LeadWithEventsSchema);
    expect(lead).toEqual(leads[0]);
    expect(lead).toMatchObject({
      tags: ["messe", "rückruf"],
      approved: true,
      approvedAt: new Date(SEED_START).toISOString(),
      emails: ["kundendienst@swm-test.example"],
      topics: [],
      source: {},
    });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ kind: "created", actor: "test", changes: {}, jobId: null });
    expect(response.headers.get("etag")).toMatch(/^"[\x21\x23-\x7e]+"$/);
  });

  test("answers HEAD like GET, without a body", async () => {
    const address = `${server.url}/api/leads/${await firstId()}`;
    const [head, get] = [await fetch(address, { method: "HEAD" }), await fetch(address)];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    for (const name of ["etag", "content-type"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    await get.text();
  });

  test("that is not there is answered with 404, however its id looks", async () => {
    const id = await firstId();
    for (const odd of [
      "0",
      "1",
      `${id}x`,
      id.toUpperCase(),
      "a'b",
      "%25",
      "%F0%9F%98%80",
      "null",
    ]) {
      await readProblem(await fetch(`${server.url}/api/leads/${odd}`), 404);
    }
  });

  test("takes no parameters", async () => {
    const address = `${server.url}/api/leads/${await firstId()}?fields=domain`;
    expect((await readFault(await fetch(address))).path).toBe("fields");
  });
});

test("search terms come with their numbers, most used first", async () => {
  const schema = z.strictObject({
    terms: z.array(z.strictObject({ term: z.string(), count: z.int() })),
  });
  expect(await getAnswer(`${server.url}/api/leads/search-terms`, schema)).toEqual({
    terms: [
      { term: "Ölhandel", count: 2 },
      { term: "Stadtwerke", count: 1 },
    ],
  });
});

test("domains with umlauts are sorted as they are read", async () => {
  const { leads } = await getAnswer(`${server.url}/api/leads?sort=domain`, LeadPageSchema);
  expect(leads.map(({ domain }) => domain)).toEqual([
    "obrien.example",
    "öl-söhne.example",
    "prozent.example",
    "swm-test.example",
  ]);
});
