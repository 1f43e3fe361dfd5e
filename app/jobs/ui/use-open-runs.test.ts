import { expect, it } from "vitest";
import { areSameRuns } from "./use-open-runs";

const runs = (...ids: string[]) => ids.map((id) => ({ id }));

it("knows runs by their ids, not by their number", () => {
  expect(areSameRuns(runs("a", "b"), runs("a", "b"))).toBe(true);
  expect(areSameRuns(runs("a", "b"), runs("a", "c"))).toBe(false);
  expect(areSameRuns(runs("a", "b"), runs("a"))).toBe(false);
});
