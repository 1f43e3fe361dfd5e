import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEAD_SORTS } from "../../app/leads/list/lead-filters";
import {
  getAnswer,
  type LeadPage,
  LeadPageSchema,
  readAnswer,
  readFault,
} from "../support/api-answers";
import {
  type AppServer,
  removeFolder,
  startAppServer,
  temporaryFolder,
} from "../support/app-server";
import { type LeadSeed, seedLeads, variedLeads } from "../support/lead-factory";
import { sortValue } from "../support/lead-model";
import { checkApiAnswers } from "../support/openapi";

checkApiAnswers();

const COUNT = 90;
const DIRECTIONS = ["asc", "desc"] as const;

const seeds = variedLeads(COUNT);
const byDomain = new Map(seeds.map((seed, index) => [seed.domain, { seed, index }]));
let folder: string;
let server: AppServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  const databasePath = join(folder, "leads.sqlite");
  await seedLeads(databasePath, seeds);
  server = await startAppServer(databasePath);
});

afterAll(async () => {
  await server.stop();
  await removeFolder(folder);
});

function list(query: string): Promise<LeadPage> {
  return getAnswer(`${server.url}/api/leads?${query}`, LeadPageSchema);
}

async function domains(query: string): Promise<string[]> {
  return (await list(query)).leads.map(({ domain }) => domain);
}

function seedOf(domain: string): { seed: LeadSeed; index: number } {
  const found = byDomain.get(domain);
  if (found === undefined) throw new Error(`nobody seeded ${domain}`);
  return found;
}

/** Walks through a list by its cursors from the first page on. */
async function walk(query: string): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = "";
  for (let steps = 0; cursor !== null; steps += 1) {
    if (steps > COUNT) throw new Error("the walk does not end");
    const page: LeadPage = await list(cursor === "" ? query : `${query}&cursor=${cursor}`);
    expect(page.total).toBe(COUNT);
    seen.push(...page.leads.map(({ domain }) => domain));
    cursor = page.nextCursor;
  }
  return seen;
}

for (const sort of LEAD_SORTS) {
  describe(`sorted by ${sort}`, () => {
    test("a list rises, equal ones stand in the order of their finding, empty ones together", async () => {
      const found = (await domains(`sort=${sort}&dir=asc&pageSize=200`)).map(seedOf);
      expect(found).toHaveLength(COUNT);
      const keyed = found.map(({ seed, index }) => ({ key: sortValue(seed, sort), index }));
      const filled = keyed.filter(({ key }) => key !== null);
      const expected = [...filled].sort((a, b) =>
        a.key === b.key ? a.index - b.index : (a.key ?? 0) < (b.key ?? 0) ? -1 : 1,
      );
      expect(filled).toEqual(expected);
      const empty = keyed.flatMap(({ key }, place) => (key === null ? [place] : []));
      const [first = 0, last = first] = [empty[0], empty.at(-1)];
      expect(empty.length === 0 || last - first + 1 === empty.length).toBe(true);
      expect(first === 0 || last === COUNT - 1).toBe(true);
      if (sort !== "createdAt" && sort !== "domain") {
        expect(new Set(keyed.map(({ key }) => key)).size).toBeLessThan(COUNT);
      }
    });

    test("a falling list is the rising one turned round", async () => {
      const rising = await domains(`sort=${sort}&dir=asc&pageSize=200`);
      expect(await domains(`sort=${sort}&dir=desc&pageSize=200`)).toEqual(rising.reverse());
    });

    test("pages and cursors show each lead exactly once, in the order of the whole", async () => {
      for (const dir of DIRECTIONS) {
        const whole = await domains(`sort=${sort}&dir=${dir}&pageSize=200`);
        expect(await walk(`sort=${sort}&dir=${dir}&pageSize=11`)).toEqual(whole);
        const paged: string[] = [];
        for (let page = 1; page <= Math.ceil(COUNT / 17); page += 1) {
          paged.push(...(await domains(`sort=${sort}&dir=${dir}&pageSize=17&page=${page}`)));
        }
        expect(paged).toEqual(whole);
      }
    });

    test("a cursor from the middle goes on from there, also from a numbered page", async () => {
      const whole = await domains(`sort=${sort}&pageSize=200`);
      const third = await list(`sort=${sort}&pageSize=10&page=3`);
      const next = await domains(`sort=${sort}&pageSize=10&cursor=${third.nextCursor}`);
      expect(next).toEqual(whole.slice(30, 40));
    });
  });
}

test("without an order the newest come first, names from A, all else from the best", async () => {
  expect(await domains("")).toEqual(await domains("sort=createdAt&dir=desc"));
  for (const sort of LEAD_SORTS) {
    const whole = await domains(`sort=${sort}`);
    const same = await domains(`sort=${sort}&dir=asc`);
    const isFromA = ["companyName", "domain", "city", "sourceTerm"].includes(sort);
    expect(whole.join() === same.join(), sort).toBe(isFromA);
  }
});

test("umlauts stand with their letters, capitals with small ones", async () => {
  const { leads } = await list("sort=companyName&dir=asc&pageSize=200");
  const names = [...new Set(leads.flatMap(({ companyName }) => companyName ?? []))];
  // Of two spellings that sort alike the one found first is first.
  expect(names.filter((name) => name !== "Strassenbau Gross")).toEqual([
    "Ahorn Möbel",
    "Ähre Backwaren",
    "Élan Studio",
    "müller & söhne",
    "Muller Maschinen",
    "MÜNCHNER Haustechnik",
    "Oekonom Beratung",
    "Öko Strom Süd",
    "Straßenbau Groß",
    "Zeppelin Werft",
  ]);
});

describe("a page", () => {
  test("says where it stands", async () => {
    expect(await list("")).toMatchObject({ total: COUNT, page: 1, pageSize: 50, pageCount: 2 });
    const last = await list("pageSize=20&page=5");
    expect(last).toMatchObject({ page: 5, pageSize: 20, pageCount: 5, nextCursor: null });
    expect(last.leads).toHaveLength(10);
    expect((await list("pageSize=1")).leads).toHaveLength(1);
    expect((await list("pageSize=200")).nextCursor).toBeNull();
  });

  test("behind the end is the last one", async () => {
    const last = await list("pageSize=20&page=5");
    expect(await list("pageSize=20&page=6")).toEqual(last);
    expect(await list("pageSize=20&page=1000000000")).toEqual(last);
  });

  test("of an empty list is the first, without leads", async () => {
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
