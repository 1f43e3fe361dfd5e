import { expect, it } from "vitest";
import type { ProviderErrorKind } from "../provider-error";
import { classify, languageModelUrl, maskedWords } from "./wire";

const failed = (message: string, more: object = {}) => ({ error: { message, ...more } });
const QUOTA = "You exceeded your current quota, please check your plan and billing details.";

it.each<[string, number, object, ProviderErrorKind | null, string]>([
  ["OpenAI", 404, failed("No such.", { code: "model_not_found" }), "unknown_model", "No such."],
  ["Groq", 400, failed("Gone.", { code: "model_decommissioned" }), "unknown_model", "Gone."],
  ["Ollama", 404, { error: "model 'm' not found" }, "unknown_model", "model 'm' not found"],
  [
    "OpenRouter",
    400,
    failed("m is not a valid model ID"),
    "unknown_model",
    "m is not a valid model ID",
  ],
  ["a wrong path", 404, failed("Invalid URL"), "forbidden", "Invalid URL"],
  ["a quota", 429, failed(QUOTA, { code: "insufficient_quota" }), "no_credit", QUOTA],
  ["its type alone", 429, failed("Full.", { type: "insufficient_quota" }), "no_credit", "Full."],
  ["a pace", 429, failed(QUOTA, { code: "rate_limit_exceeded" }), null, QUOTA],
  [
    "credit in words",
    400,
    failed("Your credit balance is too low."),
    "no_credit",
    "Your credit balance is too low.",
  ],
  ["a bare message", 401, { object: "error", message: "Unauthorized" }, null, "Unauthorized"],
  ["a detail", 422, { detail: "No." }, null, "No."],
  [
    "JSON behind",
    403,
    failed("Error", { metadata: { raw: '{"error":{"message":"Not here"}}' } }),
    null,
    "Error: Not here",
  ],
  [
    "words behind",
    429,
    failed("Error", { metadata: { raw: "m is busy." } }),
    null,
    "Error: m is busy.",
  ],
])("a refusal is classified: %s", (_, status, body, kind, words) => {
  expect([classify(status, body), maskedWords(body)]).toEqual([kind, words]);
});

it.each([
  "sk-proj-********************************6789",
  "sk-proj-4711...6789",
  "sk-proj-4711…uvwxyz6789",
  "****************6789",
  "team-key-4711abc",
])("no part of a key is shown: %s", (key) => {
  expect(maskedWords(failed(`Wrong: ${key}. See.`))).toBe("Wrong: •••. See.");
});

it.each([
  ["", "/v1"],
  ["/", "/v1"],
  ["/v1/", "/v1"],
  ["/api/v1", "/api/v1"],
  ["/eigen", "/eigen"],
])("the base path „%s“ means %s", (path, base) => {
  expect(languageModelUrl(`https://m.example${path}`)).toBe(`https://m.example${base}`);
});
