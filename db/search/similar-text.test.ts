import { describe, expect, it } from "vitest";
import { searchDocument } from "./search-document";
import { hasOneFault, mostSimilar } from "./similar-text";

/** The names among these that are similar to a search text, the most similar first. */
function similarTo(q: string, ...names: string[]): string[] {
  const leads = names.map((name) => ({ name, document: searchDocument({ companyName: name }) }));
  return mostSimilar(q, leads).map(({ name }) => name);
}

describe("hasOneFault", () => {
  it.each(["kesler", "kesssler", "kestler", "ekssler", "kessle", "kesslre", "xessler"])(
    "takes „%s“ for „kessler“",
    (typed) =>
      expect([hasOneFault(typed, "kessler"), hasOneFault("kessler", typed)]).toEqual([true, true]),
  );
  it.each(["kslr", "kesxxer", "kelssre", "ressle", "skesslr"])("but not „%s“", (typed) =>
    expect([hasOneFault(typed, "kessler"), hasOneFault("kessler", typed)]).toEqual([false, false]),
  );
});

describe("mostSimilar", () => {
  it.each([
    ["Dachbegrünnung Holm", "Dachbegrünung Holm"],
    ["Dachbegrunungg", "Dachbegrünung Holm"],
    ["Maeyr", "Mayer Bau"],
    ["Schreibwraen", "Schreibwarenhandlung Witt"],
    ["Gärtnereien", "Gärtnerei Moos"],
    ["Möbelhäuser", "Möbelhaus Eck"],
    ["Möbelhaus", "Möbelhäuser Nord"],
    ["Praxen", "Praxis am Wall"],
    ["Tischlereien", "Bautischlerei Span"],
    ["Drogeriemarkt", "Drogerie Markt Dill"],
    ["Geografieverlag", "Geographieverlag Kompass"],
    ["Katarina Mayr", "Catharina Meier"],
    ["Ehrhardt", "Optik Erhard"],
    ["Karl", "Carl & Söhne"],
    ["Druckluft-Kesler", "Druckluft-Kessler"],
  ])("finds for „%s“ „%s“", (q, name) => {
    expect(similarTo(q, "Pumpen Wieck", name)).toEqual([name]);
  });

  it.each([
    ["Kern", "Kehr Bau"],
    ["„Kesler“", "Kessler Bau"],
    ["Kesler Dach", "Kessler Bau"],
    ["info@kesler.example", "Kessler Bau"],
    ["Ringstraße", "Böckingstraße 3"],
    ["56082", "Halle 56081"],
  ])("finds nothing for „%s“ in „%s“", (q, name) => {
    expect(similarTo(q, name)).toEqual([]);
  });

  it("puts what sounds the same before what has a fault, and leaves out what is found", () => {
    const names = ["Meter Nord", "Meyerhof", "Mayer Bau", "Meyer Putz"];
    expect(similarTo("Meyer", ...names)).toEqual(["Mayer Bau", "Meter Nord"]);
    const many = Array.from({ length: 12 }, (_, n) => `Mayer Bau ${n}`);
    expect(similarTo("Meyer", ...many)).toEqual(many.slice(0, 10));
  });

  it.each(["375 56081", "49375 5608", "3 7556"])(
    "finds a telephone number by its part „%s“",
    (q) => {
      const document = searchDocument({ phone: "+493755608112", postalCode: "08056" });
      expect(mostSimilar(q, [{ document }])).toEqual([{ document }]);
    },
  );
});
