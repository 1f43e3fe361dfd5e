import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { column, type Values, writeRows } from "~tests/written-workbook";
import { type Column, writeWorkbook } from "./workbook-writer.server";

describe("the sheet", () => {
  it("freezes the header row and filters the range that was really written", async () => {
    const { book, result } = await writeRows(
      [column(0, "text"), column(1, "number")],
      [
        ["a", 1],
        ["b", 2],
      ],
    );
    expect(result).toEqual({ rows: 2 });
    expect(book.sheet).toContain(
      `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`,
    );
    expect(book.sheet).toContain(`<autoFilter ref="A1:B3"/>`);
    expect(book.parts.get("xl/workbook.xml")).toContain(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">&apos;Leads&apos;!$A$1:$B$3</definedName>`,
    );
  });

  it("orders its elements as the schema wants", async () => {
    const { book } = await writeRows([column(0, "link")], [["https://example.com/"]]);
    const children = book.sheet.replace(/<sheetData>.*<\/sheetData>/s, "<sheetData/>");
    const names = [...children.matchAll(/<(\w+)/g)].map(([, name]) => name);
    const wanted = ["sheetViews", "cols", "sheetData", "autoFilter", "hyperlinks", "ignoredErrors"];
    expect(names.filter((name) => name !== undefined && wanted.includes(name))).toEqual(wanted);
    expect(book.sheet).not.toContain("<dimension");
  });

  it("gives every column its width and its format, so that empty cells keep text as text", async () => {
    const { book } = await writeRows(
      [
        { ...column(0, "text"), width: 30 },
        { ...column(1, "datetime"), width: 8 },
      ],
      [],
    );
    expect(book.sheet).toMatch(/<col min="1" max="1" style="3" width="30\.\d+" customWidth="1"\/>/);
    expect(book.sheet).toMatch(/<col min="2" max="2" style="5" width="8\.\d+" customWidth="1"\/>/);
  });

  it("prints the header in bold", async () => {
    const { book } = await writeRows([column(0, "number", "Bewertung")], []);
    expect(book.cell("A1")?.text).toBe("Bewertung");
    const font = /fontId="(\d)"/.exec(book.format("A1"))?.[1];
    const fonts = [...(book.parts.get("xl/styles.xml") ?? "").matchAll(/<font>.*?<\/font>/g)];
    expect(fonts[Number(font)]?.[0]).toContain("<b/>");
  });

  it("is complete without any row", async () => {
    const { book, result } = await writeRows([column(0, "text"), column(1, "link")], []);
    expect(result).toEqual({ rows: 0 });
    expect(book.sheet).toContain(`<autoFilter ref="A1:B1"/>`);
    expect(book.sheet).not.toContain("<hyperlinks");
    expect(book.parts.has("xl/worksheets/_rels/sheet1.xml.rels")).toBe(false);
  });

  it("holds only parts that the content types name, and begins with these", async () => {
    const { book } = await writeRows([column(0, "link")], [["https://example.com/"]]);
    const names = [...book.parts.keys()];
    const types = book.parts.get("[Content_Types].xml") ?? "";
    expect(names[0]).toBe("[Content_Types].xml");
    const named = [...types.matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name);
    const rest = names.slice(1).filter((name) => !name.endsWith(".rels"));
    expect(rest.toSorted()).toEqual(named.toSorted());
  });
});

describe("the file", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "workbook-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (columns: Column<Values>[], rows: Iterable<Values> | AsyncIterable<Values>) =>
    writeWorkbook({
      path: join(folder, "test.xlsx"),
      sheetName: "Leads",
      columns,
      rows,
      timeZone: "UTC",
    });

  it("lets only the owner read the file, even where one lay before", async () => {
    const path = join(folder, "test.xlsx");
    await writeFile(path, "old", { mode: 0o644 });
    await write([column(0, "text")], []);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("grows while the rows are still coming", async () => {
    async function* rows(): AsyncGenerator<Values> {
      for (let index = 0; index < 20_000; index += 1) yield [`Zeile ${index}`];
      await expect
        .poll(async () => (await stat(join(folder, "test.xlsx"))).size, { timeout: 10_000 })
        .toBeGreaterThan(20_000);
    }
    expect(await write([column(0, "text")], rows())).toMatchObject({ rows: 20_000 });
  });

  it("closes the rows and leaves no file when a row fails", async () => {
    let closed = false;
    function* rows(): Generator<Values> {
      try {
        for (let index = 0; ; index += 1) yield [index];
      } finally {
        closed = true;
      }
    }
    const broken: Column<Values> = {
      ...column(0, "number"),
      value: ([index]) => {
        if (index === 50_000) throw new Error("row 50,000 is broken");
        return Number(index);
      },
    };
    await expect(write([broken], rows())).rejects.toThrow("row 50,000 is broken");
    expect(closed).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  it("refuses what Excel does not open, before it touches the file", async () => {
    const path = join(folder, "test.xlsx");
    const options = { path, sheetName: "Leads", columns: [column(0, "text")], rows: [] };
    const columns = Array.from({ length: 16_385 }, (_, index) => column(index, "text"));
    for (const wrong of [
      { ...options, timeZone: "Europe/Nirgendwo" },
      { ...options, columns, timeZone: "Europe/Berlin" },
    ]) {
      await expect(writeWorkbook(wrong)).rejects.toThrow(RangeError);
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
