import { describe, expect, it } from "vitest";
import { inputOf } from "~tests/campaign-store";
import { FEDERAL_STATE_NAMES, type FederalState } from "../leads/federal-states";
import { planTasks, regionOf } from "./plan-tasks.server";

const places = (state: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${state} ${n + 1}`);

describe("the order of a campaign", () => {
  it("goes state by state, the largest place first, at each place term by term", () => {
    const input = inputOf({
      terms: ["Maler", "Dachdecker"],
      states: ["Hessen", "Bremen"],
      placesPerState: 2,
    });
    const tasks = planTasks(input, ["Hessen"], places);
    expect(tasks.map(({ term, city }) => `${city} ${term}`)).toEqual([
      "Bremen 1 Maler",
      "Bremen 1 Dachdecker",
      "Bremen 2 Maler",
      "Bremen 2 Dachdecker",
      "Hessen 1 Maler",
      "Hessen 1 Dachdecker",
      "Hessen 2 Maler",
      "Hessen 2 Dachdecker",
    ]);
  });

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

  it("leaves out a state of the setting that is not chosen", () => {
    const input = inputOf({ kind: "energieversorger", terms: undefined, states: ["Hessen"] });
    const tasks = planTasks({ ...input, placesPerState: 1 }, ["Bayern"], places);
    expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(["Hessen"]));
  });

  it("searches a term once, however often and however written it is given", () => {
    const input = inputOf({
      terms: ["Fernwärme", "FERNWAERME", "Maler", "Fernwärme"],
      placesPerState: 1,
    });
    expect(planTasks(input, [], places).map(({ term }) => term)).toEqual(["Fernwärme", "Maler"]);
  });

  it("names the place with its state, a city that is its own state once", () => {
    expect(regionOf({ city: "Köln", state: "Nordrhein-Westfalen" })).toBe(
      "Köln, Nordrhein-Westfalen",
    );
    expect(regionOf({ city: "Bremen", state: "Bremen" })).toBe("Bremen");
    expect(regionOf({ city: "", state: "Hessen" })).toBe("Hessen");
  });
});
