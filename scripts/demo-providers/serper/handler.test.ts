import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { DemoReply } from "../provider";
import { findByDomain } from "../world/find-companies";
import { createSerper } from "./handler";

const shared = createSerper({ credits: 1_000_000 });

const answerSchema = z.strictObject({
  searchParameters: z.looseObject({ q: z.string(), page: z.number(), num: z.number() }),
  organic: z.array(
    z.strictObject({
      title: z.string().min(1),
      link: z.url({ protocol: /^https?$/ }),
      snippet: z.string(),
      position: z.int(),
      date: z.string().optional(),
      sitelinks: z.array(z.strictObject({ title: z.string(), link: z.url() })).optional(),
      attributes: z.record(z.string(), z.string()).optional(),
      rating: z.number().optional(),
      ratingCount: z.number().optional(),
    }),
  ),
  peopleAlsoAsk: z.array(z.unknown()).optional(),
  relatedSearches: z.array(z.unknown()).optional(),
  credits: z.int(),
});

function call(
  body: unknown,
  { provider = shared, key = "any-key", path = "/search", method = "POST" } = {},
): DemoReply {
  return provider.answer({
    method,
    path,
    query: new URLSearchParams(),
    headers: { "x-api-key": key },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function found(body: Record<string, unknown>, options?: Parameters<typeof call>[1]) {
  const reply = call({ gl: "de", hl: "de", ...body }, options);
  expect(reply.status, reply.body).toBe(200);
  return answerSchema.parse(JSON.parse(reply.body));
}

function refused(body: unknown, options?: Parameters<typeof call>[1]) {
  const reply = call(body, options);
  const error = z
    .strictObject({ message: z.string(), statusCode: z.int() })
    .parse(JSON.parse(reply.body));
  expect(error.statusCode).toBe(reply.status);
  return error;
}

/** Every hit of a query, page by page up to the first empty one. */
function pagesOf(q: string) {
  const pages: ReturnType<typeof found>["organic"][] = [];
  for (let page = 1; page <= 40; page += 1) {
    const { organic } = found({ q, page });
    if (organic.length === 0) return pages;
    pages.push(organic);
  }
  throw new Error("the list does not end");
}

const hostOf = (link: string) => new URL(link).hostname.replace(/^www\./, "");
const ownersOf = (links: readonly string[]) =>
  links.map((link) => hostOf(link).split(".").slice(-2).join(".")).filter(findByDomain);

describe("the list", () => {
  const pages = pagesOf("Stadtwerke Bayern");
  const links = pages.flat().map(({ link }) => link);

  it("has ten hits a page, numbered from one, and ends", () => {
    expect(pages.slice(0, -1).every((page) => page.length === 10)).toBe(true);
    expect(pages[1]?.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(pages.length).toBeGreaterThan(12);
    expect(pages.length).toBeLessThanOrEqual(28);
  });

  it.each(["Stadtwerke Bayern", "Elektriker Nordrhein-Westfalen", "Zahnarzt Berlin"])(
    "of „%s“ leads to more than a hundred companies of the demo world",
    (query) => {
      const all = pagesOf(query).flat();
      expect(new Set(ownersOf(all.map(({ link }) => link))).size).toBeGreaterThan(100);
    },
  );

  it("is for no query longer than a search engine's", () => {
    expect(pagesOf("Stadtwerke").flat()).toHaveLength(280);
  });

  it("names no address twice, but some companies with another page", () => {
    expect(new Set(links).size).toBe(links.length);
    const owners = ownersOf(links);
    const repeated = owners.length - new Set(owners).size;
    expect(repeated).toBeGreaterThan(3);
    expect(repeated).toBeLessThan(owners.length / 4);
  });

  it("has pages of portals between", () => {
    const hosts = links.map(hostOf);
    for (const portal of ["gelbeseiten.de", "de.wikipedia.org", "wlw.de", "kununu.com"]) {
      expect(hosts).toContain(portal);
    }
    expect(hosts.slice(0, 10)).toContain("gelbeseiten.de");
  });

  it("shows names in all sorts of titles, and cuts long ones", () => {
    const titles = pages.flat().map(({ title }) => title);
    for (const sign of [" – ", " | ", " - ", " · ", " » ", " • ", ": "]) {
      expect(
        titles.some((title) => title.includes(sign)),
        sign,
      ).toBe(true);
    }
    expect(titles.some((title) => title.endsWith(" ..."))).toBe(true);
    expect(titles.some((title) => title.startsWith("Impressum"))).toBe(true);
    expect(pages.flat().some(({ sitelinks }) => sitelinks !== undefined)).toBe(true);
  });

  it("is empty when nobody knows the trade or the place", () => {
    for (const q of ["Xylophonstimmer Berlin", "Maler in Hintermusterhausen", "x"]) {
      expect(found({ q }).organic).toEqual([]);
    }
  });

  it("answers the same question with the same words", () => {
    const body = { q: "Zahnarzt Köln", page: 2 };
    expect(call(body)).toEqual(call(body));
  });

  it("says what was asked and has more on its first page", () => {
    const first = found({ q: "Zahnarzt Köln" });
    expect(first.searchParameters).toMatchObject({ q: "Zahnarzt Köln", page: 1, num: 10 });
    expect(first.relatedSearches).toHaveLength(2);
    expect(found({ q: "Zahnarzt Köln", page: 2 }).relatedSearches).toBeUndefined();
  });
});

describe("credits", () => {
  const account = (provider = shared, key = "any-key"): unknown =>
    JSON.parse(call("", { provider, key, path: "/account", method: "GET" }).body);

  it("go down by one a page, by two for a long one", () => {
    const provider = createSerper();
    expect(account(provider)).toEqual({ balance: 2500, rateLimit: 5 });
    expect(found({ q: "Hotel Bayern" }, { provider }).credits).toBe(1);
    expect(found({ q: "Hotel Bayern", num: 20 }, { provider }).credits).toBe(2);
    expect(account(provider)).toMatchObject({ balance: 2497 });
  });

  it("are not taken for a refusal", () => {
    const provider = createSerper();
    refused({}, { provider });
    expect(account(provider)).toMatchObject({ balance: 2500 });
  });

  it("end with a 400", () => {
    const provider = createSerper({ credits: 1 });
    found({ q: "Hotel Bayern" }, { provider });
    expect(refused({ q: "Hotel Bayern" }, { provider })).toEqual({
      message: "Not enough credits",
      statusCode: 400,
    });
  });

  it("are missing from the start with the key demo-ohne-guthaben", () => {
    const key = "demo-ohne-guthaben";
    expect(refused({ q: "Hotel" }, { key }).message).toBe("Not enough credits");
    expect(account(shared, key)).toMatchObject({ balance: 0 });
  });
});

describe("errors", () => {
  it.each(["", "demo-ungueltig"])("come for the key „%s“", (key) => {
    const unauthorized = { message: "Unauthorized.", statusCode: 403 };
    expect(refused({ q: "Hotel" }, { key })).toEqual(unauthorized);
    expect(refused("", { key, path: "/account", method: "GET" })).toEqual(unauthorized);
  });

  it("come for operators on a free account", () => {
    const key = "demo-gratis";
    for (const body of [
      { q: '"Hotel" Bayern' },
      { q: "site:x.de Hotel" },
      { q: "Hotel", num: 20 },
    ]) {
      expect(refused(body, { key }).message).toMatch(/^Query pattern not allowed/);
    }
    expect(found({ q: "Hotel Bayern" }, { key }).organic).toHaveLength(10);
  });

  it("come for bodies that say too little or are no JSON", () => {
    for (const body of [{}, { q: " " }, { q: 5 }, { q: "x", page: 0 }, { q: "x", num: 500 }, "x"]) {
      expect(refused(body).statusCode).toBe(400);
    }
  });

  it("come for other paths and methods", () => {
    expect(refused({ q: "x" }, { path: "/suche" }).statusCode).toBe(404);
    expect(refused({ q: "x" }, { method: "GET" }).statusCode).toBe(405);
  });
});
