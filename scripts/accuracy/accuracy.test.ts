import { expect, test } from "vitest";
import { KINDS } from "./kinds";
import { measure } from "./measure";

test.each(KINDS)("$name is as right as promised", ({ goal, least, decide }) => {
  const { right, precision, recall, faults } = measure(decide());
  const wrong = JSON.stringify(faults.slice(0, 20), null, 1);
  expect(right, wrong).toBeGreaterThanOrEqual(goal);
  expect(precision, wrong).toBeGreaterThanOrEqual(least?.precision ?? 0);
  expect(recall, wrong).toBeGreaterThanOrEqual(least?.recall ?? 0);
});
