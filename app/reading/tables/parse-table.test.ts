import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { temporaryFolder } from "~tests/store";
import { type TestSheet, workbookOfSheets } from "~tests/workbook-of-sheets";
import { type Column, writeWorkbook } from "../../spreadsheet/workbook-writer.server";
import { type FileTable, MAX_ROWS } from "./fields";
import { parseTable } from "./parse-table.server";
import { tablesOf, withHeaderAt, withSheetAt } from "./to-table.server";

const utf8 = (text: string) => new TextEncoder().encode(text);

function parse(text: string): Promise<FileTable> {
  return parseTable(utf8(text));
}

async function faultOf(bytes: Uint8Array | string): Promise<string> {
  return parseTable(typeof bytes === "string" ? utf8(bytes) : bytes).then(
    (table) => `read as ${JSON.stringify(table)}`,
    (error: Error) => error.message,
  );
}

describe("a CSV file", () => {
  it.each([";", ",", "\t", "|"])("is read with the delimiter %j", async (delimiter) => {
    const lines = [
      ["Firma", "Ort", "Notiz"],
      ["Müller", "Köln", ' "a;b, ""c""\td|e" '],
      ["Maier", "", '"f"'],
    ];
    const text = lines.map((cells) => cells.join(delimiter)).join("\r\n");
    expect(await parse(text)).toMatchObject({
      header: ["Firma", "Ort", "Notiz"],
      rows: [
        ["Müller", "Köln", 'a;b, "c"\td|e'],
        ["Maier", "", "f"],
      ],
      lines: [2, 3],
    });
  });

  it("uses the delimiter that fits the rows, not the most frequent one", async () => {
    const table = await parse("Firma;Ort, Land\nA, B, C und D GmbH;Köln, DE\nE;Bonn");
    expect(table.header).toEqual(["Firma", "Ort, Land"]);
    expect(table.rows[0]).toEqual(["A, B, C und D GmbH", "Köln, DE"]);
  });

  it("may have notes above its header that do not decide the delimiter", async () => {
    const text = [
      "Notes:",
      '"Some of the addresses; may be missing, since nobody allowed them."',
      "",
      "First Name,Last Name,Company",
      "Erika,Muster,Muster Bau",
      "Hans,Vogel,Vogel KG",
    ].join("\n");
    const { header, rows } = await parseTable(new TextEncoder().encode(text));
    expect(header).toEqual(["First Name", "Last Name", "Company"]);
    expect(rows).toHaveLength(2);
  });

  it("has no header below what looks like rows", async () => {
    const rows = ["Alpha, alpha.de", "Beta, (keine Website)", "Gamma, gamma.de"];
    const table = await parseTable(new TextEncoder().encode(rows.join("\n")));
    expect(table.rows).toHaveLength(3);
  });

  it("may have one column", async () => {
    expect((await parse("Website\nfirma.de\n")).rows).toEqual([["firma.de"]]);
  });

  it("is read in UTF-8 with or without a mark, Windows-1252 and UTF-16", async () => {
    const text = "Firma;Ort\nMüller – „Bäder“;Köln";
    const windows = Uint8Array.from(
      [...text].map((sign) => ({ "–": 0x96, "„": 0x84, "“": 0x93 })[sign] ?? sign.charCodeAt(0)),
    );
    const wide = Buffer.from(`\ufeff${text}`, "utf16le");
    for (const bytes of [utf8(text), utf8(`\ufeff${text}`), windows, new Uint8Array(wide)]) {
      const { header, rows } = await parseTable(bytes);
      expect([header, rows]).toEqual([["Firma", "Ort"], [["Müller – „Bäder“", "Köln"]]]);
    }
  });

  it("keeps line breaks in quotes and counts the lines of the file", async () => {
    const table = await parse('Firma;Notiz\r\n"A";"eins\r\nzwei"\r\n\r\n"B ""X""";\r\nC;x');
    expect(table.rows).toEqual([
      ["A", "eins\nzwei"],
      ['B "X"', ""],
      ["C", "x"],
    ]);
    expect(table.lines).toEqual([2, 5, 6]);
  });

  it.each(["\n", "\r\n", "\r"])("is read with line ending %j", async (end) => {
    expect(await parse(["A;B", "1;2", "3;4"].join(end))).toMatchObject({
      rows: [
        ["1", "2"],
        ["3", "4"],
      ],
      lines: [2, 3],
    });
  });

  it("skips Excel's delimiter hint but counts its line", async () => {
    expect(await parse("sep=,\nFirma,Ort\nA,B")).toMatchObject({
      header: ["Firma", "Ort"],
      lines: [3],
    });
  });

  it("keeps rows of other lengths, but no empty cells beyond the header", async () => {
    const { rows } = await parse("A;B\n1;2;;\n1;2;3\n1\n;;\n");
    expect(rows).toEqual([["1", "2"], ["1", "2", "3"], ["1"]]);
  });

  it("gives unnamed and duplicate columns unique names", async () => {
    const { header } = await parse("Telefon;;Telefon;Telefon (2);;\n1;2;3;4;;");
    expect(header).toEqual(["Telefon", "Spalte 2", "Telefon (2)", "Telefon (2) (2)"]);
  });

  it.each([
    ['A;B\n1;2\n3;"offen\n4;5\n6;7', [3, "offen"], "In Zeile 3 stehen"],
    ['A;B\n1;"x\ny"\n3;"x"y', [4, "xy"], "In Zeile 4 stehen"],
    ['A;B\n1;2\n3;x "y" z', [3, "x y z"], "In Zeile 3 stehen"],
    ['sep=;\nA;B\n1;2\n3;x "y" z', [4, "x y z"], "In Zeile 4 stehen"],
    [`A;B\n${'"x\ny"z;\n'.repeat(9)}"a\nb";c`, [20, "c"], "In den Zeilen 2, 3, 4"],
    ['A;B\n1;2\n3;x "y\n4;z"a', [4, "za"], "In den Zeilen 3, 4 stehen"],
  ])("drops wrong quotes from their lines: %j", async (text, [line, cell], note) => {
    const table = await parse(text);
    expect(table.note).toContain(note);
    const row = table.rows[table.lines.indexOf(Number(line))];
    expect(row?.at(-1)).toBe(cell);
  });

  it.each([
    ["Ausstellerliste 2026\n\nFirma;Ort\nA;B", ["Firma", "Ort"], [4]],
    ["Stammdaten;;Kontakt\nFirma;Ort;Telefon\nA;B;1", ["Firma", "Ort", "Telefon"], [3]],
    ["Firma;Ort\nA;B\nC;D", ["Firma", "Ort"], [2, 3]],
    ["Was;Wer;Wo\nA;B;C", ["Was", "Wer", "Wo"], [2]],
    ["A GmbH;a@a.de;80331\nB AG;b@b.de;10115", ["Spalte 1", "Spalte 2", "Spalte 3"], [1, 2]],
    ["firma.de\nzwei.de", ["Spalte 1"], [1, 2]],
  ])("may have titles above its header, or no header: %j", async (text, header, lines) => {
    expect(await parse(text)).toMatchObject({ header, lines });
  });

  it("can be read again with another header line", async () => {
    const table = await parse("Titel;x\nFirma;Ort\nA;B");
    const without = withHeaderAt(table, 0);
    expect(without).toMatchObject({ header: ["Spalte 1", "Spalte 2"], lines: [1, 2, 3] });
    expect(withHeaderAt(without, 1)).toMatchObject({ header: ["Titel", "x"], lines: [2, 3] });
    expect(withHeaderAt(without, 2)).toEqual(table);
    expect(() => withHeaderAt(table, 3)).toThrow(/keine Zeilen/);
    expect(() => withHeaderAt(table, 9)).toThrow(/gibt es in der Datei nicht/);
  });

  it("may have the maximum number of rows, but not one more", async () => {
    const body = "a;b\n".repeat(MAX_ROWS);
    expect((await parse(`A;B\n${body}`)).rows).toHaveLength(MAX_ROWS);
    expect(await faultOf(`A;B\n${body}c;d`)).toMatch(/mehr als 50\.000 Zeilen/);
  });
});

describe("a file that is no table", () => {
  it.each([
    ["nothing", "", /leer/],
    ["empty lines", "\n\n  \n", /leer/],
    ["a header alone", "Firma;Ort;C\n", /keine Zeilen/],
    ["a web page", "<!doctype html><html><body>x</body></html>", /keine Tabelle/],
    ["JSON", '{"a": 1}', /keine Tabelle/],
    ["a line of text", "Hallo, das ist nur ein Satz", /keine Tabelle/],
    ["a PDF", "%PDF-1.4\u0000\u0001", /keine Tabelle/],
    [
      "all kinds of bytes",
      Uint8Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 256),
      /Tabelle/,
    ],
    ["an old Excel file", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), /\.xls/],
    ["a broken zip", new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), /lässt sich nicht lesen/],
    ["what only begins like a zip", "PK\u0003\u0004 und noch etwas Text dahinter", /nicht lesen/],
  ])("is refused with a sentence: %s", async (_name, content, sentence) => {
    expect(await faultOf(content)).toMatch(sentence);
  });
});

const CELL = '<row r="1"><c r="A1" t="str"><v>Firma</v></c></row>';
const NEXT =
  '<row r="2"><c r="A2" t="inlineStr"><is><r><t>A</t></r><r><t> &amp; B</t></r></is></c></row>';

/** A workbook with this sheet, as other programs write it; `lie` is the sheet size in its zip directory. */
async function workbookOf(
  rows: string,
  { strings = "", styles = "", lie = 0 } = {},
): Promise<Uint8Array> {
  const parts = {
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": `<Relationships>${["worksheet", "sharedStrings", "styles"]
      .map((type, at) => `<Relationship Id="r${at + 1}" Type="x/${type}" Target="${type}.xml"/>`)
      .join("")}</Relationships>`,
    "xl/worksheet.xml": `<x:worksheet xmlns:x="x"><sheetData>${rows}</sheetData></x:worksheet>`,
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    "xl/nested.xlsx": "PK",
  };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const bytes = await buffer(zip.outputStream);
  // In the directory at the end, the size precedes the name by 22 bytes.
  if (lie > 0) bytes.writeUInt32LE(lie, bytes.lastIndexOf("xl/worksheet.xml") - 22);
  return bytes;
}

describe("a workbook of several sheets", () => {
  const firms = {
    name: "Firmen & mehr",
    rows: [
      ["Firma", "Website"],
      ["Amsel", "amsel.example"],
    ],
  };
  const parseSheets = async (...sheets: TestSheet[]) => parseTable(await workbookOfSheets(sheets));

  it("is read from the sheet with the table, beside the others that people see", async () => {
    const table = await parseSheets(
      { name: "Deckblatt", rows: [["Kundenliste"], ["von Jana"], ["geheim"]] },
      firms,
      { name: "Orte", rows: [["Ort"], ["Köln"], ["Bonn"]] },
      { ...firms, name: "Alt", state: "hidden" },
      { name: "Leer", rows: [] },
    );
    expect(table).toMatchObject({ header: ["Firma", "Website"], lines: [2] });
    const names = (one: FileTable) => tablesOf(one).map(({ sheet }) => sheet?.name);
    expect([table.sheet?.name, ...names(table)]).toEqual([
      "Firmen & mehr",
      ...["Deckblatt", "Firmen & mehr", "Orte"],
    ]);
    const towns = withHeaderAt(withSheetAt(table, 3), 0);
    expect(towns).toMatchObject({ rows: [["Ort"], ["Köln"], ["Bonn"]], sheet: { name: "Orte" } });
    const back = withSheetAt(towns, 2);
    expect(back).toMatchObject({ rows: table.rows, sheet: table.sheet });
    expect(names(back)).toEqual(names(table));
    expect(() => withSheetAt(table, 9)).toThrow(/gibt es in der Datei nicht/);
  });

  it.each([
    ["rows", Array<string[]>(MAX_ROWS + 2).fill(["1"]), /50\.000 Zeilen/],
    [
      "cells, together",
      Array<string[]>(3_000).fill([...Array<string>(199).fill(""), "1"]),
      /1\.000\.000 Zellen/,
    ],
  ])("says which sheet has too many %s", async (_what, rows, sentence) => {
    const { note } = await parseSheets(firms, { name: "Daten", rows }, { name: "Mehr", rows });
    expect(note).toMatch(/^[^:]*Das Blatt „(?:Daten|Mehr)“ fehlt: /);
    expect(note).toMatch(sentence);
  });
});

describe("the limits of files", () => {
  const utf16 = (text: string) =>
    Promise.resolve(new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")));
  const far = (row: number, cell: string) =>
    `<row r="${row}"><c r="XFD${row}" s="0">${cell}</c></row>`;
  const farCells = Array.from({ length: 3_000 }, (_, at) => far(at + 3, "<v>1</v>")).join("");
  const rows = (count: number) => '<row><c t="b"><v>1</v></c></row>'.repeat(count);
  const last = '<row><c r="GR1"><v>1</v></c></row>';
  const long = { strings: `<si><t>${"x".repeat(32_000)}</t></si>` };
  const shared = '<row><c t="s"><v>0</v></c></row>'.repeat(2_200);
  const wide = (length: number) => Array.from({ length }, () => "a").join(";");
  it.each<[string, Promise<Uint8Array> | string, RegExp]>([
    ["a far cell", workbookOf(CELL + far(1_048_576, "<v>1</v>")), /300 Spalten/],
    ["many far cells", workbookOf(CELL + farCells), /300 Spalten/],
    ["what unpacks to 245 MB", workbookOf(CELL + NEXT, { lie: 245_000_000 }), /größer als 64 MB/],
    ["more than it says", workbookOf(CELL + NEXT, { lie: 100 }), /nicht lesen/],
    ["a long text in many cells", workbookOf(CELL + shared, long), /größer als 64 MB/],
    ["too many rows", workbookOf(rows(MAX_ROWS + 2)), /mehr als 50\.000 Zeilen/],
    ["too many cells", workbookOf(last.repeat(5_001)), /mehr als 1\.000\.000 Zellen/],
    ["an entity that none declares", workbookOf(`${CELL}&lol;`), /nicht lesen/],
    ["a CSV file with a million columns", wide(1_000_000), /300 Spalten/],
    ["a CSV file with them in its second line", `A;B\n${wide(1_000_000)}`, /300 Spalten/],
    ["a filled column far behind the others", `A;B\n1;2\n1;2${";".repeat(300)}"x"`, /300 Spalten/],
    ["too many cells of a CSV file", `${wide(200)}\n`.repeat(5_001), /1\.000\.000 Zellen/],
    ["a CSV file without end", ";".repeat(200_000), /300 Spalten/],
    ["too many rows in UTF-16", utf16("A;B\n".repeat(60_000)), /50\.000 Zeilen/],
    [
      "too many rows behind a stray quote",
      `A;B\n5" Rohr;2\n${"1;2\r\n".repeat(60_000)}`,
      /50\.000 Zeilen/,
    ],
    ["two million lines", "a;b\n".repeat(2_000_000), /mehr als 50\.000 Zeilen/],
    ["a file of NULs", "\0".repeat(1_000_000), /keine Tabelle/],
  ])("refuse %s", async (_name, file, sentence) => {
    expect(await faultOf(await file)).toMatch(sentence);
  });

  it("ignore formats without values, and parts that are no list", async () => {
    const bytes = await workbookOf(CELL + NEXT + far(2, "") + far(1_048_576, "<v/>"));
    expect(await parseTable(bytes)).toMatchObject({ header: ["Firma"], rows: [["A & B"]] });
    const empties = ";".repeat(16_384);
    expect(await parse(`A;B${empties}\n1;2${empties}`)).toMatchObject({ rows: [["1", "2"]] });
    const breaks = "\n".repeat(1_000);
    const noted = Array.from({ length: 100 }, () => `1;"a ""b"";${breaks}"`).join("\n");
    expect((await parse(`A;B\n${noted}\n1;"${"a\n".repeat(60_000)}"`)).rows).toHaveLength(101);
    expect((await parse(`A;B\n${"1;2\n".repeat(MAX_ROWS)}`)).rows).toHaveLength(MAX_ROWS);
    const long = "x".repeat(9_000_000);
    expect((await parse(`A;B\n1;${long}`)).rows).toEqual([["1", long]]);
  });
});

it.each([
  ['<numFmt numFmtId="164" formatCode="[$-407]d/ mmm yy;@"/>', 164, "02.07.2026"],
  ['<numFmt numFmtId="165" formatCode="0 &quot;Stück, d&quot;"/>', 165, "46205"],
  ["", 14, "02.07.2026"],
  ["", 2, "46205"],
])("a number is read as shown by its format %j", async (format, id, shown) => {
  const styles = `${format}<cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs>`;
  const row = '<row r="2"><c s="1"><v>46205</v></c><c t="e"><v>#N/A</v></c></row>';
  expect((await parseTable(await workbookOf(CELL + row, { styles }))).rows).toEqual([[shown]]);
});

type Cells = readonly (string | number | null)[];

async function workbook(kinds: Column<Cells>["kind"][], rows: Cells[]): Promise<Uint8Array> {
  const path = join(await temporaryFolder(), "x.xlsx");
  const columns = kinds.map(
    (kind, index): Column<Cells> => ({
      header: `Spalte ${kind}`,
      width: 10,
      kind,
      value: (row) => row[index] ?? null,
    }),
  );
  await writeWorkbook({ path, sheetName: "A", columns, rows, timeZone: "Europe/Berlin" });
  return readFile(path);
}

describe("an Excel file", () => {
  it("has texts, numbers, dates and links as people see them", async () => {
    const time = Date.UTC(2026, 6, 1, 22, 30);
    const midnight = Date.UTC(2026, 6, 1, 22);
    const bytes = await workbook(
      ["text", "number", "datetime", "datetime", "link", "email"],
      [
        ["=1+1 _x003D_ +49 ", 4, time, midnight, "https://firma.de/ä?a=1&b=2", "info@firma.de"],
        ["01067", 2.5, null, null, "", null],
        [null, null, null, null, null, null],
        ["Zeile 1\nZeile 2", null, null, null, null, null],
      ],
    );
    expect((await parseTable(bytes)).rows).toEqual([
      [
        "=1+1 _x003D_ +49",
        "4",
        "02.07.2026 00:30",
        "02.07.2026",
        "https://firma.de/ä?a=1&b=2",
        "info@firma.de",
      ],
      ["01067", "2.5"],
      ["Zeile 1\nZeile 2"],
    ]);
  });

  it("keeps the numbers of its rows", async () => {
    const bytes = await workbook(["text"], [["a"], [null], ["b"]]);
    expect((await parseTable(bytes)).lines).toEqual([2, 4]);
  });
});
