import { describe, expect, it } from "vitest";
import { DEFAULT_COUNT, MAX_COUNT } from "../pipelines/company-search/search-terms";
import { SearchFormSchema, SearchInputSchema } from "./search-input";

describe("what a search is asked for", () => {
  it("is cleaned and has a usual number", () => {
    expect(
      SearchInputSchema.parse({ query: "  Stadt\u0000werke\n ", region: "Bad\tTölz" }),
    ).toEqual({
      query: "Stadt werke",
      region: "Bad Tölz",
      count: DEFAULT_COUNT,
    });
  });

  it.each([
    [{ region: "Köln" }, "query"],
    [{ query: "", region: "Köln" }, "query"],
    [{ query: " \u0007 ", region: "Köln" }, "query"],
    [{ query: "x".repeat(101), region: "Köln" }, "query"],
    [{ query: 7, region: "Köln" }, "query"],
    [{ query: null, region: "Köln" }, "query"],
    [{ query: "Maler", region: "  " }, "region"],
    [{ query: "Maler", region: ["Köln"] }, "region"],
    [{ query: "Maler", region: "Köln", count: 0 }, "count"],
    [{ query: "Maler", region: "Köln", count: MAX_COUNT + 1 }, "count"],
    [{ query: "Maler", region: "Köln", count: 2.5 }, "count"],
    [{ query: "Maler", region: "Köln", count: "50" }, "count"],
    [{ query: "Maler", region: "Köln", count: null }, "count"],
  ])("is refused with a German sentence: %j", (input, path) => {
    const issues = SearchInputSchema.safeParse(input).error?.issues ?? [];
    expect(issues).toHaveLength(1);
    expect(issues[0]?.path).toEqual([path]);
    expect(issues[0]?.message).toMatch(/^[A-ZÄÖÜ].*\.$/);
    expect(issues[0]?.message).not.toMatch(/invalid|expected|too/i);
  });

  it.each([1, MAX_COUNT])("may be %i companies", (count) => {
    expect(SearchInputSchema.parse({ query: "Maler", region: "Köln", count }).count).toBe(count);
  });

  it("has no other fields", () => {
    const issues = SearchInputSchema.safeParse({ query: "a", region: "b", regoin: "c" }).error
      ?.issues;
    expect(issues).toMatchObject([{ code: "unrecognized_keys", keys: ["regoin"] }]);
  });
});

describe("the same from a form", () => {
  it.each([
    ["50", 50],
    [" 7 ", 7],
    ["500", 500],
  ])("reads the number %j", (count, number) => {
    expect(SearchFormSchema.parse({ query: "a", region: "b", count }).count).toBe(number);
  });

  it.each(["", "0", "501", "1e2", "0x10", "2,5", "-1", "9999999", "viele", undefined])(
    "refuses the number %j",
    (count) => {
      const issues =
        SearchFormSchema.safeParse({ query: "a", region: "b", count }).error?.issues ?? [];
      expect(issues.map(({ path }) => path)).toEqual([["count"]]);
      expect(issues[0]?.message).toBe("Eine ganze Zahl von 1 bis 500 eingeben.");
    },
  );
});
