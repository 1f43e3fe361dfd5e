import { expect, test } from "vitest";
import { KINDS } from "./kinds";
import { measure } from "./measure";

test.each(KINDS)("$name is as right as promised", ({ goal, decide }) => {
  const { right, faults } = measure(decide());
  expect(right, JSON.stringify(faults.slice(0, 20), null, 1)).toBeGreaterThanOrEqual(goal);
});
