import { describe, expect, it } from "vitest";
import { listAddress, parsePageQuery } from "./page-query";

const read = (query: string) => parsePageQuery(new URLSearchParams(query));

describe("parsePageQuery", () => {
  it("takes fields that a form sent empty as no filter", () => {
    expect(read("q=&contacted=&minScore=%20&term=&page=")).toEqual({
      query: { sort: "createdAt", page: 1, pageSize: 50 },
      issues: [],
    });
  });

  it("keeps what it can use and names what it left out", () => {
    const { query, issues } = read("q=bad&contacted=vielleicht&pageSize=900&hasEmail=true");
    expect(query).toEqual({ q: "bad", hasEmail: true, sort: "createdAt", page: 1, pageSize: 50 });
    expect(issues.map(({ path }) => path)).toEqual(["contacted", "pageSize"]);
  });

  it("leaves out every value of a list of which one is wrong", () => {
    const { query, issues } = read("federalState=BY&federalState=Tirol");
    expect(query).not.toHaveProperty("federalState");
    expect(issues).toEqual([{ path: "federalState", message: "„Tirol“ ist kein Bundesland." }]);
  });

  it.each(["a.b=1", "term.0=x", "q.q=1", ".=1", "=1", "q.=1&q=x", "__proto__=1", "constructor=1"])(
    "ends for the unknown name in %s",
    (address) => {
      const { issues } = read(address);
      expect(issues).toHaveLength(1);
      expect(issues[0]?.message).toContain("gibt es hier nicht");
    },
  );

  it("keeps a filter beside an unknown name that begins like it", () => {
    expect(read("q.=1&q=x").query.q).toBe("x");
  });

  it("does not change the address it was given", () => {
    const searchParams = new URLSearchParams("q=&page=0");
    parsePageQuery(searchParams);
    expect(searchParams.toString()).toBe("q=&page=0");
  });
});

describe("listAddress", () => {
  const change = (query: string, changed: Record<string, string | null>) =>
    listAddress(new URLSearchParams(query), changed);

  it("changes and takes away, and begins at page 1 again", () => {
    expect(change("q=bad&page=7&sort=city", { sort: "domain", dir: "asc" })).toBe(
      "/leadspeicher?q=bad&sort=domain&dir=asc",
    );
    expect(change("q=bad&page=7", { q: null })).toBe("/leadspeicher");
  });

  it("keeps the filters and their repetition when it turns a page", () => {
    expect(change("term=a&term=b&q=&cursor=x", { page: "3" })).toBe(
      "/leadspeicher?term=a&term=b&page=3",
    );
  });
});
