import { expect, it } from "vitest";
import { homePage } from "~tests/reading";
import { COMPANY_TYPES } from "./assessment-question";
import { assessByRules, settleType, type TypeHint } from "./company-type-rules.server";

it.each([
  ["Stadtwerke", "Stadtwerke Musterstadt: Strom, Gas und Trinkwasser. Daseinsvorsorge für alle."],
  ["Netzbetreiber", "Als Netzbetreiber sorgen wir für Ihren Netzanschluss im Netzgebiet."],
  ["Wasserversorger", "Der Wasserverband liefert Trinkwasser aus eigenen Brunnen."],
  ["Entsorger", "Abfallwirtschaft und Recycling, Containerdienst für Ihren Abfall."],
  ["Energieversorger", "Ihr Energieversorger mit Ökostrom und Erdgas, Nahwärme im Quartier."],
  ["Industriepark", "Der Chemiepark bietet Flächen für die Ansiedlung."],
  ["Industrieunternehmen", "Maschinenbau und Serienfertigung für die Automotive-Industrie."],
  ["Handwerksbetrieb", "Meisterbetrieb für Heizung und Sanitär, Mitglied der Innung."],
  ["Gesundheit", "Arztpraxis mit offener Sprechstunde für alle Patienten."],
  ["Gastgewerbe", "Hotel und Restaurant mit regionaler Küche und Mittagstisch."],
  ["IT", "Systemhaus für Cloud und Hosting, Softwareentwicklung aus Leipzig."],
  ["Handel", "Fachhandel und Onlineshop mit großem Sortiment."],
  ["Kommune/Verwaltung", "Rathaus und Bürgeramt, der Gemeinderat tagt öffentlich."],
  ["Verein", "Der Sportverein lebt vom Ehrenamt und vom Mitgliedsbeitrag."],
  ["Verkehr/Logistik", "Spedition für Transport und Logistik mit eigenem Lager."],
  ["Dienstleister", "Steuerberatung und Unternehmensberatung, die Kanzlei am Markt."],
])("tells %s by its words", (type, text) => {
  expect(COMPANY_TYPES).toContain(type);
  expect(assessByRules([homePage("a.de", text)], null).companyType).toBe(type);
});

it("says nothing where too little stands there", () => {
  expect(assessByRules([homePage("a.de", "Willkommen auf unserer Seite.")], null)).toEqual({
    companyType: null,
    topics: [],
  });
});

/** Text without any hint of a type. */
const ordinary = (times: number) => "Wir sind seit vielen Jahren gern für Sie da. ".repeat(times);

it.each([
  ["one word", "Alte Schule", "Unsere Gaststube. Der Kindergarten liegt nebenan."],
  ["two in passing", null, "Studien für Hersteller und für die Industrie, auch für die Industrie."],
  ["two in a long text", null, `Klinikum Musterstadt, Patienten. ${ordinary(80)}`],
  [
    "words that begin alike",
    null,
    "Termine vereinbaren, Vereinbarung, Vereinigung. Es handelt sich.",
  ],
])("is not carried away by %s", (_, name, text) => {
  expect(assessByRules([homePage("a.de", text)], name).companyType).toBeNull();
});

it("takes an association by its name, and no authority that an Impressum names", () => {
  const home = homePage("a.de", ordinary(3));
  expect(assessByRules([home], "Kegelfreunde Muster e. V.").companyType).toBe("Verein");
  const text = "Aufsichtsbehörde: Landratsamt, Rathaus, Stadtverwaltung, Bürgeramt";
  const imprint = { ...home, kind: "impressum", text } as const;
  expect(assessByRules([home, imprint], null).companyType).toBeNull();
});

it("names at most eight topics, the commonest first", () => {
  const text =
    "Fernwärme Fernwärme Fernwärme Strom Strom Trinkwasser Abwasser Hallenbad Glasfaser Wallbox Wartung Beratung Software Ausbildung";
  const { topics } = assessByRules([homePage("a.de", text)], null);
  expect(topics).toHaveLength(8);
  expect(topics.slice(0, 2)).toEqual(["Fernwärme", "Strom"]);
});

it("is not carried away by a word that is repeated", () => {
  const text = `Steuerberater in Köln: Steuerberatung, Kanzlei. ${"Strom ".repeat(500)}`;
  expect(assessByRules([homePage("a.de", text)], null).companyType).toBe("Dienstleister");
});

const CITY = homePage(
  "a.de",
  "Stadtwerke Musterstadt: Strom und Erdgas. Die Stadtwerke sind für Sie da. Stadtwerke!",
);
const TERM = { from: "Der Suchbegriff", text: "Stadtwerke" };
const MAP = { from: "Die Kategorie der Karte", text: "Hotel" };

it.each<[string, string | null, TypeHint[], string | null, RegExp | null]>([
  ["of the same opinion", "Stadtwerke", [TERM], "Stadtwerke", null],
  [
    "without words on the page",
    "Gastgewerbe",
    [],
    "Stadtwerke",
    /^Firmentyp laut Website\. Das Sprachmodell sagt: Gastgewerbe\.$/,
  ],
  ["with words on the page", "Energieversorger", [], "Energieversorger", null],
  [
    "with words, against term and page",
    "Energieversorger",
    [TERM],
    "Stadtwerke",
    /sagt: Energieversorger\./,
  ],
  ["that says nothing", null, [TERM], "Stadtwerke", null],
  [
    "against the map",
    "Stadtwerke",
    [MAP],
    "Stadtwerke",
    /Die Kategorie der Karte „Hotel“ sagt: Gastgewerbe\./,
  ],
])("a type %s is settled by the page's wording", (_name, given, hints, companyType, note) => {
  const settled = settleType(given, [CITY], null, hints);
  expect(settled.companyType).toBe(companyType);
  expect(settled.note ?? "").toMatch(note ?? /^$/);
});

it("keeps the model's type where the page has no word of its own", () => {
  const page = homePage("a.de", "Willkommen. Wir beraten Hotels, Restaurants und Arztpraxen.");
  expect(settleType("IT", [page], null, []).companyType).toBe("IT");
});
