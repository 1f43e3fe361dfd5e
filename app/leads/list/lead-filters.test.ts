import { describe, expect, it } from "vitest";
import { type Parsed, parseSearchParams } from "../../http/search-params";
import { type LeadListQuery, LeadListQuerySchema } from "./lead-filters";

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
});
