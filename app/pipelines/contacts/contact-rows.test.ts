import { describe, expect, it } from "vitest";
import { tableOf } from "~tests/import-run";
import {
  contactColumnsOf,
  guessContactColumns,
  NO_CONTACT_COLUMNS,
} from "./contact-columns.server";
import { countContactRows, isNameOnly, readContactRows } from "./contact-rows.server";

describe("the columns of a list", () => {
  it.each([
    [["Firma", "Domain", "Website"], ["A", "a.de", "https://b.de"], "Domain", "Firma"],
    [
      ["Unternehmen", "Homepage", "E-Mail"],
      ["A", "https://b.de", "x@c.de"],
      "Homepage",
      "Unternehmen",
    ],
    [["Kunde", "Mail"], ["A", "x@c.de"], "Mail", "Kunde"],
    [["Was auch immer", "Ort"], ["www.firma.de", "Köln"], "Was auch immer", null],
    [["Company", "City"], ["A", "Köln"], null, "Company"],
    [["Ort", "Land"], ["Köln", "DE"], null, null],
  ])("%j are guessed", (header, row, domainColumn, companyColumn) => {
    expect(guessContactColumns(tableOf(header, row))).toEqual({ domainColumn, companyColumn });
  });

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

  it("has a website where the cell is the address of one", () => {
    const websites = ["https://firma.de/x", "www.firma.de", "firma.de", "info@firma.de"].map(
      (cell) => rowOf(cell).company.website,
    );
    expect(websites).toEqual(["https://firma.de/x", "www.firma.de", null, null]);
  });

  it("keeps all its cells, and is not broken by missing ones", () => {
    const table = tableOf(["Firma", "Domain", "Ort"], ["A", "a.de", "Köln"], ["B"]);
    const rows = readContactRows(table, COLUMNS);
    expect(rows.map(({ company }) => company.payload)).toEqual([
      { Firma: "A", Domain: "a.de", Ort: "Köln" },
      { Firma: "B" },
    ]);
    expect(rows.map(isNameOnly)).toEqual([false, true]);
  });
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
    without: 2,
    doubles: 2,
  });
});
