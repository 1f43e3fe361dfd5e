import { describe, expect, it } from "vitest";
import { MAX_SUGGESTED_TEXT, pairKey, queryError, regionError } from "./search-words.server";

describe("a search term of a model", () => {
  it.each(["Stadtwerke", "Müller & Söhne", "E.ON", "x".repeat(MAX_SUGGESTED_TEXT)])(
    "may be %s",
    (query) => {
      expect(queryError(query)).toBeNull();
    },
  );

  it.each([
    ["", "Ein Suchbegriff ist leer."],
    ["x".repeat(MAX_SUGGESTED_TEXT + 1), "mehr als 80 Zeichen"],
    ['"Stadtwerke"', "darf nur aus Wörtern"],
    ["site:example.de", "darf nur aus Wörtern"],
    ["Stadtwerke -Köln", "darf nur aus Wörtern"],
    ["Stadtwerke\u202eNREYAB", "darf nur aus Wörtern"],
    ["2024", "darf nur aus Wörtern"],
  ])("may not be %j", (query, fault) => {
    expect(queryError(query)).toContain(fault);
  });
});

describe("a region of a model", () => {
  it.each(["Köln", "Frankfurt (Oder)", "Halle/Saale"])("may be %s", (region) => {
    expect(regionError(region)).toBeNull();
  });

  it.each([
    ["", "Eine Region ist leer."],
    ["x".repeat(81), "mehr als 80 Zeichen"],
    ["50667", "kein Name eines Ortes"],
    ["Köln; DROP TABLE", "kein Name eines Ortes"],
    ["Deutschland", "zu groß"],
    ["Überall", "zu groß"],
  ])("may not be %j", (region, fault) => {
    expect(regionError(region)).toContain(fault);
  });
});

describe("two searches", () => {
  const search = { query: "Stadtwerke Köln Süd", region: "Baden-Württemberg" };

  it.each([
    { query: "stadtwerke  KOELN süd", region: "baden württemberg" },
    { query: "Süd Stadtwerke Köln", region: "Baden-Wuerttemberg" },
    { query: "Stadtwerke-Köln Süd.", region: "Württemberg Baden" },
  ])("are the same as $query in $region", (other) => {
    expect(pairKey(other)).toBe(pairKey(search));
  });

  it.each([
    { query: "Stadtwerke Köln", region: "Baden-Württemberg" },
    { query: "Stadtwerke Köln Süd", region: "Baden" },
    { query: "Stadtwerke Köln", region: "Süd Baden-Württemberg" },
  ])("differ from $query in $region", (other) => {
    expect(pairKey(other)).not.toBe(pairKey(search));
  });
});
