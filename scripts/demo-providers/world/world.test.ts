import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { findStatePlaces } from "../../../app/reading/places/places.server";
import { distanceKm, findPlace } from "../../../db/german-places";
import { stateOfRegion } from "../../../db/state-regions";
import { allCompanies } from "./companies";
import { federalStates } from "./federal-states";
import { findByDomain, findByName, findCompanies } from "./find-companies";
import { places } from "./places";
import { findTrades, parseSearchText } from "./search-text";
import { trades } from "./trades";

const companies = allCompanies();

describe("the companies of the demo world", () => {
  it("are the same in every process", () => {
    const text = JSON.stringify(companies.map(({ trade, ...company }) => [trade.key, company]));
    expect(createHash("sha256").update(text).digest("hex")).toBe(
      "1ec6de1b0f0f6090ef585b7ab41456853768edcc3da6f177ee1027766bd30a8f",
    );
  });

  it("have postal codes of their towns, which lie there", () => {
    for (const place of places) {
      const { postalCode, locality, state } = place;
      const name = `${postalCode} ${locality}`;
      expect(stateOfRegion(postalCode, locality), name).toBe(state.name);
      const code = findPlace(postalCode) ?? { latitude: 0, longitude: 0 };
      expect(distanceKm(code, place), name).toBeLessThan(26);
    }
  });

  it("have invented domains of their own, and telephone numbers that belong to nobody", () => {
    const owners = companies.filter(({ domain, branch }) => domain !== undefined && !branch);
    expect(new Set(owners.map(({ domain }) => domain)).size).toBe(owners.length);
    for (const { domain, phone } of companies) {
      expect(domain ?? "x.example").toMatch(/^[a-z0-9-]+\.example$/);
      expect(phone?.national ?? "0171 3920000").toMatch(
        /^(?:030 23125|069 90009|040 66969|0221 4710|089 99998)\d{3}$|^0171 39200\d\d$/,
      );
    }
  });
});

describe("a search", () => {
  it.each(federalStates)("finds every trade in $name", ({ name }) => {
    for (const { key, terms } of trades) {
      const found = findCompanies(`${terms[0]} in ${name}`);
      expect(found.length, key).toBeGreaterThan(0);
      expect(found.every(({ seat }) => seat.state.name === name)).toBe(true);
    }
  });

  it("knows every place that the product knows", () => {
    for (const { name, cities } of findStatePlaces()) {
      for (const city of cities) {
        const text = `Elektriker in ${city.name}, ${name}`;
        const { area } = parseSearchText(text);
        expect(area?.state?.name, text).toBe(name);
        // The two city states share the name of their largest place.
        expect(area?.places !== undefined || city.name === name, text).toBe(true);
      }
    }
    expect(findCompanies("Elektriker in Angermünde, Brandenburg").length).toBeGreaterThan(0);
  });

  it("begins in the town, and goes on in its surroundings", () => {
    const towns = findCompanies("Elektriker in Celle").map(({ seat }) => seat.locality);
    expect(towns).toHaveLength(20);
    const inTown = towns.filter((town) => town === "Celle").length;
    expect(towns.slice(0, inTown)).toEqual(Array(inTown).fill("Celle"));
  });

  it.each([
    ["STADTWERKE bayern", "stadtwerke", "Bayern", undefined],
    ["Elektriker in Mitte, Bremen", "elektriker", "Bremen", "Bremen"],
    ["Netzbetreiber in Neustadt, Bremen", "stadtwerke", "Bremen", "Bremen"],
    ["Photovoltaik NRW", "solar", "Nordrhein-Westfalen", undefined],
    ["Hotel bundesweit", "hotel", undefined, undefined],
  ])("understands „%s“", (text, trade, state, town) => {
    const understood = parseSearchText(text);
    expect(understood.trade?.key).toBe(trade);
    expect(understood.area?.state?.name).toBe(state);
    expect(understood.area?.places?.[0]?.locality).toBe(town);
  });

  it("finds nothing for a trade or a place that nobody knows", () => {
    expect(findCompanies("Xylophonstimmer in Berlin")).toEqual([]);
    expect(findCompanies("Hotel in Hintermusterhausen")).toEqual([]);
    expect(findTrades("Gas, Wasser und mehr")).toEqual([]);
  });

  it("knows a firm by its domain and its name", () => {
    const company = companies.find(({ domain, branch }) => domain && !branch);
    expect(findByDomain(company?.domain ?? "")).toBe(company);
    expect(findByName(company?.name.toUpperCase() ?? "")?.name).toBe(company?.name);
  });
});
