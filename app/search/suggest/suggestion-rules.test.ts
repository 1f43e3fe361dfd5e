import { describe, expect, it } from "vitest";
import { findSupplementFaults } from "../supplement/start-supplement.server";
import { findPairFaults } from "./suggestion-rules.server";

const KOELN = { query: "Stadtwerke", region: "Köln" };
const BONN = { query: "Stadtwerke", region: "Bonn" };
const HISTORY = [{ query: "Fernwärme", region: "Essen" }];

describe("the searches a model suggests", () => {
  it.each([2, 3, 4])("fit when they are %i different ones", (count) => {
    const pairs = ["Köln", "Bonn", "Aachen", "Essen"].map((region) => ({
      query: "Stadtwerke",
      region,
    }));
    expect(findPairFaults(pairs.slice(0, count), HISTORY)).toEqual([]);
  });

  it.each([
    ["none", [], "es sind 0"],
    ["one alone", [KOELN], "es sind 1"],
    ["five", ["a", "b", "c", "d", "e"].map((region) => ({ query: "Maler", region })), "es sind 5"],
    ["a repeat", [KOELN, { query: "STADTWERKE", region: "koeln" }], "steht doppelt da"],
    ["one of the history", [KOELN, { query: "Fernwaerme", region: "Essen" }], "schon gesucht"],
    ["an empty term", [KOELN, { query: "", region: "Bonn" }], "Suchbegriff ist leer"],
    ["an empty region", [KOELN, { query: "Stadtwerke", region: "" }], "Region ist leer"],
    ["an operator", [KOELN, { query: "-Stadtwerke", region: "Bonn" }], "darf nur aus Wörtern"],
    ["a country", [KOELN, { query: "Stadtwerke", region: "Deutschland" }], "zu groß"],
  ])("do not fit with %s", (_, pairs, fault) => {
    const faults = findPairFaults(pairs, HISTORY);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
    expect(faults[0]).toMatch(/^[A-ZÄÖÜ„].*\.$/);
  });

  it("name every fault", () => {
    expect(findPairFaults([{ query: "", region: "" }, BONN, BONN], [])).toHaveLength(3);
  });
});

describe("the term a model goes on with", () => {
  it("fits when it is another one", () => {
    expect(findSupplementFaults("Energieversorger", "Stadtwerke")).toEqual([]);
  });

  it.each([
    ["", "leer"],
    ["stadtWERKE", "der bisherige"],
    ["x".repeat(81), "mehr als 80"],
    ['intitle:"Stadtwerke"', "darf nur aus Wörtern"],
  ])("does not fit as %j", (query, fault) => {
    expect(findSupplementFaults(query, "Stadtwerke").join()).toContain(fault);
  });
});
