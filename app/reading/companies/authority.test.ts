import { describe, expect, it } from "vitest";
import { isAuthority, isOfTrade } from "./authority.server";
import { legalFormOf } from "./legal-forms";

function judge(companyName: string | null, lines = "", registerNumber: string | null = null) {
  const legalForm = legalFormOf(companyName ?? "");
  const text = `${companyName ?? ""}\n${lines}\nWeg 1\n12345 Neudorf`;
  return isAuthority({ companyName, legalForm, registerNumber }, text);
}

describe("an Impressum", () => {
  it.each<[name: string | null, lines?: string, register?: string | null]>([
    ["Landkreis Neudorf"],
    ["Große Kreisstadt Neudorf"],
    ["Technische Universität Neudorf"],
    ["Handwerkskammer Neudorf"],
    ["Fachverband Dach e. V."],
    ["Neudorf Tourismus GmbH", "", "HRB 12"],
    ["Musikfreunde Neudorf", "", "VR 12"],
    ["Markt Neudorf", "Vertreten durch die Erste Bürgermeisterin Ida Rau"],
    ["Studienwerk Neudorf", "Das Studienwerk ist eine Körperschaft des öffentlichen Rechts."],
    ["Kasse Neudorf", "Körperschaft des öffentlichen Rechts"],
    [null, "Rechtsanwaltskammer Neudorf"],
    ["Georg-Mai-Universität Neudorf"],
    ["Kur & Tourismus Neudorf GmbH", "", "HRB 12"],
  ])("of %s %s %s is an authority's", (name, lines = "", register = null) => {
    expect(judge(name, lines, register)).toBe(true);
  });

  it.each<[name: string | null, lines?: string, register?: string | null]>([
    ["Neudorf Touristik GmbH"],
    ["Stadtwerke Neudorf AöR"],
    ["Zweckverband Wasserversorgung Neudorf KdöR"],
    ["Kreis GmbH"],
    ["Stadt-Apotheke Neudorf"],
    ["Dach und Mehr e.V.", "", "HRB 12"],
    ["Praxis Rau", "Die Ärztekammer Neudorf ist eine Körperschaft des öffentlichen Rechts."],
    ["Praxis Rau", "Verantwortlich: Ida Rau, Bürgermeister-Mai-Straße 5"],
    ["Praxis Rau", "Verantwortlich: Ida Rau, Bürgermeister Mai Straße 5"],
    [null, "Dr. Ida Rau\nZuständige Kammer:\nÄrztekammer Neudorf"],
    ["Malermeister Peter Kreis"],
    ["Restaurant Schatzkammer"],
    ["Hotel Alte Feuerwehr"],
    ["Kurz Marketing GmbH"],
    ["Rau Tourismusberatung GmbH"],
    [null, "Zuständig: Ärztekammer Neudorf, Körperschaft des öffentlichen Rechts\nIda Rau\nx\nx"],
  ])("of %s %s %s is a company's", (name, lines = "", register = null) => {
    expect(judge(name, lines, register)).toBe(false);
  });
});

it.each([
  ["Pflegedienst", "Ambulante Pflege Neudorf e.V", true],
  ["Maler Neudorf", "Freunde der Kunst Neudorf e. V.", false],
  ["Tourismus", "Tourismusverband Neudorf e. V.", false],
  ["Windenergie", "Energiestammtisch Neudorf e. V.", false],
  ["Camping", "Campingfreunde Neudorf e. V.", false],
  ["Lohnsteuerhilfe", "Lohnsteuerhilfeverein Neudorf e. V.", true],
])("a search for %s wants %s: %s", (query, name, isWanted) => {
  expect(isOfTrade(query, name)).toBe(isWanted);
});
