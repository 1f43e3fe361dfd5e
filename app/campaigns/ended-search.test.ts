import { describe, expect, it } from "vitest";
import type { JobFailureKind } from "~db/schema";
import { readEndedSearch } from "./ended-search.server";

describe("the end of a search", () => {
  it.each<[JobFailureKind | null, boolean]>([
    ["auth", true],
    ["forbidden", true],
    ["no_credit", true],
    ["missing_key", true],
    ["ceiling", true],
    ["rate_limited", false],
    ["bad_request", false],
    ["upstream", false],
    ["timeout", false],
    ["network", false],
    ["malformed", false],
    [null, false],
  ])("is lasting for some failures (%s: %s)", (failureKind, isLasting) => {
    const error = "Guthaben aufgebraucht";
    expect(readEndedSearch({ status: "failed", error, failureKind })).toEqual({
      status: "failed",
      error,
      isLasting,
    });
  });

  it("is a failure where the month has no call left for the map", () => {
    const ended = readEndedSearch({ status: "complete", error: null, failureKind: "ceiling" });
    expect(ended).toMatchObject({ status: "failed", isLasting: true });
    expect(ended.error).toContain("Monatsgrenze");
  });

  it("is that of a search that was made", () => {
    const job = { status: "complete", error: null, failureKind: null } as const;
    expect(readEndedSearch(job)).toEqual({ status: "done", error: null, isLasting: false });
  });

  it("may be somebody's wish", () => {
    const job = { status: "cancelled", error: null, failureKind: null } as const;
    expect(readEndedSearch(job).status).toBe("cancelled");
  });
});
