import { describe, expect, it } from "vitest";
import { blockDomain } from "~db/queries/blocked-domains";
import { addLead, NOON, openTestStore } from "~tests/store";
import type { ImportField } from "../tables/fields";
import { countRows, previewImport } from "./preview-import.server";
import { readRow } from "./read-row.server";

function read(values: Partial<Record<ImportField, string>>) {
  const entries = Object.entries(values);
  const fields = Object.keys(values).filter((name): name is ImportField => name in values);
  return readRow(
    fields,
    entries.map(([, value]) => value),
    fields,
  );
}

function companyOf(values: Partial<Record<ImportField, string>>) {
  const reading = read(values);
  if (reading.faults !== null) throw new Error(reading.faults.join());
  return { ...reading.company, key: reading.key };
}

function faultsOf(values: Partial<Record<ImportField, string>>): string[] {
  return read({ website: "firma.de", ...values }).faults ?? [];
}

describe("a row of a list", () => {
  it("becomes a company with all that it says", () => {
    const company = companyOf({
      companyName: "Müller Bäder GmbH",
      website: "https://www.müller-bäder.de/x",
      email: "info@müller-bäder.de",
      emails: "zwei@firma.de; drei@firma.de, info@müller-bäder.de",
      federalState: "BY",
      salesScore: "4,0",
      status: "In Bearbeitung",
      contacted: "x",
      favorite: "Nein",
      approved: "ja",
      tags: "Messe,  A  B ,messe",
      notes: "eins\nzwei",
      sourceTerm: "Bäder",
    });
    expect(company).toMatchObject({
      name: "Müller Bäder GmbH",
      website: "https://www.müller-bäder.de/x",
      phone: null,
      federalState: "Bayern",
      key: { kind: "company", domain: "xn--mller-bder-w5a5z.de" },
      payload: { tags: "Messe,  A  B ,messe", approved: "ja" },
      listed: {
        emails: ["info@xn--mller-bder-w5a5z.de", "zwei@firma.de", "drei@firma.de"],
        salesScore: 4,
        status: "in_bearbeitung",
        isApproved: true,
        tags: ["A B", "Messe", "kontaktiert"],
        notes: "eins\nzwei",
        sourceTerm: "Bäder",
        contactName: null,
      },
    });
  });

  it.each([
    [{ domain: "firma.de", website: "https://andere.de" }, "company", "firma.de"],
    [{ website: "https://facebook.com/firma", email: "info@firma.de" }, "company", "firma.de"],
    [{ website: "https://facebook.com/firma", email: "firma@gmx.de" }, "platform", "facebook.com"],
    [{ email: "info@post.firma.co.uk" }, "company", "firma.co.uk"],
    [{ email: "firma@gmail.com", emails: "info@firma.de" }, "company", "firma.de"],
    [{ email: "firma@t-online.de" }, "none", undefined],
    [{ companyName: "Ohne alles" }, "none", undefined],
  ])("has the domain of %j", (values, kind, domain) => {
    expect(companyOf(values).key).toEqual(domain === undefined ? { kind } : { kind, domain });
  });

  it.each([
    [{ email: "abc" }, "E-Mail ‚abc‘ ist keine Adresse"],
    [{ emails: "a@firma.de, b@" }, "E-Mail ‚b@‘ ist keine Adresse"],
    [{ website: "keine" }, "Website ‚keine‘ ist keine Internetadresse"],
    [{ domain: "127.0.0.1" }, "Domain ‚127.0.0.1‘ ist keine Domain"],
    [{ salesScore: "6" }, "Bewertung ‚6‘ ist keine ganze Zahl von 1 bis 5"],
    [{ salesScore: "2,5" }, "Bewertung ‚2,5‘ ist keine ganze Zahl von 1 bis 5"],
    [{ status: "weg" }, "Status ‚weg‘ ist nicht neu, in Bearbeitung, qualifiziert oder abgelehnt"],
    [{ favorite: "vielleicht" }, "Favorit ‚vielleicht‘ ist weder ja noch nein"],
    [{ federalState: "Tirol" }, "Bundesland ‚Tirol‘ ist kein deutsches Bundesland"],
    [{ tags: "a; b,c" }, "Tag ‚b,c‘: Ein Tag enthält kein Komma."],
    [{ tags: "x".repeat(41) }, `Tag ‚${"x".repeat(41)}‘: Ein Tag hat höchstens 40 Zeichen.`],
    [{ notes: "x".repeat(10_001) }, "Notizen hat mehr als 10.000 Zeichen"],
    [{ companyName: "x".repeat(10_001) }, "Firma hat mehr als 10.000 Zeichen"],
  ])("is faulty with %o", (values, fault) => {
    expect(faultsOf(values)).toEqual([fault]);
  });

  it("names all its faults, and cuts what it quotes", () => {
    expect(faultsOf({ email: `${"a".repeat(100)}`, salesScore: "0" })).toEqual([
      `E-Mail ‚${"a".repeat(60)}…‘ ist keine Adresse`,
      "Bewertung ‚0‘ ist keine ganze Zahl von 1 bis 5",
    ]);
  });

  it("is faulty with more or fewer cells than the header", () => {
    const mapping: ImportField[] = ["website", "city"];
    expect(readRow(["A", "B"], ["firma.de"], mapping).faults).toEqual([
      "Die Zeile hat 1 Feld, die Kopfzeile 2",
    ]);
    expect(readRow(["A", "B"], ["firma.de", "", "x"], mapping).faults).toEqual([
      "Die Zeile hat 3 Felder, die Kopfzeile 2",
    ]);
  });
});

describe("the preview of an import", () => {
  it("tells of each row what would become of it", async () => {
    const db = await openTestStore();
    await addLead(db, { domain: "bekannt.de" });
    await blockDomain(db, "gesperrt.de", { at: NOON, actor: "anna" });
    const cells = [
      ["neu.de", "a@neu.de"],
      ["bekannt.de", ""],
      ["www.NEU.de/x", ""],
      ["gesperrt.de", ""],
      ["facebook.com/x", ""],
      ["", ""],
      ["zwei.de", "kaputt"],
      ["zwei.de", ""],
    ];
    const table = { header: ["W", "E"], rows: cells, lines: [2, 3, 5, 6, 7, 8, 9, 10] };
    const rows = await previewImport(db, table, ["website", "email"]);
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, "fresh"],
      [3, "known"],
      [5, "duplicate"],
      [6, "blocked"],
      [7, "withoutDomain"],
      [8, "withoutDomain"],
      [9, "faulty"],
      [10, "fresh"],
    ]);
    expect(countRows(rows)).toEqual({
      rows: 8,
      fresh: 2,
      known: 1,
      duplicate: 1,
      blocked: 1,
      withoutDomain: 2,
      faulty: 1,
    });
  });
});
