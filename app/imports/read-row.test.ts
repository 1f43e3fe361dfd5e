import { describe, expect, it } from "vitest";
import { allowDomain, blockDomain } from "~db/queries/blocked-domains";
import { moveLeadsToTrash } from "~db/queries/deleted-leads";
import { addLead, NOON, openTestStore } from "~tests/store";
import { isImportField } from "../reading/tables/fields";
import { parseDay } from "../reading/tables/value-words";
import { listNotes, previewImport } from "./preview-import.server";
import { readRow } from "./read-row.server";
import { listSpec, rowSpec } from "./row-spec.server";

/** Rows read on their own are tested by the tables of scripts/accuracy. */
describe("a row of a list", () => {
  const header = ["Nachname", "Vorname", "Straße", "Hausnr.", "Website"];
  const table = { header, rows: [] };
  const form = rowSpec(table, ["contactName", "contactName", "street", "street", "website"]);

  it("joins the columns of one field, the first name first", () => {
    expect(readRow(["Müller", "Anna", "Weg", "1", "firma.de"], form)).toMatchObject({
      company: { street: "Weg 1", listed: { persons: [{ name: "Anna Müller" }] } },
      dropped: [],
    });
  });

  it("has a name once that stands in two columns, and turns those of a list that has them turned", () => {
    const mapping = ["contactName", "contactName", "website"].filter(isImportField);
    const rows = [
      ["Erika", "Erika Muster", "a.de"],
      ["", "Vogel, Hans", "b.de"],
      ["", "Specht, Ute", "c.de"],
    ];
    const named = (row: string[], list: string[][]) =>
      readRow(row, rowSpec({ header: ["Vorname", "Name", "Web"], rows: list }, mapping));
    const nameIs = (name: string) => ({ company: { listed: { persons: [{ name }] } } });
    expect(named(rows[0] ?? [], rows)).toMatchObject(nameIs("Erika Muster"));
    const swapped = rows.map(([, name = "", site = ""]) => [name, "", site]);
    expect(named(["Vogel, Hans", "", "b.de"], swapped)).toMatchObject(nameIs("Hans Vogel"));
    expect(named(["Vogel, Hans", "", "b.de"], [])).toMatchObject(nameIs("Vogel, Hans"));
  });

  it("has one town from two columns, and a line of the address that holds its street", () => {
    const fields = ["domain", "city", "city", "street", "address"].filter(isImportField);
    const form = rowSpec({ header: fields, rows: [] }, fields);
    const placeOf = (...cells: string[]) => readRow(["firma.de", ...cells], form);
    expect(placeOf("", "90402 Nürnberg", "Ring 1", "90402 Nürnberg")).toMatchObject({
      company: { postalCode: "90402", city: "Nürnberg", address: "Ring 1, 90402 Nürnberg" },
    });
    expect(placeOf("Köln", "Bonn", "Ring 1", "Ring 1, Hinterhaus, 50667 Köln")).toMatchObject({
      company: { city: "Köln", address: "Ring 1, Hinterhaus, 50667 Köln" },
    });
  });

  it("is read as far as its cells go, and says what stands behind the last column", () => {
    expect(readRow(["Müller", "", "", "", "firma.de", "", "zu viel"], form)).toMatchObject({
      dropped: [{ field: null, text: "Hinter der letzten Spalte steht noch ‚zu viel‘" }],
    });
    expect(readRow(["Müller"], form)).toEqual({
      problem: expect.stringMatching(/^Die Zeile nennt/),
    });
  });

  it("says all that it leaves out, and cuts what it quotes", () => {
    const form = rowSpec({ header: ["A", "B", "C"], rows: [] }, ["website", "email", "salesScore"]);
    expect(readRow(["firma.de", "a".repeat(100), "7"], form)).toMatchObject({
      dropped: [
        { text: `E-Mail ‚${"a".repeat(60)}…‘ ist keine Adresse` },
        { text: "Bewertung ‚7‘ ist keine ganze Zahl von 1 bis 5" },
      ],
    });
  });

  it("names persons, who looks after the company and when, and says who and what it can't be", () => {
    const header = "Domain,Ansprechperson,Mail,Mobil,Alle,Zuständig,Wiedervorlage".split(",");
    const fields = "domain contactName contactEmail contactPhone persons owner followUpAt".split(
      " ",
    );
    const form = rowSpec({ header, rows: [] }, fields.filter(isImportField), {
      owners: ["Jana Koch"],
      timeZone: "Europe/Berlin",
    });
    const all = "Eva, Leitung, Einkauf, eva@firma.de, 030 23125101\nBen";
    const person = { title: null, email: null, phone: null, profileUrl: null };
    const cells = ["firma.de", "Anna", "anna@firma.de", "0171 2345678", all];
    expect(readRow([...cells, "jana koch", "24.11.2026 08:00"], form)).toMatchObject({
      dropped: [],
      company: {
        listed: {
          emails: [],
          owner: "Jana Koch",
          followUpAt: Date.parse("2026-11-23T23:00:00Z"),
          persons: [
            { ...person, name: "Anna", email: "anna@firma.de", phone: "+491712345678" },
            {
              ...{ ...person, name: "Eva", title: "Leitung, Einkauf" },
              ...{ email: "eva@firma.de", phone: "+493023125101" },
            },
            { ...person, name: "Ben" },
          ],
        },
      },
    });
    expect(readRow(["firma.de", "", "x@", "1", "", "Wer", "31.02.2026"], form)).toMatchObject({
      company: { listed: { persons: [], owner: null, followUpAt: null } },
      dropped: [
        { text: "E-Mail ‚x@‘ ist keine Adresse" },
        { text: "Telefon Ansprechperson ‚1‘ ist keine Telefonnummer" },
        { text: "Zuständig ‚Wer‘ heißt kein Benutzer" },
        { text: "Wiedervorlage ‚31.02.2026‘ ist kein Tag" },
      ],
    });
    const days = ["1.2.26", "2026-02-01", "2026-02-01T10:00:00Z", "1.2.", "morgen", "29.2.2027"];
    expect(days.map(parseDay)).toEqual([...Array(3).fill("2026-02-01"), null, null, null]);
  });

  it("gets the nought of its postal code back where the list has five digits", () => {
    const rows = [["10115"], ["1067"], ["80331"]];
    const form = rowSpec({ header: ["PLZ", "Firma"], rows }, ["postalCode", "companyName"]);
    expect(readRow(["1067", "A"], form)).toMatchObject({ company: { postalCode: "01067" } });
    const abroad = rowSpec(
      { header: ["PLZ", "Firma"], rows: [["1010"]] },
      form.columns.map(({ field }) => field),
    );
    expect(readRow(["1010", "A"], abroad)).toMatchObject({ company: { postalCode: "1010" } });
  });
});

describe("what the whole list says of a row", () => {
  const AROUND = { owners: [], timeZone: "UTC" };
  const read = async (fields: string[], rows: string[][]) => {
    const table = { header: fields, rows, lines: [] };
    const form = await listSpec(table, fields.filter(isImportField), AROUND);
    return rows.map((row) => readRow(row, form));
  };

  it("knows a portal by the other domains in its rows, or by most companies lying there", async () => {
    const fields = ["companyName", "website", "email"];
    const rows = ["eins", "zwei", "drei", "vier"].map((name) => [
      name,
      `https://portal.example/${name}`,
      `info@${name}.example`,
    ]);
    const fault = "gehört einem Portal, an dem keine Firma zu erkennen ist";
    expect((await read(fields, rows))[0]).toMatchObject({
      key: { kind: "company", domain: "eins.example" },
      company: { website: null },
      dropped: [{ field: "website", text: `Website ‚https://portal.example/eins‘ ${fault}` }],
    });
    const bare = ["a", "b", "c", "d", "e"].map((name) => [name, "portal.example", ""]);
    expect((await read(fields, bare))[0]).toMatchObject({ key: { kind: "none" } });
    // Persons of one company, and one with a second domain.
    const own = rows.map(([, , mail = ""], at) => [
      "Firma",
      "firma.example",
      at ? `a${at}@firma.example` : mail,
    ]);
    expect((await read(fields, own))[0]).toMatchObject({ key: { domain: "firma.example" } });
  });

  it("says where the numbers of rows that name no country are", async () => {
    const phoneIn = async (fields: string[], rows: string[][]) => {
      const [first] = await read(fields, rows);
      return first !== undefined && "company" in first ? first.company.phoneCountry : undefined;
    };
    const austrian = [["eins.com"], ["zwei.at"], ["drei.at"]];
    expect(await phoneIn(["website"], austrian)).toBe("AT");
    expect(await phoneIn(["website"], [["eins.com"], ["zwei.com"]])).toBe("DE");
    const numbers = ["(212) 555-0100", "212-555-0101", "1-212-555-0102"];
    const american = numbers.map((number, at) => [`x${at}.com`, number]);
    expect(await phoneIn(["website", "phone"], american)).toBe("US");
  });

  it("gives persons the addresses that are theirs, and the lead one to write to", async () => {
    const rows = [
      ["firma.example", "Erika Muster", "muster@firma.example"],
      ["firma.example", "Hans Vogel", "einkauf2@firma.example"],
      ["other.example", "Ute Specht", "info@other.example"],
    ];
    const read3 = await read(["website", "contactName", "email"], rows);
    const mails = read3.map((row) => {
      const listed = "company" in row ? row.company.listed : null;
      return [listed?.persons[0]?.email, listed?.emails[0]];
    });
    expect(mails).toEqual([
      ["muster@firma.example", "muster@firma.example"],
      ["einkauf2@firma.example", "einkauf2@firma.example"],
      [null, "info@other.example"],
    ]);
  });

  it("is told where many rows are doubles, or a lead has more persons than it holds", async () => {
    const db = await openTestStore();
    const cells = Array.from({ length: 22 }, (_, at) => [
      "firma.de",
      `Person ${"abcdefghijklmnopqrstuvwxyz"[at]}x`,
    ]);
    const table = { header: ["W", "P"], rows: cells, lines: cells.map((_, at) => at + 2) };
    const rows = await previewImport(db, table, ["website", "contactName"]);
    expect(listNotes(rows)).toEqual([
      expect.stringMatching(/^21 von 22 Zeilen sind doppelt, die meisten unter firma\.de \(21\)/),
      expect.stringMatching(/^1 Firma hat mehr als 20 Personen in der Liste, so firma\.de/),
    ]);
    expect(listNotes(rows.slice(0, 1))).toEqual([]);
  });
});

describe("the preview of an import", () => {
  it("tells of each row what would become of it", async () => {
    const db = await openTestStore();
    await addLead(db, { domain: "bekannt.de" });
    const { seq } = await addLead(db, { domain: "weg.de" });
    await moveLeadsToTrash(db, [seq], { id: "x", at: NOON, actor: "anna" });
    await blockDomain(db, "gesperrt.de", { at: NOON, actor: "anna" });
    await allowDomain(db, "11880.com", { at: NOON, actor: "anna" });
    const cells = [
      ["neu.de", "a@neu.de"],
      ["bekannt.de", ""],
      ["www.NEU.de/x", ""],
      ["gesperrt.de", ""],
      ["facebook.com/x", ""],
      ["", "a@gmx.de"],
      ["", "kaputt"],
      ["zwei.de", "kaputt; b@"],
      ["weg.de", ""],
      ["11880.com", ""],
    ];
    const table = { header: ["W", "E"], rows: cells, lines: [2, 3, 5, 6, 7, 8, 9, 10, 11, 12] };
    const rows = await previewImport(db, table, ["website", "email"]);
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, "fresh"],
      [3, "known"],
      [5, "duplicate"],
      [6, "blocked"],
      [7, "platform"],
      [8, "no_domain"],
      [9, "faulty"],
      [10, "fresh"],
      [11, "in_trash"],
      // A person allowed it.
      [12, "fresh"],
    ]);
  });
});
