import { describe, expect, it } from "vitest";
import { inputOf } from "~tests/campaign-store";
import { areaOf, planTasks } from "./plan-tasks.server";

describe("the order of a campaign", () => {
  it("begins with two states where it is for utilities, and with three terms", () => {
    const input = inputOf({ kind: "energieversorger", terms: undefined, states: undefined });
    const tasks = planTasks({ ...input, placesPerState: 1 });
    expect(tasks).toHaveLength(48);
    expect(tasks.slice(0, 4).map(({ state, term }) => `${state} ${term}`)).toEqual([
      "Bayern Netzbetreiber",
      "Bayern Fernwärme",
      "Bayern Industriepark",
      "Nordrhein-Westfalen Netzbetreiber",
    ]);
  });

  it("searches a term once, however often and however written it is given", () => {
    const input = inputOf({
      terms: ["Fernwärme", "FERNWAERME", "Maler", "Fernwärme"],
      placesPerState: 1,
    });
    expect(planTasks(input).map(({ term }) => term)).toEqual(["Fernwärme", "Maler"]);
  });

  it("names the place with its state, a city that is its own state once", () => {
    expect(areaOf({ city: "Köln", state: "Nordrhein-Westfalen" })).toBe(
      "Köln, Nordrhein-Westfalen",
    );
    expect(areaOf({ city: "Bremen", state: "Bremen" })).toBe("Bremen");
    expect(areaOf({ city: "", state: "Hessen" })).toBe("Hessen");
  });
});
