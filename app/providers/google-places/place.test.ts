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
  it("takes a place apart", () => {
    expect(read(SHOP)).toMatchObject({
      name: "Muster Elektrotechnik GmbH",
      website: "https://www.muster-elektro.example/",
      phone: "+49 30 23125101",
      address: "Beispielstraße 12, 10115 Berlin",
      street: "Beispielstraße 12",
      postalCode: "10115",
      city: "Berlin",
      federalState: "Berlin",
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

  it("knows a business that comes to its customers by what it has", () => {
    const { formattedAddress: _a, addressComponents: _c, location: _l, ...mobile } = SHOP;
    expect(read({ ...mobile, pureServiceAreaBusiness: true })).toMatchObject({
      name: "Muster Elektrotechnik GmbH",
      website: "https://www.muster-elektro.example/",
      address: null,
      city: null,
    });
  });

  it.each([
    ["Nordrhein-Westfalen", "NRW", "Nordrhein-Westfalen"],
    ["Lower Saxony", "NDS", "Lower Saxony"],
    [undefined, "SA", "SA"],
  ])("takes the state %s (%s) by its long name first", (longText, shortText, federalState) => {
    const component = { longText, shortText, types: ["administrative_area_level_1"] };
    expect(read({ id: "x", addressComponents: [component] }).federalState).toBe(federalState);
  });

  it.each([
    ["OPERATIONAL", false],
    ["CLOSED_TEMPORARILY", false],
    ["CLOSED_PERMANENTLY", true],
    [undefined, false],
  ])("takes %s for closed for good: %s", (businessStatus, isClosed) => {
    expect(read({ ...SHOP, businessStatus }).isClosed).toBe(isClosed);
  });

  it.each([
    ["Musterdamm 45a, 12043 Berlin, Deutschland", "12043", "Berlin"],
    ["Musterdamm 45a, 12043 Berlin", "12043", "Berlin"],
    ["12043 Bad Muster-Stadt, Germany", "12043", "Bad Muster-Stadt"],
    ["Musterdamm 45a, Berlin", null, null],
    ["Dorfstrasse 1, 8001 Zürich, Schweiz", null, null],
  ])(
    "reads the town out of the line „%s“ where there are no components",
    (formattedAddress, postalCode, city) => {
      const place = read({ id: "place-3", formattedAddress });
      expect([place.postalCode, place.city]).toEqual([postalCode, city]);
    },
  );

  it("leaves the country away in the line, but not in a name", () => {
    expect(
      read({ id: "x", formattedAddress: "Deutschlandring 1, 50667 Köln, Germany" }).address,
    ).toBe("Deutschlandring 1, 50667 Köln");
  });

  it("takes the national number where there is no other, and half a street", () => {
    const place = read({
      id: "x",
      nationalPhoneNumber: "030 1",
      addressComponents: [part("Am Markt", "Am Markt", "route")],
    });
    expect([place.phone, place.street]).toEqual(["030 1", "Am Markt"]);
  });

  it("takes an empty name for none", () => {
    expect(read({ id: "x", displayName: { text: "  " } }).name).toBeNull();
  });
});

describe("PlaceSchema", () => {
  it.each([
    {},
    { id: "" },
    { id: 7 },
    { id: "x", websiteUri: 7 },
    { id: "x", displayName: "Name" },
    null,
    "x",
  ])("refuses %j", (place) => {
    expect(PlaceSchema.safeParse(place).success).toBe(false);
  });

  it("keeps what it does not know", () => {
    expect(PlaceSchema.parse({ id: "x", neu: { a: 1 } })).toEqual({ id: "x", neu: { a: 1 } });
  });
});
