import { expect, it } from "vitest";
import { distanceKm, findPlace, postalCodeRanges } from "./german-places";

it.each([
  ["01067", "Dresden"],
  ["13581", "Berlin"],
  ["18055", "Rostock"],
  ["20095", "Hamburg"],
  ["23552", "Lübeck"],
  ["24103", "Kiel"],
  ["24937", "Flensburg"],
  ["25746", "Heide (Schleswig-Holstein)"],
  ["48143", "Münster"],
  ["66111", "Saarbrücken"],
  ["80331", "München"],
  ["99084", "Erfurt"],
])("a postal code lies in its town, and around it (%s, %s)", (code, name) => {
  const town = findPlace(name);
  const place = findPlace(code);
  if (town === undefined || place === undefined) throw new Error("unknown");
  expect(distanceKm(town, place)).toBeLessThan(15);
  const ranges = postalCodeRanges(town, 15);
  expect(ranges.some(([from, before]) => from <= code && code < before)).toBe(true);
});
