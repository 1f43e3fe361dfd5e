import { describe, expect, it } from "vitest";
import { choosePages, foldWords } from "./choose-pages";

const HOME = new URL("https://www.firma.de/");

/** Chooses from links written as „path: words“; answers „kind path“. */
function choose(links: readonly string[], count = 5, home = HOME): string[] {
  const facts = links.map((link) => {
    const [path = "", text = ""] = link.split(": ", 2);
    return { url: new URL(path, home).href, text };
  });
  return choosePages(home, facts, count).map(({ url, kind }) =>
    url.origin === home.origin ? `${kind} ${url.pathname}${url.search}` : `${kind} ${url.href}`,
  );
}

describe("the pages that are read", () => {
  it("are the Impressum, then services and company pages in turn", () => {
    const links = [
      "/leistungen: Leistungen",
      "/produkte: Produkte",
      "/angebot: Angebot",
      "/ueber-uns: Über uns",
      "/team: Unser Team",
      "/impressum: Impressum",
    ];
    expect(choose(links)).toEqual([
      "impressum /impressum",
      "services /leistungen",
      "about /ueber-uns",
      "services /produkte",
      "about /team",
    ]);
    expect(choose(links, 3)).toHaveLength(3);
  });

  it.each([
    "/impressum: ",
    "/index.php?id=7: Impressum & Datenschutz",
    "/legal: Anbieterkennzeichnung",
    "/en/imprint: Imprint",
  ])("include the Impressum under any name: %s", (link) => {
    expect(choose(["/a: A", link])).toEqual([`impressum ${link.split(": ")[0]}`]);
  });

  it.each([
    ["/x1: Über uns", "about"],
    ["/ueber_uns.php: ", "about"],
    ["/x3: Unternehmen", "about"],
    ["/x4: Die Kanzlei", "about"],
    ["/about-us: ", "about"],
    ["/x6: Leistungsspektrum", "services"],
    ["/x8: Strom & Gas", "services"],
    ["/dienstleistungen.html: ", "services"],
    ["/x9: Zimmer und Preise", "services"],
  ])("are found by text or address: %s", (link, kind) => {
    expect(choose([link])).toEqual([`${kind} ${link.split(": ")[0]}`]);
  });

  it.each([
    "https://www.facebook.com/firma/: Über uns auf Facebook",
    "https://www.firma.com/leistungen: Leistungen",
    "/leistungen.pdf: Leistungen",
    "/login?weiter=/leistungen: Leistungen verwalten",
    "/shop/warenkorb: Warenkorb",
    "/datenschutz: Datenschutz im Unternehmen",
    "/kontakt: Kontakt",
    "/blog/unsere-leistungen-2019: Blog",
    "/seite: Weiter",
    "/: Unternehmen",
    "/index.html: Unternehmen",
    "/?utm_source=google: Unternehmen",
  ])("are never others: %s", (link) => {
    expect(choose([link])).toEqual([]);
  });

  it("are unique, without tracking parameters", () => {
    const links = [
      "/leistungen?utm_source=x&gclid=1: Leistungen",
      "/leistungen/: Alle Leistungen",
      "http://firma.de/leistungen: Leistungen",
    ];
    expect(choose(links)).toEqual(["services /leistungen"]);
  });

  it("may be on another host of the company, and use the first page's protocol", () => {
    const home = new URL("http://www.firma.de/");
    const links = [
      "https://www.firma.de/leistungen: Leistungen",
      "https://stadt.firma.de/: Über uns",
    ];
    expect(choose(links, 5, home)).toEqual([
      "services /leistungen",
      "about https://stadt.firma.de/",
    ]);
  });

  it("are preferably from the menu, near the root and German", () => {
    const links = [
      "/en/services: Services",
      "/aktion/2024/herbst/leistung-des-monats: Die Leistung des Monats in unserem großen Herbst-Angebot entdecken",
      "/leistungen/dach/steildach: Steildach",
      "/angebot: Angebot",
    ];
    expect(choose(links, 1)).toEqual(["services /angebot"]);
    expect(choose(links)).toEqual([
      "services /angebot",
      "services /leistungen/dach/steildach",
      "services /aktion/2024/herbst/leistung-des-monats",
    ]);
  });

  it("may have broken addresses", () => {
    expect(choose(["/leistungen/%E4: Leistungen"])).toEqual(["services /leistungen/%E4"]);
  });
});

it("words are compared without accents, case and punctuation", () => {
  expect(foldWords(" Über-uns_ & CAFÉ/Straße ")).toBe("ueber uns cafe strasse");
});
