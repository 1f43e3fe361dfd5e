import { describe, expect, it } from "vitest";
import { homePage } from "~tests/reading";
import { keepVerbatimPassages } from "./passages";

const TEXT =
  "Wir versorgen „30.000 Haushalte“ mit Strom.\nUnser Netz ist 400 km lang – und wächst.\nKunden‑Center in der Hauptstraße 1";
const PAGES = [
  homePage("a.de", TEXT),
  {
    url: "https://a.de/ueber-uns",
    kind: "about" as const,
    title: "Über die Stadtwerke A",
    text: "Seit 1890 für die Region da.",
  },
];

describe("a passage", () => {
  it.each([
    ["cut together of short parts", "Wir versorgen … 400 km lang", "https://a.de/"],
    ["cut together without a mark", "Wir versorgen 400 km lang", "https://a.de/"],
    ["too short to say anything", "Unser Netz", "https://a.de/"],
    ["of signs alone", "…………………………", "https://a.de/"],
    ["of title and text together", "Stadtwerke A Seit 1890", "https://a.de/ueber-uns"],
    ["cut together in another order", "Unser Netz ist … Wir versorgen", "https://a.de/"],
  ])("is dropped %s", (_name, quote, url) => {
    expect(keepVerbatimPassages([{ quote, url }], PAGES)).toEqual([]);
  });

  it("stands once, with the page's own address", () => {
    const quote = "Unser Netz ist 400 km lang";
    const passages = [
      { quote, url: "https://a.de/ueber-uns" },
      { quote: `„${quote}“`, url: "https://a.de/" },
    ];
    expect(keepVerbatimPassages(passages, PAGES)).toEqual([{ quote, url: "https://a.de/" }]);
  });
});
