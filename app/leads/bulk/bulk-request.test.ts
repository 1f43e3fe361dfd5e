import { describe, expect, it } from "vitest";
import { BulkRequestSchema } from "./bulk-request.server";

describe("the request of a bulk action", () => {
  it("takes a filter with the values that JSON has", () => {
    const filter = { term: "Maler", tag: ["Messe"], hasEmail: true, minScore: 3, q: "x" };
    const request = { action: "approve", filter, expectedCount: 1 };
    expect(BulkRequestSchema.parse(request).filter).toEqual({
      ...filter,
      term: ["Maler"],
      tag: ["Messe"],
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
});
