import { describe, expect, it } from "vitest";
import { findByDomain, findByName, findCompanies, SURROUNDINGS_TARGET } from "./find-companies";
import { understandSearch } from "./search-text";

function find(text: string) {
  return findCompanies({ text, includeServiceAreaOnly: true });
}

function understood(text: string): string {
  const { trade, area, unknownPlace } = understandSearch(text);
  if (unknownPlace) return `${trade} in unknown`;
  switch (area?.kind) {
    case "state":
      return `${trade} in ${area.state.code}`;
    case "town":
      return `${trade} in ${area.places[0]?.locality}`;
    default:
      return `${trade} in ${area?.kind ?? "nowhere"}`;
  }
}

describe("understandSearch", () => {
  it.each([
    ["Stadtwerke in Bayern", "stadtwerke in BY"],
    ["stadtwerke bayern", "stadtwerke in BY"],
    ["Netzbetreiber in Niedersachsen", "stadtwerke in NI"],
    ["Energieversorger Sachsen-Anhalt", "stadtwerke in ST"],
    ["Elektriker in Berlin", "elektriker in BE"],
    ["ELEKTROINSTALLATEURE BREMERHAVEN", "elektriker in Bremerhaven"],
    ["Zahnarzt München", "zahnarzt in München"],
    ["Zahnärzte in Frankfurt am Main", "zahnarzt in Frankfurt am Main"],
    ["Dachdecker in Frankfurt (Oder)", "dachdecker in Frankfurt (Oder)"],
    ["Schreinerei in Freiburg", "tischler in Freiburg im Breisgau"],
    ["SHK-Betriebe in NRW", "sanitaer in NW"],
    ["Industriepark Hessen", "industriepark in HE"],
    ["Industrieunternehmen in Hessen", "maschinenbau in HE"],
    ["IT-Dienstleister in der Region Stuttgart", "it in Stuttgart"],
    ["PV-Anlagen Ulm", "solar in Ulm"],
    ["Autohäuser in Deutschland", "autohaus in country"],
    ["Fernwärme", "fernwaerme in nowhere"],
    ["Steuerberater in Hintermusterhausen", "steuerberater in unknown"],
    ["Xylophonstimmer in Köln", "undefined in Köln"],
    ["Netzbetreiber in Köln, Nordrhein-Westfalen", "stadtwerke in Köln"],
    ["Netzbetreiber in Neustadt, Bremen", "stadtwerke in Bremen"],
    ["Fernwärme in Neukölln, Berlin", "fernwaerme in Berlin"],
    [
      "Fernwärme in Brandenburg an der Havel, Brandenburg",
      "fernwaerme in Brandenburg an der Havel",
    ],
    ["Industriepark in Hamm, Hamburg", "industriepark in Hamburg"],
    ["Netzbetreiber in Oldenburg (Oldb), Niedersachsen", "stadtwerke in Oldenburg"],
  ])("reads %s as %s", (text, expected) => {
    expect(understood(text)).toBe(expected);
  });
});

describe("findCompanies", () => {
  it("reaches Google's limit in every large state and stays below it in small ones", () => {
    for (const state of ["Bayern", "Baden-Württemberg", "Nordrhein-Westfalen", "Niedersachsen"]) {
      expect(find(`Stadtwerke in ${state}`).length).toBeGreaterThan(60);
    }
    expect(find("Stadtwerke in Bremen")).toHaveLength(7);
    expect(find("Stadtwerke in Saarland")).toHaveLength(23);
    expect(find("Elektriker in Berlin")).toHaveLength(47);
    expect(find("Xylophonstimmer in Berlin")).toEqual([]);
    expect(find("Stadtwerke in Hintermusterhausen")).toEqual([]);
  });

  it("finds companies in every place of a state, known to it or not", () => {
    const seats = (text: string) => new Set(find(text).map(({ seat }) => seat.state.code));
    expect(seats("Stadtwerke in Neustadt, Bremen")).toEqual(new Set(["HB"]));
    expect(seats("Stadtwerke in Friedberg, Bayern")).toEqual(new Set(["BY"]));
    expect(find("Stadtwerke in Köln, Nordrhein-Westfalen").length).toBeLessThan(60);
    const { area } = understandSearch("Stadtwerke in Neustadt, Bremen");
    expect(area).toMatchObject({ places: [{ locality: "Bremen", district: "Neustadt" }] });
  });

  it("stays inside the state that was asked for", () => {
    const states = find("Steuerberater in Sachsen").map(({ seat }) => seat.state.code);
    expect(new Set(states)).toEqual(new Set(["SN"]));
  });

  it("fills a town search up from the surroundings in the same state", () => {
    const found = find("Tischler in Augsburg");
    const towns = found.map(({ seat }) => seat.locality);
    expect(found.length).toBeLessThanOrEqual(SURROUNDINGS_TARGET);
    expect(towns[0]).toBe("Augsburg");
    expect(new Set(towns).size).toBeGreaterThan(1);
    expect(new Set(found.map(({ seat }) => seat.state.code))).toEqual(new Set(["BY"]));
  });

  it("shows both addresses of a firm within one search", () => {
    const domains = find("Stadtwerke in Bayern")
      .slice(0, 60)
      .flatMap(({ domain }) => domain ?? []);
    expect(new Set(domains).size).toBeLessThan(domains.length);
  });

  it("finds some firms under two trades", () => {
    const electricians = new Set(find("Elektriker in Bayern").map(({ placeId }) => placeId));
    expect(find("Solar in Bayern").some(({ placeId }) => electricians.has(placeId))).toBe(true);
  });

  it("finds a firm by its domain or its name", () => {
    const [company] = find("Hotel in Hessen").filter(({ domain }) => domain !== undefined);
    expect(findByDomain(company?.domain ?? "")?.name).toBe(company?.name);
    expect(findByName(company?.name.toUpperCase() ?? "")?.name).toBe(company?.name);
    expect(findByDomain("niemand.example")).toBeUndefined();
  });
});
