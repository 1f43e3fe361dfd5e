import { describe, expect, it } from "vitest";
import { type Parsed, parseSearchParams } from "../../http/search-params";
import { LeadExportQuerySchema } from "../leads-api";
import {
  defaultDirection,
  LEAD_SORTS,
  type LeadListQuery,
  LeadListQuerySchema,
} from "./lead-filters";

function parse(query: string): Parsed<LeadListQuery> {
  return parseSearchParams(new URLSearchParams(query), LeadListQuerySchema);
}

function dataOf(query: string): LeadListQuery {
  const parsed = parse(query);
  if (parsed.success) return parsed.data;
  throw new Error(JSON.stringify(parsed.issues));
}

function issuesOf(query: string): [path: string, message: string][] {
  const parsed = parse(query);
  return parsed.success ? [] : parsed.issues.map(({ path, message }) => [path, message]);
}

describe("the parameters of a list of leads", () => {
  it("have their defaults", () => {
    expect(dataOf("")).toEqual({ sort: "createdAt", page: 1, pageSize: 50 });
  });

  it("are all read", () => {
    const query = new URLSearchParams({
      q: " müller ",
      contacted: "true",
      favorite: "false",
      approvedOnly: "true",
      hasEmail: "true",
      hasPhone: "false",
      sourceType: "serp",
      minScore: "3",
      createdFrom: "2026-11-20",
      createdTo: "2026-11-20T08:00:00+01:00",
      sort: "city",
      dir: "desc",
      page: "7",
      pageSize: "200",
      cursor: "abc",
    });
    for (const [name, value] of [
      ["term", "Maler"],
      ["term", "Bäder"],
      ["tag", "messe"],
      ["companyType", "Handwerk"],
      ["federalState", "BY"],
      ["federalState", "hessen"],
    ] as const) {
      query.append(name, value);
    }
    expect(dataOf(query.toString())).toEqual({
      q: "müller",
      term: ["Maler", "Bäder"],
      contacted: true,
      favorite: false,
      approvedOnly: true,
      hasEmail: true,
      hasPhone: false,
      tag: ["messe"],
      companyType: ["Handwerk"],
      federalState: ["Bayern", "Hessen"],
      sourceType: "serp",
      minScore: 3,
      createdFrom: "2026-11-20",
      createdTo: "2026-11-20T08:00:00+01:00",
      sort: "city",
      dir: "desc",
      page: 7,
      pageSize: 200,
      cursor: "abc",
    });
  });

  it("know no search text in white space and control characters", () => {
    expect(dataOf("q=%20%09")).not.toHaveProperty("q", expect.anything());
    expect(dataOf("q=a%00b%0Ac").q).toBe("a b c");
  });

  it.each([
    ["contacted=ja"],
    ["contacted="],
    ["approvedOnly=1"],
    ["sourceType=google"],
    ["minScore=0"],
    ["minScore=6"],
    ["minScore=2.5"],
    ["minScore=viel"],
    ["createdFrom=20.11.2026"],
    ["createdFrom=2026-02-30"],
    ["createdTo=2026-11-20T08:00:00"],
    ["federalState=Tirol"],
    ["sort=notes"],
    ["dir=up"],
    ["page=0"],
    ["page=-1"],
    ["page=1.5"],
    ["page="],
    ["pageSize=201"],
    ["pageSize=0"],
    ["term="],
    [`term=${"x".repeat(201)}`],
    [`q=${"x".repeat(201)}`],
    [`cursor=${"x".repeat(2001)}`],
    [Array.from({ length: 101 }, (_, n) => `tag=t${n}`).join("&")],
    [Array.from({ length: 17 }, () => "federalState=BY").join("&")],
  ])("refuse %.40s with a German sentence at its name", (query) => {
    const issues = issuesOf(query);
    expect(issues).toHaveLength(1);
    const [path = "", message = ""] = issues[0] ?? [];
    expect(path.split(".")[0]).toBe(query.split("=")[0]);
    expect(message).toMatch(/[.!]$/);
    expect(message).not.toMatch(/invalid|expected|too (?:big|small)|input/i);
  });

  it.each([
    "createdFrom=0000-01-01",
    "createdFrom=0026-11-20",
    "createdTo=0099-12-31T23:00:00Z",
    "createdTo=1899-12-31",
    "createdTo=9999-12-31T23:00:00-05:00",
  ])("refuse the year of %s", (query) => {
    const message = "Das Jahr muss zwischen 1900 und 9999 liegen.";
    expect(issuesOf(query)).toEqual([[query.split("=")[0], message]]);
  });

  it("take the first and the last day of the years that they know", () => {
    const query = { createdFrom: "1900-01-01", createdTo: "9999-12-31" };
    expect(dataOf(new URLSearchParams(query).toString())).toMatchObject(query);
  });

  it("name the nearest for an unknown one", () => {
    expect(issuesOf("pagSize=5")).toEqual([
      ["pagSize", "„pagSize“ gibt es hier nicht. Am nächsten kommt „pageSize“."],
    ]);
    expect(issuesOf("federalstate=BY")[0]?.[1]).toContain("„federalState“");
  });

  it("are given once where one is meant", () => {
    expect(issuesOf("q=a&q=b")).toEqual([["q", "Nur ein Wert ist erlaubt."]]);
    expect(issuesOf("contacted=true&contacted=true")).toHaveLength(1);
  });

  it("are all named when several are wrong", () => {
    const paths = issuesOf("page=0&pageSize=0&unbekannt=1&q=a&q=b").map(([path]) => path);
    expect(paths.sort()).toEqual(["page", "pageSize", "q", "unbekannt"]);
  });
});

describe("the parameters of an export", () => {
  it("are the list's without pages, with a variant", () => {
    const parseExport = (query: string) =>
      parseSearchParams(new URLSearchParams(query), LeadExportQuerySchema);
    expect(parseExport("variant=with-email&q=x")).toEqual({
      success: true,
      data: { q: "x", sort: "createdAt", variant: "with-email" },
    });
    expect(parseExport("page=2").success).toBe(false);
    expect(parseExport("variant=all").success).toBe(false);
  });
});

describe("defaultDirection", () => {
  it("begins names with A, and all else with the newest or best", () => {
    const descending = LEAD_SORTS.filter((sort) => defaultDirection(sort) === "desc");
    expect(descending).toEqual(["createdAt", "updatedAt", "salesScore"]);
  });
});
