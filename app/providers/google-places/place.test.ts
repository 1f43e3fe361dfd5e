import { describe, expect, it } from "vitest";
import { FoundCompany } from "../company-search";
import { PlaceSchema, toCompanyHit } from "./place";

const part = (longText: string, shortText: string, ...types: string[]) => ({
  longText,
  shortText,
  types,
  languageCode: "de",
});

const SHOP = {
  id: "place-1",
  types: ["electrician", "establishment"],
  nationalPhoneNumber: "030 23125101",
  internationalPhoneNumber: "+49 30 23125101",
  formattedAddress: "Beispielstraße 12, 10115 Berlin, Deutschland",
  addressComponents: [
    part("12", "12", "street_number"),
    part("Beispielstraße", "Beispielstraße", "route"),
    part("Mitte", "Mitte", "sublocality_level_1", "sublocality", "political"),
    part("Berlin", "Berlin", "locality", "political"),
    part("Berlin", "BE", "administrative_area_level_1", "political"),
    part("Deutschland", "DE", "country", "political"),
    part("10115", "10115", "postal_code"),
  ],
  location: { latitude: 52.5, longitude: 13.4 },
  rating: 4.7,
  websiteUri: "https://www.muster-elektro.example/",
  businessStatus: "OPERATIONAL",
  displayName: { text: "Muster Elektrotechnik GmbH", languageCode: "de" },
};

const read = (place: object) => toCompanyHit(PlaceSchema.parse(place)).company;

describe("toCompanyHit", () => {
  it("reads all fields of a place", () => {
    expect(read(SHOP)).toMatchObject({
      name: "Muster Elektrotechnik GmbH",
      website: "https://www.muster-elektro.example/",
      phone: "+49 30 23125101",
      address: "Beispielstraße 12, 10115 Berlin",
      street: "Beispielstraße 12",
      postalCode: "10115",
      city: "Berlin",
      federalState: "Berlin (BE)",
      country: "DE",
      latitude: 52.5,
      longitude: 13.4,
      isClosed: false,
      payload: SHOP,
    });
  });

  it("reads absent fields as null", () => {
    expect(read({ id: "place-2" })).toEqual({ ...new FoundCompany(), payload: { id: "place-2" } });
  });

  it.each([
    ["CLOSED_TEMPORARILY", false],
    ["CLOSED_PERMANENTLY", true],
  ])("reads %s as permanently closed: %s", (businessStatus, isClosed) => {
    expect(read({ ...SHOP, businessStatus }).isClosed).toBe(isClosed);
  });

  it("notes a temporary closure", () => {
    const { listed } = read({ ...SHOP, businessStatus: "CLOSED_TEMPORARILY" });
    expect(listed?.notes).toBe("Laut Google Places vorübergehend geschlossen.");
    expect(read(SHOP).listed).toBeNull();
  });

  it("drops the country from the address, but not from a name", () => {
    expect(
      read({ id: "x", formattedAddress: "Deutschlandring 1, 50667 Köln, Germany" }).address,
    ).toBe("Deutschlandring 1, 50667 Köln");
  });

  it.each([
    [{ nationalPhoneNumber: "030 1" }, { phone: "030 1" }],
    [{ internationalPhoneNumber: 4930231251 }, { phone: "4930231251" }],
    [{ location: { latitude: "52.5", longitude: null } }, { latitude: 52.5, longitude: null }],
    [{ location: null }, { latitude: null }],
    [{ displayName: "Muster" }, { name: "Muster" }],
    [{ displayName: { text: "  " } }, { name: null }],
    [
      { websiteUri: ["x"], businessStatus: 1 },
      { website: null, isClosed: false },
    ],
  ])("keeps the valid parts of %j", (odd, expected) => {
    expect(read({ id: "x", ...odd })).toMatchObject(expected);
  });
});

describe("PlaceSchema", () => {
  it.each([{}, { id: "" }])("refuses %j, which has no id", (place) => {
    expect(PlaceSchema.safeParse(place).success).toBe(false);
  });
});
