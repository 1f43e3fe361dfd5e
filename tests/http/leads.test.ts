import { domainToASCII } from "node:url";
import { describe, expect, test } from "vitest";
import { LEAD_SORTS } from "../../app/leads/list/lead-filters";
import {
  getAnswer,
  type LeadPage,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
  readFault,
  readProblem,
} from "../support/api-answers";
import { type LeadSeed, SEED_START, variedLeads } from "../support/lead-factory";
import { rawRequest } from "../support/server-run";
import { openTestApp } from "../support/test-app";

/** Every text here stands in one lead only, unless a test says otherwise. */
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

function list(query: string): Promise<LeadPage> {
  return getAnswer(`${server.url}/api/leads?${query}`, LeadPageSchema);
}

async function domains(query: string): Promise<string[]> {
  return (await list(query)).leads.map(({ domain }) => domain);
}

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
    [`term=${"x".repeat(201)}`, "term.0"],
    [`q=${"x".repeat(201)}`, "q"],
    [`cursor=${"x".repeat(2_001)}`, "cursor"],
    ["tag=t&".repeat(101).slice(0, -1), "tag"],
    ["federalState=BY&".repeat(17).slice(0, -1), "federalState"],
  ];
  test.each(faulty)("is refused and named: %s", async (query, path) => {
    const fault = await readFault(await fetch(`${server.url}/api/leads?${query}`));
    expect(fault.path).toBe(path);
    expect(fault.message).toMatch(/\.$/);
  });
});

describe("a single lead", () => {
  const first = async () => (await list("q=swm-test")).leads[0];
  const addressOfFirst = async () => `${server.url}/api/leads/${(await first())?.id}`;

  test("has every field of the list, its events and an entity tag", async () => {
    const response = await fetch(await addressOfFirst());
    const whole = await readAnswer(response, 200, LeadWithEventsSchema);
    const { events, sources, evidence, ...lead } = whole;
    expect([lead, sources]).toEqual([await first(), []]);
    expect(evidence).toContainEqual({
      ...{ field: "companyName", value: "Stadtwerke München GmbH", source: "maps", jobId: null },
      ...{ provider: null, url: null, quote: null, foundAt: lead.createdAt },
    });
    expect(lead).toMatchObject({
      tags: ["messe", "rückruf"],
      approved: true,
      approvedAt: new Date(SEED_START).toISOString(),
      emails: ["kundendienst@swm-test.example"],
      topics: [],
    });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ kind: "created", actor: "test", changes: {}, jobId: null });
    expect(response.headers.get("etag")).toMatch(/^"[\x21\x23-\x7e]+"$/);
  });

  test("answers HEAD like GET, without a body", async () => {
    const address = await addressOfFirst();
    const [head, get] = [await fetch(address, { method: "HEAD" }), await fetch(address)];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    for (const name of ["etag", "content-type"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    await get.text();
  });

  test("that is not there is answered with 404, however its id looks", async () => {
    const { id = "" } = (await first()) ?? {};
    const odds = ["0", `${id}x`, id.toUpperCase(), "a'b", "%25", "%F0%9F%98%80", "null"];
    for (const odd of odds) {
      await readProblem(await fetch(`${server.url}/api/leads/${odd}`), 404);
    }
  });

  test("takes no parameters", async () => {
    const asked = await fetch(`${await addressOfFirst()}?fields=domain`);
    expect((await readFault(asked)).path).toBe("fields");
  });
});

test("without an order the newest come first, names from A, all else from the best", async () => {
  expect(await domains("")).toEqual(await domains("sort=createdAt&dir=desc"));
  for (const sort of LEAD_SORTS) {
    const whole = await domains(`sort=${sort}`);
    const same = await domains(`sort=${sort}&dir=asc`);
    const isFromA = ["companyName", "domain", "city", "sourceTerm"].includes(sort);
    expect(whole.join() === same.join(), sort).toBe(isFromA);
  }
});

describe("a page", () => {
  test("says where it stands", async () => {
    expect(await list("")).toMatchObject({ total: COUNT, page: 1, pageSize: 50, pageCount: 2 });
    const last = await list("pageSize=20&page=5");
    expect(last).toMatchObject({ page: 5, pageSize: 20, pageCount: 5, nextCursor: null });
    expect(last.leads).toHaveLength(COUNT - 80);
    expect((await list("pageSize=1")).leads).toHaveLength(1);
    expect((await list("pageSize=200")).nextCursor).toBeNull();
  });

  test("behind the end is the last one, of an empty list the first", async () => {
    const last = await list("pageSize=20&page=5");
    expect(await list("pageSize=20&page=1000000000")).toEqual(last);
    expect(await list("q=gibtesnicht&page=3")).toEqual({
      leads: [],
      total: 0,
      totalIsExact: true,
      page: 1,
      pageSize: 50,
      pageCount: 1,
      nextCursor: null,
    });
  });

  test("links to the next and the previous one with the same filters", async () => {
    const links = async (query: string) => {
      const response = await fetch(`${server.url}/api/leads?${query}`);
      await readAnswer(response, 200, LeadPageSchema);
      const header = response.headers.get("link") ?? "";
      const found = [...header.matchAll(/<([^>]+)>; rel="(next|prev)"/g)];
      return new Map(
        found.map(([, address = "", rel = ""]) => [rel, new URL(address, server.url)]),
      );
    };
    const first = await links("pageSize=20&q=firma&sort=city");
    expect([...first.keys()]).toEqual(["next"]);
    const next = first.get("next")?.searchParams;
    expect(Object.fromEntries(next ?? [])).toEqual({
      pageSize: "20",
      q: "firma",
      sort: "city",
      page: "2",
    });
    const middle = await links(`${next}`);
    expect([...middle.keys()].sort()).toEqual(["next", "prev"]);
    expect(middle.get("prev")?.searchParams.get("page")).toBe("1");
    expect([...(await links("pageSize=20&page=5")).keys()]).toEqual(["prev"]);
    expect([...(await links("pageSize=200")).keys()]).toEqual([]);
    const { nextCursor } = await list("pageSize=20");
    const onwards = await links(`pageSize=20&cursor=${nextCursor}`);
    const target = onwards.get("next") ?? server.url;
    const here = await domains(`pageSize=20&cursor=${nextCursor}`);
    const following = await getAnswer(String(target), LeadPageSchema);
    expect(following.leads.some(({ domain }) => here.includes(domain))).toBe(false);
    expect(following.leads).toHaveLength(20);
  });
});

describe("a cursor that is none of this list", () => {
  test.each(["", "x", "WyJ4IiwxLDFd", "bnVsbA", "%00", "..", "[]", "e30".repeat(600)])(
    "is refused: %j",
    async (cursor) => {
      const response = await fetch(`${server.url}/api/leads?cursor=${encodeURIComponent(cursor)}`);
      expect((await readFault(response)).path).toBe("cursor");
    },
  );

  test("is refused where it belongs to another order", async () => {
    const { nextCursor } = await list("sort=city&dir=asc&pageSize=10");
    for (const query of ["sort=city&dir=desc", "sort=companyName&dir=asc", ""]) {
      const address = `${server.url}/api/leads?${query}&pageSize=10&cursor=${nextCursor}`;
      expect((await readFault(await fetch(address))).path).toBe("cursor");
    }
  });

  test("holds nothing but the order and the place in it", async () => {
    const { nextCursor } = await list("pageSize=10");
    const text = Buffer.from(nextCursor ?? "", "base64url").toString();
    expect(text.length).toBeLessThan(60);
  });
});

describe("a text", () => {
  const find = (q: string) => domains(`q=${encodeURIComponent(q)}`);

  test.each([
    ...["fernwärme OR café", "fernwärme AND gmbh", "NEAR(fernwärme gmbh)", "document:fernwärme"],
    ...['""', "'; DROP TABLE leads; --", "%", "*", "x".repeat(200), '"gmbh swm"'],
  ])(
    "finds nothing that is not there, whatever it would mean to a search engine: %s",
    async (text) => {
      expect(await find(text)).toEqual([]);
    },
  );

  test.each([
    "gmbh swm",
    "fernw*",
    "^fernwärme",
    "(fernwärme",
    "fernwärme\\",
    "-fernwärme",
    "Kundendienst, Jürgen",
  ])("is words in any order, whatever signs stand around them: %s", async (text) => {
    expect(await find(text)).toEqual(["swm-test.example"]);
  });

  test("may hold no NUL", async () => {
    expect((await rawRequest(server.url, "/api/leads?q=a%00b")).status).toBe(400);
  });
});
