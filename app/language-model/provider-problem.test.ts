import { describe, expect, it } from "vitest";
import { CeilingReachedError } from "../jobs/call-ledger.server";
import { NotReadyError } from "../pipelines/not-ready-error";
import { ProviderError } from "../providers/provider-error";
import { ModelAnswerError } from "./ask-model.server";
import { providerProblem } from "./provider-problem.server";

describe("providerProblem", () => {
  it.each([
    [new ProviderError("OpenAI", "auth", { status: 401, providerText: "wrong key" }), 502],
    [new ModelAnswerError("Das Sprachmodell hat kein JSON geantwortet."), 502],
    [new CeilingReachedError("OpenAI", 100), 409],
    [new NotReadyError("Es fehlt ein Schlüssel."), 409],
  ])("says %s with status %i", (error, status) => {
    const { problem } = providerProblem(error);
    expect(problem).toMatchObject({ status, detail: error.message });
  });

  it("leaves every other error to whoever answers for it", () => {
    const error = new TypeError("ours");
    expect(() => providerProblem(error)).toThrow(error);
  });
});
