import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askDemo } from "../../../tests/support/demo-request";
import { findByDomain } from "../world/find-companies";
import { createSerper } from "./handler";

/** Wire format: shared/providers.md, section on Serper. */
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
      rating: z.number().optional(),
      ratingCount: z.number().optional(),
    }),
  ),
  credits: z.int(),
});

function call(body: unknown, { provider = shared, key = "any-key", target = "POST /search" } = {}) {
  const [method = "", path = ""] = target.split(" ");
  return askDemo(provider, method, path, { headers: { "x-api-key": key }, body });
}

function found(body: object, options?: Parameters<typeof call>[1]) {
  const reply = call({ gl: "de", hl: "de", ...body }, options);
  expect(reply.status, reply.body).toBe(200);
  return answerSchema.parse(JSON.parse(reply.body));
}

function balance(provider = shared, key = "any-key"): unknown {
  return JSON.parse(call("", { provider, key, target: "GET /account" }).body).balance;
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
    expect(new Set(ownersOf(links)).size).toBeGreaterThan(100);
    expect(pagesOf("Stadtwerke").flat()).toHaveLength(280);
  });

  it("names no address twice, but some companies with another page, and portals between", () => {
    expect(new Set(links).size).toBe(links.length);
    const owners = ownersOf(links);
    const repeated = owners.length - new Set(owners).size;
    expect(repeated).toBeGreaterThan(3);
    expect(repeated).toBeLessThan(owners.length / 4);
    const hosts = links.map(hostOf);
    for (const portal of ["de.wikipedia.org", "wlw.de", "kununu.com"]) {
      expect(hosts).toContain(portal);
    }
    expect(hosts.slice(0, 10)).toContain("gelbeseiten.de");
  });

  it("is empty when nobody knows the trade or the place", () => {
    for (const q of ["Xylophonstimmer Berlin", "Hotel in Hintermusterhausen", "x"]) {
      expect(found({ q }).organic).toEqual([]);
    }
  });
});

it("takes a credit a page, two for a long one, none for a refusal", () => {
  const provider = createSerper();
  expect(found({ q: "Hotel Bayern" }, { provider }).credits).toBe(1);
  expect(found({ q: "Hotel Bayern", num: 20 }, { provider }).credits).toBe(2);
  call({}, { provider });
  expect(balance(provider)).toBe(2497);
  expect(balance(shared, "demo-ohne-guthaben")).toBe(0);
});

describe("an error comes", () => {
  it.each([
    ["without a key", { q: "x" }, { key: "" }, 403, "Unauthorized."],
    ["for a bad key", { q: "x" }, { key: "demo-ungueltig" }, 403, "Unauthorized."],
    ["without credit", { q: "x" }, { key: "demo-ohne-guthaben" }, 400, "Not enough credits"],
    ["without a query", {}, {}, 400, "Invalid parameter: q"],
    ["for a blank query", { q: " " }, {}, 400, "Invalid parameter: q"],
    ["for page 0", { q: "x", page: 0 }, {}, 400, "Invalid parameter: page"],
    ["for 500 hits", { q: "x", num: 500 }, {}, 400, "Invalid parameter: num"],
    ["for no JSON", "x", {}, 400, "Missing query parameter"],
    ["for another path", { q: "x" }, { target: "POST /suche" }, 404, "Not Found"],
    ["for another method", { q: "x" }, { target: "GET /search" }, 405, "Method Not Allowed"],
  ])("%s", (_, body, options, status, message) => {
    const reply = call(body, options);
    const error = { message: expect.stringContaining(message), statusCode: status };
    expect([reply.status, JSON.parse(reply.body)]).toEqual([status, error]);
  });
});
