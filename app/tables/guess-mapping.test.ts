import { describe, expect, it } from "vitest";
import { LEAD_COLUMNS } from "../exports/lead-columns";
import { FAULT_COLUMN, IMPORT_FIELDS } from "./fields";
import { guessMapping } from "./guess-mapping.server";

const guess = (header: string[], ...rows: string[][]) => guessMapping({ header, rows });

describe("the guess of a mapping", () => {
  it("knows German and English headers however they are written", () => {
    expect(
      guess(["FIRMENNAME", "e-mail adresse", "Straße & Nr.", "Zip Code", "Web-Seite"]),
    ).toEqual(["companyName", "email", "street", "postalCode", "website"]);
    expect(guess(["Company", "Phone", "City", "Contact Person", "Job Title"])).toEqual([
      "companyName",
      "phone",
      "city",
      "contactName",
      "contactTitle",
    ]);
    expect(guess(["Straße/Hausnr.", "Ansprechpartner", "Branche", "Bemerkung"])).toEqual([
      "street",
      "contactName",
      "companyType",
      "notes",
    ]);
  });

  it("takes every column of our own export that can be imported by its heading", () => {
    const header = LEAD_COLUMNS.map((column) => column.header);
    const mapping = guess(
      header,
      header.map(() => "2026-11-20"),
    );
    const names = mapping.map((field) => (field === null ? null : IMPORT_FIELDS[field]));
    // Only files of before have a status.
    const own: readonly string[] = Object.values(IMPORT_FIELDS);
    expect(names).toEqual(header.map((name) => (own.includes(name) ? name : null)));
    expect(names.filter((name) => name !== null)).toHaveLength(own.length - 1);
  });

  it("looks at what stands in a column whose header says nothing", () => {
    const rows = [
      ["a@firma.de", "https://firma.de/x", "firma.de", "01067", "030 23125101", "x"],
      ["b@firma.de", "www.müller.de", "müller.de", "80331", "+49 (0)30 1234567", "y"],
      ["", "", "", "", "", ""],
    ];
    expect(guess(["A", "B", "C", "D", "E", "F"], ...rows)).toEqual([
      "email",
      "website",
      "domain",
      "postalCode",
      "phone",
      null,
    ]);
    expect(guess(["Spalte 1"], ["a@firma.de"], ["kein Wert"], ["x"])).toEqual([null]);
  });

  it("gives each field once and leaves what says what is wrong", () => {
    const rows = [["a@firma.de", "b@firma.de", "c@firma.de", "d@firma.de"]];
    expect(guess(["E-Mail", "Mail", "Irgendwas", FAULT_COLUMN], ...rows)).toEqual([
      "email",
      null,
      null,
      null,
    ]);
  });
});
