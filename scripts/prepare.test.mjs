import { expect, it } from "vitest";
import { satisfies } from "./prepare.mjs";

const RANGE = "^20.19.0 || ^22.12.0 || >=24.0.0";

it.each(["20.19.0", "20.20.2", "22.12.0", "22.99.0", "24.0.0", "26.1.0"])("takes %s", (version) => {
  expect(satisfies(version, RANGE)).toBe(true);
});

it.each(["18.20.4", "20.18.9", "21.7.0", "22.11.1", "23.5.0"])("refuses %s", (version) => {
  expect(satisfies(version, RANGE)).toBe(false);
});
