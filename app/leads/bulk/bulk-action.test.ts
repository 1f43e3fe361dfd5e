import { describe, expect, it } from "vitest";
import { BulkRequestSchema } from "./bulk-action";

describe("the request of a bulk action", () => {
  it("takes a filter with the values that JSON has", () => {
    const filter = { term: "Maler", tag: ["Messe"], hasEmail: true, minScore: 3, q: "x" };
    const request = { action: "approve", filter, expectedCount: 1 };
    expect(BulkRequestSchema.parse(request).filter).toEqual({
      ...filter,
      term: ["Maler"],
      tag: ["messe"],
    });
  });

  it("refuses lists in lists, however deep", () => {
    let tag: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth += 1) tag = [tag];
    const parsed = BulkRequestSchema.safeParse({
      action: "approve",
      expectedCount: 1,
      filter: { tag },
    });
    expect(parsed.success).toBe(false);
  });

  it.each([
    [{ filter: null }, "filter", "Ein JSON-Objekt mit Filtern."],
    [{ filter: [] }, "filter", "Ein JSON-Objekt mit Filtern."],
    [{ filter: "hasEmail=true" }, "filter", "Ein JSON-Objekt mit Filtern."],
    [{ filter: { q: null } }, "filter.q", "Ein Text."],
    [{ filter: { q: {} } }, "filter.q", "Ein Text."],
    [{ filter: { term: [null] } }, "filter.term.0", "Ein Text."],
    [{ filter: { federalState: [{}] } }, "filter.federalState.0", "Ein Text."],
    [{ filter: { hasEmail: null } }, "filter.hasEmail", "Erlaubt sind true und false."],
    [{ ids: "1" }, "ids", "Eine Liste von ids."],
    [{ ids: [1] }, "ids.0", "Ein Text."],
  ])("says in German what is wrong with %j", (part, path, message) => {
    const parsed = BulkRequestSchema.safeParse({ action: "approve", ...part });
    const issues = parsed.error?.issues.map((issue) => [issue.path.join("."), issue.message]);
    expect(issues).toContainEqual([path, message]);
  });
});
