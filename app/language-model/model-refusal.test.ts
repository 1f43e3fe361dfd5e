import { describe, expect, it } from "vitest";
import { CeilingReachedError } from "../jobs/ledger/call-ledger.server";
import { ProviderError } from "../providers/provider-error";
import { ModelAnswerError, refuseModelFailure } from "./ask-model.server";

describe("refuseModelFailure", () => {
  it.each([
    [new ProviderError("OpenAI", "auth", { status: 401, providerText: "wrong key" }), 502],
    [new ModelAnswerError("Das Sprachmodell hat kein JSON geantwortet."), 502],
    [new CeilingReachedError("OpenAI", 100), 409],
  ])("says %s with status %i", (error, status) => {
    const refused = expect(() => refuseModelFailure(error));
    refused.toThrow(expect.objectContaining({ status, message: error.message }));
  });

  it("leaves every other error to whoever answers for it", () => {
    const error = new TypeError("ours");
    expect(() => refuseModelFailure(error)).toThrow(error);
  });
});
