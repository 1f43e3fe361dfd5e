import { describe, expect, it } from "vitest";
import { FORMULA_TEXTS, shownText } from "~tests/formula-texts";
import { column, writeColumn, writeRows } from "~tests/written-workbook";
import { createSheetEncoder } from "./sheet-encoder.server";
import { columnName } from "./workbook-skeleton.server";

describe("cells", () => {
  it("writes numbers as numbers and leaves out what is none", async () => {
    const book = await writeColumn("number", [4.7, -3, 0, Number.NaN, Infinity, null]);
    expect(book.cell("A2")).toEqual({ style: 0, type: null, text: "4.7" });
    expect(book.cell("A3")?.text).toBe("-3");
    expect(book.cell("A4")?.text).toBe("0");
    for (const empty of ["A5", "A6", "A7"]) expect(book.cell(empty)).toBeUndefined();
  });

  it("keeps phone numbers and postal codes as texts with their zeros and plus", async () => {
    const book = await writeColumn("text", ["01067", "+49 30 1234", 80331]);
    for (const [reference, text] of [
      ["A2", "01067"],
      ["A3", "+49 30 1234"],
      ["A4", "80331"],
    ] as const) {
      expect(book.cell(reference)).toMatchObject({ type: "inlineStr", text });
      expect(book.format(reference)).toContain(`numFmtId="49"`);
    }
    expect(book.format("A2")).not.toContain("quotePrefix");
    expect(book.format("A3")).toContain(`quotePrefix="1"`);
  });

  it("writes times as serial numbers of the wall clock, in summer and in winter", async () => {
    const times = [Date.UTC(2026, 6, 1, 22, 30), Date.UTC(2026, 10, 21, 13, 5, 30, 999)];
    const book = await writeColumn("datetime", times);
    // 46205 is 2026-07-02, 46347 is 2026-11-21.
    expect(book.cell("A2")).toMatchObject({ style: 5, type: null });
    expect(Number(book.cell("A2")?.text)).toBeCloseTo(46205 + 0.5 / 24, 9);
    expect(Number(book.cell("A3")?.text)).toBeCloseTo(46347 + (14 + 5 / 60 + 30 / 3600) / 24, 9);
    const styles = book.parts.get("xl/styles.xml") ?? "";
    expect(styles).toContain(`<numFmt numFmtId="164" formatCode="dd.mm.yyyy hh:mm"/>`);
    expect(book.format("A2")).toContain(`numFmtId="164"`);
  });

  it("writes a time that Excel cannot show as a text", async () => {
    const book = await writeColumn("datetime", [Date.UTC(1850, 0, 1), 9e15]);
    expect(book.cell("A2")?.text).toBe("1850-01-01T00:00:00.000Z");
    expect(book.cell("A3")?.text).toBe("9000000000000000");
  });

  it("tells the reader to preserve white space only where it stands at an edge", async () => {
    const texts = ["Müller  GmbH", " vorn", "hinten ", "x".repeat(32_767), "ΐ 漢"];
    const book = await writeColumn("text", texts);
    texts.forEach((text, index) => {
      expect(book.cell(`A${index + 2}`)?.text).toBe(text);
    });
    expect(book.sheet.match(/xml:space/g)).toHaveLength(2);
  });

  it("cuts long texts without splitting a pair", async () => {
    const book = await writeColumn("text", [
      "x".repeat(40_000),
      `${"x".repeat(32_766)}😀`,
      "x".repeat(32_767),
    ]);
    expect(book.cell("A2")?.text).toBe("x".repeat(32_767));
    expect(book.cell("A3")?.text).toBe("x".repeat(32_766));
    expect(book.cell("A4")?.text).toBe("x".repeat(32_767));
  });
});

describe("links", () => {
  it("leads to web and mail addresses and shows them unchanged", async () => {
    const { book } = await writeRows(
      [column(0, "link"), column(1, "email")],
      [["https://example.com/?a=1&b=<2>", "info@example.com"]],
    );
    expect(book.cell("A2")?.text).toBe("https://example.com/?a=1&b=<2>");
    expect(book.links).toEqual(
      new Map([
        ["A2", "https://example.com/?a=1&b=%3C2%3E"],
        ["B2", "mailto:info@example.com"],
      ]),
    );
    expect(book.parts.get("xl/worksheets/_rels/sheet1.xml.rels")).toContain("a=1&amp;b=");
    expect(book.format("A2")).toContain(`fontId="2"`);
    expect(book.parts.get("xl/styles.xml")).toContain(
      `<font><u/><sz val="11"/><color rgb="FF0563C1"/>`,
    );
  });

  it("ends at 65,530 links, as many as Excel allows", async () => {
    const rows = Array.from({ length: 65_540 }, (_, index) => [`https://example.com/${index}`]);
    const { book } = await writeRows([column(0, "link")], rows);
    expect(book.links.size).toBe(65_530);
    expect(book.links.get("A65531")).toBe("https://example.com/65529");
    expect(book.cell("A65532")).toEqual({
      style: 3,
      type: "inlineStr",
      text: "https://example.com/65530",
    });
  });
});

describe("formulas", () => {
  it("come out of no text, neither in a cell nor in a header", async () => {
    const texts = FORMULA_TEXTS.map(({ text }) => text);
    const { book } = await writeRows(
      texts.map((text, index) => column(index, "text", text)),
      [texts],
    );
    expect(book.sheet).not.toMatch(/<f[ >/]/);
    FORMULA_TEXTS.forEach(({ text, isQuoted }, index) => {
      for (const reference of [`${columnName(index)}1`, `${columnName(index)}2`]) {
        expect(book.cell(reference)).toMatchObject({ type: "inlineStr", text: shownText(text) });
        expect(book.format(reference).includes(`quotePrefix="1"`), JSON.stringify(text)).toBe(
          isQuoted,
        );
      }
      expect(book.format(`${columnName(index)}1`)).toContain(`fontId="1"`);
    });
  });

  it.each(["text", "link", "email", "number", "datetime"] as const)(
    "stay quoted texts when somebody edits a cell of kind %s",
    async (kind) => {
      const starts = ["=", "+", "-", "@", ..."＝＋－＠", "  =", "\0=", "\t", "\r", "\n", '"='];
      const book = await writeColumn(
        kind,
        starts.map((start) => `${start}1`),
      );
      starts.forEach((start, index) => {
        expect(book.cell(`A${index + 2}`)?.text).toBe(`${start}1`.replace("\0", ""));
        expect(book.format(`A${index + 2}`)).toContain(`quotePrefix="1"`);
      });
    },
  );
});

describe("a full sheet", () => {
  it("holds 1,048,575 rows below the header and says so at the next one", () => {
    const encoder = createSheetEncoder([column(0, "text")], "UTC");
    encoder.header();
    for (let index = 0; index < 1_048_575; index += 1) encoder.row([]);
    expect(encoder.progress.lastRow).toBe(1_048_576);
    expect(() => encoder.row([])).toThrow(/full.*1048575 rows/);
  });
});
