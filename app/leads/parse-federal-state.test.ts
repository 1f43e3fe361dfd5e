import { describe, expect, it } from "vitest";
import { FEDERAL_STATE_NAMES, FEDERAL_STATES } from "./federal-states";
import { parseFederalState } from "./parse-federal-state";

describe("parseFederalState", () => {
  it("knows the 16 states by name, code and ISO code, in any case", () => {
    expect(FEDERAL_STATE_NAMES).toHaveLength(16);
    for (const [code, name] of Object.entries(FEDERAL_STATES)) {
      for (const text of [
        code,
        code.toLowerCase(),
        `DE-${code}`,
        name,
        name.toUpperCase(),
        ` ${name} `,
      ]) {
        expect(parseFederalState(text)).toBe(name);
      }
    }
  });

  it.each([
    ["Bavaria", "Bayern"],
    ["North Rhine-Westphalia", "Nordrhein-Westfalen"],
    ["Saxony-Anhalt", "Sachsen-Anhalt"],
    ["Mecklenburg-Western Pomerania", "Mecklenburg-Vorpommern"],
    ["NRW", "Nordrhein-Westfalen"],
    ["SA", "Sachsen-Anhalt"],
    ["Freistaat Bayern", "Bayern"],
    ["Nordrhein Westfalen", "Nordrhein-Westfalen"],
    ["THUERINGEN", "Thüringen"],
    ["Baden-Wurttemberg", "Baden-Württemberg"],
  ])("knows %s as %s", (spelling, name) => {
    expect(parseFederalState(spelling)).toBe(name);
  });

  it.each(["", "Tirol", "XX", "Bayern, Deutschland", "constructor", "__proto__", "toString"])(
    "knows no state %j",
    (text) => {
      expect(parseFederalState(text)).toBeNull();
    },
  );
});
