import { expect, it } from "vitest";
import { costOf } from "./ask-model.server";

it.each([
  ["gpt-6-luna", 1_000_000, 0, 0.1],
  ["gpt-6-luna", 0, 1_000_000, 0.5],
  ["gpt-6-luna", 600, 150, 0.000_135],
  ["gpt-5.6-luna", 1_000_000, 1_000_000, 1.4],
  ["gpt-6-luna-2026-09-22", 1_000_000, 0, 0.1],
])("%s costs for %i and %i tokens %d dollars", (model, prompt, completion, dollars) => {
  expect(costOf(model, prompt, completion)).toBeCloseTo(dollars, 9);
});

it.each([
  ["llama3", 1, 1],
  ["gpt-6-luna-mini", 1, 1],
  ["gpt-6", 1, 1],
  ["constructor", 1, 1],
  ["gpt-6-luna", null, 1],
  ["gpt-6-luna", 1, null],
])("%s has no price for %s and %s tokens", (model, prompt, completion) => {
  expect(costOf(model, prompt, completion)).toBeNull();
});
