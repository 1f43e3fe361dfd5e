import { describe, expect, it } from "vitest";
import { inputOf } from "~tests/campaign-store";
import { FEDERAL_STATE_NAMES, type FederalState } from "../reading/places/federal-states";
import { areaOf, planTasks } from "./plan-tasks.server";

const places = (state: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${state} ${n + 1}`);

describe("the order of a campaign", () => {
  it("begins with the chosen states where it is for utilities, and with three terms", () => {
    const input = inputOf({ kind: "energieversorger", terms: undefined, states: undefined });
    const first: FederalState[] = ["Nordrhein-Westfalen", "Bayern"];
    const tasks = planTasks({ ...input, placesPerState: 1 }, first, places);
    expect(tasks).toHaveLength(48);
    expect(tasks.slice(0, 4).map(({ state, term }) => `${state} ${term}`)).toEqual([
      "Nordrhein-Westfalen Netzbetreiber",
      "Nordrhein-Westfalen Fernwärme",
      "Nordrhein-Westfalen Industriepark",
      "Bayern Netzbetreiber",
    ]);
    const others = FEDERAL_STATE_NAMES.filter((state) => !first.includes(state));
    expect([...new Set(tasks.map(({ state }) => state))]).toEqual([...first, ...others]);
  });

  it("searches a term once, however often and however written it is given", () => {
    const input = inputOf({
      terms: ["Fernwärme", "FERNWAERME", "Maler", "Fernwärme"],
      placesPerState: 1,
    });
    expect(planTasks(input, [], places).map(({ term }) => term)).toEqual(["Fernwärme", "Maler"]);
  });

  it("names the place with its state, a city that is its own state once", () => {
    expect(areaOf({ city: "Köln", state: "Nordrhein-Westfalen" })).toBe(
      "Köln, Nordrhein-Westfalen",
    );
    expect(areaOf({ city: "Bremen", state: "Bremen" })).toBe("Bremen");
    expect(areaOf({ city: "", state: "Hessen" })).toBe("Hessen");
  });
});
