import { describe, expect, it } from "vitest";
import { tableOf } from "~tests/import-run";
import { contactColumnsOf, NO_CONTACT_COLUMNS } from "./contact-columns.server";
import { countContactRows, isNameOnly, readContactRows } from "./contact-rows.server";

describe("the columns of a list", () => {
  const table = tableOf(["Firma", "Web", "Zweite"], ["A", "a.de", "B"]);

  it("are those that were chosen, without a guess beside them", () => {
    const chosen = { domainColumn: " Zweite ", companyColumn: "" };
    expect(contactColumnsOf(table, chosen)).toEqual({
      domainColumn: "Zweite",
      companyColumn: null,
    });
    expect(contactColumnsOf(table, { domainColumn: null })).toEqual({
      domainColumn: "Web",
      companyColumn: "Firma",
    });
  });

  it("that are not there, or are of no use, are refused with a sentence", () => {
    expect(() => contactColumnsOf(table, { companyColumn: "Fehlt" })).toThrow(
      "Die Datei hat keine Spalte „Fehlt“. Vorhanden sind: Firma, Web, Zweite.",
    );
    expect(() => contactColumnsOf(tableOf(["Ort"], ["Köln"]))).toThrow(NO_CONTACT_COLUMNS);
  });
});

const COLUMNS = { domainColumn: "Domain", companyColumn: "Firma" };

function rowOf(domain: string, name = "") {
  const [row] = readContactRows(tableOf(["Firma", "Domain"], [name, domain]), COLUMNS);
  if (row === undefined) throw new Error("no row");
  return row;
}

describe("a row of a list", () => {
  it.each([
    ["https://www.Müller-Bäder.de/kontakt", "xn--mller-bder-w5a5z.de"],
    ["info@firma.de", "firma.de"],
    ["mailto:info@firma.de", "firma.de"],
    [" shop.firma.de , info@zweite.de", "firma.de"],
    ["firma.de; zweite.de", "firma.de"],
  ])("with %j has the domain %s", (cell, domain) => {
    const row = rowOf(cell, "Firma");
    expect(row.key).toEqual({ kind: "company", domain });
    expect(row.company.domain).toBe(domain);
    expect(isNameOnly(row)).toBe(false);
  });

  it.each(["", "k. A.", "-", "anna@gmx.de", "https://facebook.com/firma", "192.168.0.1"])(
    "with %j goes by its name, if it has one",
    (cell) => {
      expect(isNameOnly(rowOf(cell, "  Müller \n GmbH "))).toBe(true);
      expect(rowOf(cell, "  Müller \n GmbH ").company.name).toBe("Müller GmbH");
      expect(isNameOnly(rowOf(cell, " "))).toBe(false);
    },
  );
});

it("counts what a run would ask for", () => {
  const table = tableOf(
    ["Firma", "Domain"],
    ["Eins", "eins.de"],
    ["Eins noch einmal", "https://www.eins.de"],
    ["Müller GmbH", ""],
    ["MUELLER  gmbh", "facebook.com/mueller"],
    ["", "facebook.com/mueller"],
    ["", ""],
    ["Zwei", "info@zwei.de"],
  );
  expect(countContactRows(table, COLUMNS)).toEqual({
    rows: 7,
    withDomain: 2,
    byName: 1,
    unnamed: 2,
    duplicates: 2,
  });
});
