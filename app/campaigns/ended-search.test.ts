import { describe, expect, it } from "vitest";
import { CeilingReachedError } from "../jobs/call-ledger.server";
import { MISSING_MAPS_KEY } from "../pipelines/maps/maps-pipeline.server";
import { ProviderError, type ProviderErrorKind } from "../providers/provider-error";
import { readEndedSearch } from "./ended-search.server";

const failed = (error: string) => readEndedSearch({ status: "failed", error, warnings: "[]" });
const warned = (text: string) =>
  readEndedSearch({ status: "complete", error: null, warnings: JSON.stringify([text]) });

describe("the end of a search", () => {
  it.each<[ProviderErrorKind, boolean]>([
    ["auth", true],
    ["forbidden", true],
    ["no_credit", true],
    ["rate_limited", false],
    ["bad_request", false],
    ["upstream", false],
    ["timeout", false],
    ["network", false],
    ["malformed", false],
  ])("is lasting for some failures (%s: %s)", (kind, isLasting) => {
    const words = "Guthaben aufgebraucht: Der Zugangsschlüssel wird nicht angenommen";
    const { message } = new ProviderError("Google Places", kind, {
      status: 400,
      providerText: words,
    });
    expect(failed(message)).toEqual({ status: "failed", error: message, isLasting });
  });

  it("is lasting without a key, and where the month has no call left for the map", () => {
    expect(failed(MISSING_MAPS_KEY).isLasting).toBe(true);
    const ceiling = new CeilingReachedError("Google Places", 1_200).message;
    expect(warned(ceiling)).toEqual({ status: "failed", error: ceiling, isLasting: true });
  });

  it("is that of a search that was made, whatever else was said", () => {
    const emails = new CeilingReachedError("Anymailfinder", 1_200).message;
    expect(warned(emails)).toEqual({ status: "done", error: null, isLasting: false });
    expect(warned("Google Places war langsam.").status).toBe("done");
  });

  it("may be somebody's wish", () => {
    const job = { status: "cancelled", error: null, warnings: "[]" } as const;
    expect(readEndedSearch(job).status).toBe("cancelled");
  });
});
