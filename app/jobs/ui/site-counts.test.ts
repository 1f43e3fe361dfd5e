import { expect, it } from "vitest";
import type { JobResult } from "../job";
import { countSites, siteItems } from "./site-counts";

it.each<[JobResult["siteState"][], object[]]>([
  [[], []],
  [[null, "pending"], []],
  [
    ["unreadable", "read", "unreadable", "pending", "unreadable"],
    [
      { label: "gelesen", value: 1 },
      { label: "nicht lesbar", value: 3 },
    ],
  ],
  [
    ["failed", "recent"],
    [
      { label: "schon vorher gelesen", value: 1 },
      { label: "nicht ausgewertet", value: 1 },
    ],
  ],
])("of websites in the states %j it is told %j", (states, items) => {
  expect(siteItems(countSites(states.map((siteState) => ({ siteState }))))).toEqual(items);
});

it("tells nothing where the states are not known", () => {
  expect(siteItems(null)).toEqual([]);
});
