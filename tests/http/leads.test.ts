import { domainToASCII } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LeadSchema } from "../../app/leads/lead-schema";
import {
  getAnswer,
  type LeadPage,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
  readFault,
  readProblem,
} from "../support/api-answers";
import { postJson, sendJson } from "../support/api-client";
import { type LeadSeed, SEED_START, variedLeads } from "../support/lead-factory";
import { readHtml } from "../support/page-text";
import { openTestApp } from "../support/test-app";

/** Every text here stands in one lead only. */
const SPECIAL: Omit<LeadSeed, "createdAt">[] = [
  {
    domain: "swm-test.example",
    companyName: "Stadtwerke München GmbH",
    email: "kundendienst@swm-test.example",
    contactName: "Jürgen Groß",
    notes: 'Preis 100% "fest", _intern_ besprochen',
    sourceTerm: "Fernwärme",
    tags: ["messe", "rückruf"],
    approved: 1,
    approvedAt: SEED_START,
  },
  { domain: domainToASCII("öl-söhne.example"), companyName: "Café Öl & Söhne" },
  { domain: "robotik.example", companyName: "R2D2 😀 Robotik" },
];
const VARIED = variedLeads(90);
const COUNT = VARIED.length + SPECIAL.length;

const { server } = await openTestApp({
  leads: [
    ...SPECIAL.map((lead, index) => ({ ...lead, createdAt: SEED_START - 10_000 + index })),
    ...VARIED,
  ],
});
const base = `${server.url}/api/leads`;

function list(query: string): Promise<LeadPage> {
  return getAnswer(`${base}?${query}`, LeadPageSchema);
}

async function domains(query: string): Promise<string[]> {
  return (await list(query)).leads.map(({ domain }) => domain);
}

describe("a page", () => {
  test("says where it stands; behind the end is the last one", async () => {
    expect(await list("")).toMatchObject({ total: COUNT, page: 1, pageSize: 50, pageCount: 2 });
    const last = await list("pageSize=20&page=5");
    expect(last).toMatchObject({ page: 5, pageSize: 20, pageCount: 5, nextCursor: null });
    expect(last.leads).toHaveLength(COUNT - 80);
    expect(await list("pageSize=20&page=1000000000")).toEqual(last);
    expect(await list("q=gibtesnicht&page=3")).toMatchObject({ leads: [], page: 1, pageCount: 1 });
  });

  test("links to the next and the previous one with the same filters", async () => {
    const links = async (query: string) => {
      const response = await fetch(`${base}?${query}`);
      await readAnswer(response, 200, LeadPageSchema);
      const header = response.headers.get("link") ?? "";
      const found = [...header.matchAll(/<([^>]+)>; rel="(next|prev)"/g)];
      return new Map(
        found.map(([, address = "", rel = ""]) => [rel, new URL(address, server.url)]),
      );
    };
    const next = (await links("pageSize=20&q=firma&sort=city")).get("next")?.searchParams;
    const asked = { pageSize: "20", q: "firma", sort: "city", page: "2" };
    expect(Object.fromEntries(next ?? [])).toEqual(asked);
    expect([...(await links(`${next}`)).keys()].sort()).toEqual(["next", "prev"]);
    expect([...(await links("pageSize=20&page=5")).keys()]).toEqual(["prev"]);
    const { nextCursor } = await list("pageSize=20");
    const onwards = await links(`pageSize=20&cursor=${nextCursor}`);
    const here = await domains(`pageSize=20&cursor=${nextCursor}`);
    const following = await getAnswer(String(onwards.get("next")), LeadPageSchema);
    expect(following.leads.some(({ domain }) => here.includes(domain))).toBe(false);
    expect(following.leads).toHaveLength(20);
  });
});

test("the form of the list sends every filter of its address again", async () => {
  const address = new URLSearchParams({
    ...{ contacted: "false", favorite: "false", approvedOnly: "true", federalState: "Sachsen" },
    ...{ sourceType: "maps", minScore: "1", createdFrom: "2026-01-01", createdTo: "2098-12-31" },
    ...{ hasEmail: "true", hasPhone: "true", companyType: "Nirgends", tag: "auch nicht" },
    ...{ term: "Noch nie", q: "x", owner: "niemand", postalCode: "01", sort: "city" },
  });
  const html = await readHtml(`${server.url}/leadspeicher?${address}`);
  const form = /<search.*?<\/search>/s.exec(html)?.[0] ?? "";
  for (const [name, value] of address) {
    const fields = [...form.matchAll(new RegExp(`<(?:input|select)[^>]* name="${name}".*?>`, "g"))];
    expect(fields.length, name).toBeGreaterThan(0);
    if (name !== "minScore") expect(form, name).toContain(`value="${value}"`);
  }
});

test("the numbers and the search terms of the store are told", async () => {
  const stats = await getAnswer(`${base}/stats`, z.looseObject({ total: z.int() }));
  const { total: withEmail } = await list("hasEmail=true");
  expect(stats).toMatchObject({ total: COUNT, withEmail, newToday: 0 });
  const Terms = z.object({ terms: z.array(z.object({ term: z.string(), count: z.int() })) });
  const { terms } = await getAnswer(`${base}/search-terms`, Terms);
  expect(terms).toContainEqual({ term: "Fernwärme", count: 1 });
});

const addressOf = async (domain: string) => `${base}/${(await list(`q=${domain}`)).leads[0]?.id}`;

async function read(url: string) {
  const response = await fetch(url);
  const etag = response.headers.get("etag") ?? "";
  return { etag, lead: await readAnswer(response, 200, LeadWithEventsSchema) };
}

function patch(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const type = { "content-type": "application/merge-patch+json" };
  return sendJson("PATCH", url, body, { ...type, ...headers });
}

describe("a single lead", () => {
  test("has every field of the list, its events and an entity tag, also for HEAD", async () => {
    const url = await addressOf("swm-test");
    const { etag, lead: whole } = await read(url);
    const { events, sources, evidence, ...lead } = whole;
    expect([lead, sources]).toEqual([(await list("q=swm-test")).leads[0], []]);
    expect(evidence).toContainEqual({
      ...{ field: "companyName", value: "Stadtwerke München GmbH", source: "maps", jobId: null },
      ...{ provider: null, url: null, quote: null, foundAt: lead.createdAt },
    });
    expect(lead).toMatchObject({ tags: ["messe", "rückruf"], approved: true, topics: [] });
    expect(events).toMatchObject([{ kind: "created", actor: "test", changes: {}, jobId: null }]);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  });

  test("that is changed is answered with its new entity tag and an event", async () => {
    const url = await addressOf("robotik");
    for (const [input, normalized] of [
      [{ status: "qualifiziert", tags: [" Neu", "FAVORIT"] }, { tags: ["favorit", "Neu"] }],
      [{ notes: "Zeile 1\r\nZeile 2 😀 <b>", salesScore: 5 }, { notes: "Zeile 1\nZeile 2 😀 <b>" }],
      [
        { status: null, tags: null, notes: null },
        { status: "neu", tags: [] },
      ],
    ] as const) {
      const before = await read(url);
      const response = await patch(url, input);
      const etag = response.headers.get("etag");
      const lead = await readAnswer(response, 200, LeadSchema.strict());
      const { events: oldEvents, sources, evidence, ...old } = before.lead;
      expect(lead).toEqual({ ...old, ...input, ...normalized, updatedAt: lead.updatedAt });
      const after = await read(url);
      expect([after.etag === etag, etag === before.etag]).toEqual([true, false]);
      expect(after.lead.events.slice(1)).toEqual(oldEvents);
      expect(after.lead.events[0]).toMatchObject({ kind: "updated", jobId: null });
    }
  });

  test("is changed and deleted by If-Match, by one of many at once", async () => {
    const url = await addressOf("öl-söhne");
    const { lead, etag } = await read(url);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => patch(url, { notes: `Nummer ${n}` }, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
    expect((await read(url)).lead.events).toHaveLength(lead.events.length + 1);
    const { etag: now } = await read(url);
    const refused = await fetch(url, { method: "DELETE", headers: { "if-match": etag } });
    expect(refused.headers.get("etag")).toBe(now);
    expect((await readProblem(refused, 412)).detail).toContain("inzwischen geändert");
    const deleted = await fetch(url, { method: "DELETE", headers: { "if-match": `"x", ${now}` } });
    expect(deleted.status).toBe(204);
  });

  test.each([
    [{ domain: "www.Eins-Müller.example" }, { domain: "eins-müller.example", website: null }],
    [
      { email: "Ina@drei.example", contacts: [{ name: "Ina" }], tags: ["vip"] },
      { domain: "drei.example", emails: ["Ina@drei.example"], contactName: "Ina", tags: ["vip"] },
    ],
  ])("by hand is made once, also where it was deleted: %j", async (body, shown) => {
    const response = await postJson(base, body);
    const address = `${server.url}${response.headers.get("location")}`;
    const lead = await readAnswer(response, 201, LeadSchema.strict());
    expect(lead).toMatchObject({ ...shown, sourceType: "manual" });
    const problem = await readProblem(await postJson(base, body), 409);
    expect(problem.leadId).toBe(lead.id);
    await fetch(address, { method: "DELETE" });
    const gone = await readProblem(await postJson(base, body), 409);
    expect([gone.leadId, gone.detail]).toEqual([lead.id, expect.stringContaining("Papierkorb")]);
    const platform = await postJson(base, { website: "https://facebook.com/firma" });
    expect((await readFault(platform)).path).toBe("website");
  });
});
