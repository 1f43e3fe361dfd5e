import { describe, expect, it } from "vitest";
import { SearchFormSchema } from "../pipelines/company-search/search-schema.server";

describe("the number of companies in a form", () => {
  it.each([
    ["50", 50],
    [" 7 ", 7],
    ["500", 500],
  ])("reads the number %j", (count, number) => {
    expect(SearchFormSchema.parse({ query: "a", region: "b", count }).count).toBe(number);
  });

  it.each(["", "0", "5001", "1e2", "0x10", "2,5", "-1", "9999999", "viele", undefined])(
    "refuses the number %j",
    (count) => {
      const issues =
        SearchFormSchema.safeParse({ query: "a", region: "b", count }).error?.issues ?? [];
      expect(issues.map(({ path }) => path)).toEqual([["count"]]);
      expect(issues[0]?.message).toMatch(/^Eine ganze Zahl von 1 bis 500 eingeben/);
    },
  );
});
