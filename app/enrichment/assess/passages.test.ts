import { describe, expect, it } from "vitest";
import { homePage } from "~tests/reading";
import { keepStandingPassages } from "./passages";

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
    ["as it stands there", "Unser Netz ist 400 km lang", "https://a.de/"],
    ["in other quotation marks", 'Wir versorgen "30.000 Haushalte" mit Strom.', "https://a.de/"],
    ["in marks of its own", "„Unser Netz ist 400 km lang“", "https://a.de/"],
    ["with dots around it", "… Netz ist 400 km lang …", "https://a.de/"],
    ["in capitals", "UNSER NETZ IST 400 KM LANG", "https://a.de/"],
    ["with other blanks and dashes", "400  km lang - und\u00a0wächst", "https://a.de/"],
    ["over the end of a line", "mit Strom. Unser Netz", "https://a.de/"],
    ["with another hyphen", "Kunden-Center in der Hauptstraße", "https://a.de/"],
    ["without an address", "Unser Netz ist 400 km lang", ""],
    ["of a page that was not read", "Unser Netz ist 400 km lang", "https://b.de/"],
    ["with umlauts written out", "Kundencenter in der Hauptstrasse", "https://a.de/"],
    ["with words left out", "Wir versorgen … Unser Netz ist", "https://a.de/"],
    ["of the title", "Über die Stadtwerke A", "https://a.de/ueber-uns"],
    [
      "with a slash more at the address",
      "Seit 1890 für die Region",
      "https://a.de/ueber-uns/#team",
    ],
  ])("counts %s", (_name, quote, url) => {
    expect(keepStandingPassages([{ quote, url }], PAGES)).toHaveLength(1);
  });

  it.each([
    ["that stands nowhere", "Wir sind der beste Versorger.", "https://a.de/"],
    ["with a word changed", "Unser Netz ist 900 km lang", "https://a.de/"],
    ["cut together of short parts", "Wir versorgen … 400 km lang", "https://a.de/"],
    ["cut together without a mark", "Wir versorgen 400 km lang", "https://a.de/"],
    ["in another order", "lang km 400 ist Netz Unser", "https://a.de/"],
    ["too short to say anything", "Unser Netz", "https://a.de/"],
    ["of signs alone", "…………………………", "https://a.de/"],
    ["of nothing", "", "https://a.de/"],
    ["of title and text together", "Stadtwerke A Seit 1890", "https://a.de/ueber-uns"],
    ["cut together in another order", "Unser Netz ist … Wir versorgen", "https://a.de/"],
  ])("is dropped %s", (_name, quote, url) => {
    expect(keepStandingPassages([{ quote, url }], PAGES)).toEqual([]);
  });

  it("stands once, with the page's own address", () => {
    const quote = "Unser Netz ist 400 km lang";
    const passages = [
      { quote, url: "https://a.de/ueber-uns" },
      { quote: `„${quote}“`, url: "https://a.de/" },
    ];
    expect(keepStandingPassages(passages, PAGES)).toEqual([{ quote, url: "https://a.de/" }]);
  });
});
