import { expect, it } from "vitest";
import { tooManyTries } from "./too-many-tries";

it.each([
  [1, "in 1 Sekunde "],
  [59, "in 59 Sekunden "],
  [60, "in 1 Minute "],
  [61, "in 2 Minuten "],
  [300, "in 5 Minuten "],
])("says how long %i seconds are", (seconds, words) => {
  expect(tooManyTries(seconds)).toContain(words);
});
