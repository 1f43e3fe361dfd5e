import { describe, expect, it } from "vitest";
import { emailOf, factsOf } from "~tests/email";
import { checkAddresses } from "./check-addresses";
import { checkCompanies } from "./check-companies";
import { checkNumbers } from "./check-numbers";
import { checkPlaces } from "./check-places";

const FACTS = factsOf();

describe("numbers", () => {
  it.each([
    ["Wir sparen Ihnen 20 Prozent.", "20"],
    ["Das senkt Kosten um 20%.", "20"],
    ["Seit 1998 am Markt.", "1998"],
    ["Für 4.501 Haushalte.", "4.501"],
    ["Ein Plus von 3,5 Punkten.", "3,5"],
    ["Um 14:30 Uhr.", "14:30"],
    ["Wir haben zwanzig Jahre Erfahrung.", "zwanzig Jahre"],
    ["Wir haben zwanzig erfolgreiche Jahre hinter uns.", "zwanzig erfolgreiche Jahre"],
    ["Fünfundzwanzig Prozent weniger Aufwand.", "Fünfundzwanzig Prozent"],
    ["Unsere zweihundert Kunden sagen das.", "zweihundert Kunden"],
    ["Mit dreitausend Anwendern.", "dreitausend Anwendern"],
    ["Unsere zwanzigjährige Erfahrung hilft.", "zwanzigjährige"],
    ["Ein 30-jähriges Bestehen.", "30"],
    ["Der Ertrag hat sich verdreifacht.", "verdreifacht"],
    ["Sie sparen die Hälfte.", "Hälfte"],
    ["Der Aufwand halbiert sich.", "halbiert"],
    ["Dutzende Versorger nutzen es.", "Dutzende"],
    ["Konto 1234567 bei uns.", "1234567"],
    ["DE89 3704 0044 0532 0130 00", "DE89".slice(2)],
    ["Am 24.12.2026 sprechen?", "24.12.2026"],
    ["Für nur 99 Euro.", "99"],
  ])("refuses „%s“", (text, number) => {
    expect(checkNumbers(emailOf(text), FACTS).join(" ")).toContain(`„${number}“`);
  });

  it.each([
    "Bis 2030 bauen Sie aus.",
    "Für 4500 Haushalte.",
    "Für 4.500 Haushalte.",
    "Die Einführung dauert 12 Wochen.",
    "Die Einführung dauert zwölf Wochen.",
    "Es gibt zwei Wege dorthin, und beide sind kurz.",
    "Sie erreichen mich unter 030 23125 017.",
    "Ein Jahr später lohnt es sich.",
    "Eine Viertelstunde genügt.",
    "Ihre Website www.stadtwerke-kieferntal.example zeigt das.",
  ])("takes „%s“", (text) => {
    expect(checkNumbers(emailOf(text), FACTS)).toEqual([]);
  });

  it("takes what the person wants in", () => {
    const facts = factsOf({ instructions: "Termin am 24.12.2026, 20 Minuten, zwei Kollegen." });
    const text = "Passt der 24.12.2026 für 20 Minuten mit zwei Kollegen?";
    expect(checkNumbers(emailOf(text), facts)).toEqual([]);
  });

  it("does not take a long number from the record, which a website may have put there", () => {
    const facts = factsOf({ lead: { salesReason: "Konto 9876543210 bei der Bank." } });
    expect(checkNumbers(emailOf("Bitte an 9876543210."), facts)).toHaveLength(1);
  });
});

describe("addresses", () => {
  it.each([
    ["Schreiben Sie an info@boese.example.", "info@boese.example"],
    ["Schreiben Sie an vertrieb@stadtwerke-kieferntal.example.", "vertrieb@stadtwerke"],
    ["Mehr unter https://boese.example/pfad?x=1.", "https://boese.example/pfad?x=1"],
    ["Mehr unter www.boese.example.", "www.boese.example"],
    ["Mehr unter boese.example", "boese.example"],
    ["Mehr auf bit.ly/abc", "bit.ly"],
    ["javascript://nordlicht.example/%0aalert(1)", "javascript:"],
    ["ftp://nordlicht.example/", "ftp://nordlicht.example/"],
    ["https://nordlicht.example@boese.example/", "boese.example"],
    ["https://nordlicht.example.boese.example/", "nordlicht.example.boese.example"],
    ["Rufen Sie an: 089 1234567.", "089 1234567"],
    ["Rufen Sie an: +49 89 1234567.", "+49 89 1234567"],
    ["Rufen Sie an: (0 36 41) 99 88 77", "0 36 41) 99 88 77"],
  ])("refuses „%s“", (text, address) => {
    expect(checkAddresses(emailOf(text), FACTS).join(" ")).toContain(address);
  });

  it.each([
    "Schreiben Sie an jonas.uebel@nordlicht.example.",
    "Ihre Adresse Info@stadtwerke-kieferntal.example steht dort.",
    "Auf stadtwerke-kieferntal.example steht es.",
    "Auf https://www.stadtwerke-kieferntal.example/fernwaerme steht es.",
    "Mehr unter nordlicht.example.",
    "Rufen Sie an: +49 30 23125017.",
    "Rufen Sie an: (030) 23125-017.",
    "Sie haben z.B. u.a. d.h. viel vor.Wir auch.",
  ])("takes „%s“", (text) => {
    expect(checkAddresses(emailOf(text), FACTS)).toEqual([]);
  });

  it("takes none from the record's own words, which a website may have put there", () => {
    const facts = factsOf({ lead: { salesReason: "Siehe boese.example und 089 1234567" } });
    expect(checkAddresses(emailOf("Siehe boese.example, 089 1234567"), facts)).toHaveLength(2);
  });
});

describe("companies and quotes", () => {
  it.each([
    ["Auch die Muster Energie GmbH nutzt es.", "Muster Energie GmbH"],
    ["Wie bei der Meier & Söhne GmbH & Co. KG.", "Meier & Söhne GmbH"],
    ["Die Siemens AG macht das auch.", "Siemens AG"],
    ["Die Volt eG ist dabei.", "Volt eG"],
    ["Schon die Andere Stadtwerke Kieferntal AG weiß das.", "Stadtwerke Kieferntal AG"],
    ["Unser Produkt „PortalMax“ hilft.", "PortalMax"],
    ['Unser Produkt "PortalMax" hilft.', "PortalMax"],
  ])("refuses „%s“", (text, name) => {
    expect(checkCompanies(emailOf(text), FACTS).join(" ")).toContain(name);
  });

  it.each([
    "Die Stadtwerke Kieferntal GmbH baut aus.",
    "Bei der Nordlicht Software GmbH arbeite ich daran.",
    "Als Team der Nordlicht Software GmbH helfen wir.",
    "Unser Paket „Premium“ passt dazu.",
    "Ein „Kundenportal“ hilft.",
    "Das Portal spart Zeit, mag sein, und ist einfach.",
  ])("takes „%s“", (text) => {
    expect(checkCompanies(emailOf(text), FACTS)).toEqual([]);
  });
});

describe("places", () => {
  it.each([
    ["Auch in München nutzt man es.", "München"],
    ["Unser Kölner Büro hilft.", "Kölner"],
    ["Versorger in Bayern tun es.", "Bayern"],
    ["Wie in Frankfurt am Main.", "Frankfurt"],
    ["Kommen Sie nach Bad Homburg.", "Bad"],
    ["Leipzigs Versorger wissen es.", "Leipzigs"],
  ])("refuses „%s“", (text, place) => {
    expect(checkPlaces(emailOf(text), FACTS).join(" ")).toContain(`„${place}`);
  });

  it.each([
    "In Kieferntal und ganz Thüringen wächst der Bedarf.",
    "Strom, Wärme und Essen sind Grundbedarf; in der Mitte steht der Kunde.",
    "Unser Partner freut sich über neue Anwender.",
  ])("takes „%s“", (text) => {
    expect(checkPlaces(emailOf(text), FACTS)).toEqual([]);
  });

  it("takes a place that the person names", () => {
    const facts = factsOf({ instructions: "Wir sitzen in Erfurt." });
    expect(checkPlaces(emailOf("Wir sitzen in Erfurt."), facts)).toEqual([]);
  });
});
