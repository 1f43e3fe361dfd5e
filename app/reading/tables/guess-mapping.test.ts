import { describe, expect, it } from "vitest";
import { LEAD_COLUMNS } from "../../exports/lead-columns";
import { untakenReason } from "./column-values.server";
import { FAULT_COLUMN, IMPORT_FIELDS, type Mapping } from "./fields";
import { guessMapping } from "./guess-mapping.server";

/** Import fields without a column in our export. */
const LISTS_ALONE = ["status", "country", "contactEmail", "contactPhone"];

const guess = (header: string[], ...rows: string[][]) => guessMapping({ header, rows });

describe("a guessed mapping", () => {
  it("maps every importable column of our own export by its header", () => {
    const header = LEAD_COLUMNS.map((column) => column.header);
    const values: Partial<Record<string, string>> = {
      ...{
        Domain: "firma.de",
        Website: "firma.de",
        "E-Mail": "a@firma.de",
        Telefon: "030 23125101",
      },
      ...{ "Weitere E-Mails": "b@firma.de", PLZ: "80331", Adresse: "Weg 1, 80331 München" },
      ...{ Bundesland: "Bayern", Bewertung: "4", Kontaktiert: "ja", Favorit: "nein" },
      ...{ Freigegeben: "ja", Wiedervorlage: "24.11.2026" },
    };
    const mapping = guess(
      header,
      header.map((name) => values[name] ?? "Wort"),
    );
    const names = mapping.map((field) => (field === null ? null : IMPORT_FIELDS[field]));
    const own: readonly string[] = Object.values(IMPORT_FIELDS);
    expect(names).toEqual(header.map((name) => (own.includes(name) ? name : null)));
    expect(names.filter((name) => name !== null)).toHaveLength(own.length - LISTS_ALONE.length);
  });

  it("takes codes and missing towns from a second column of towns", () => {
    const codes = guess(["Ort", "PLZ Ort"], ["Köln", "50667 Köln"], ["Bonn", "53111 Bonn"]);
    expect(codes).toEqual(["city", "postalCode"]);
    expect(guess(["Ort", "Stadt"], ["Köln", ""], ["", "Bonn"])).toEqual(["city", "city"]);
    expect(guess(["Ort", "Stadt"], ["Köln", "Köln"], ["Bonn", ""])).toEqual(["city", null]);
  });

  it("uses each field once and ignores the error column", () => {
    const rows = [["a@firma.de", "b@firma.de", "c@firma.de", "d@firma.de"]];
    expect(guess(["E-Mail", "Mail", "Irgendwas", FAULT_COLUMN], ...rows)).toEqual([
      "email",
      "emails",
      null,
      null,
    ]);
  });
});

it("says why a column with a known header fills no field", () => {
  const header = ["Ort", "Stadt", "PLZ", "Ansprechpartner", "Irgendwas"];
  const rows = ["Köln", "Bonn", "Trier", "Mainz"].map((town) => [
    town,
    town,
    "x",
    "Jana Koch",
    "y",
  ]);
  const mapping = guess(header, ...rows);
  const reasons = (chosen: Mapping) =>
    header.map((_, column) => untakenReason({ header, rows }, chosen, column));
  expect(reasons(mapping)).toEqual([
    null,
    "Schon aus „Ort“ übernommen",
    "Die Werte passen nicht zu „PLZ“",
    "Die Namen wiederholen sich",
    null,
  ]);
  expect(reasons(mapping.map(() => null)).slice(0, 2)).toEqual([null, null]);
});
