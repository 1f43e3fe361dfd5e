import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { type Column, writeWorkbook } from "~/spreadsheet/workbook-writer.server";

/** A row of a test is its cells in the order of the columns. */
export type Values = readonly (string | number | null)[];

/** A cell as it stands in the XML; `text` is decoded the way a reader decodes it. */
export type WrittenCell = { style: number; type: string | null; text: string };

export type WrittenWorkbook = {
  /** Parts by name, in the order of the zip. */
  parts: Map<string, string>;
  sheet: string;
  cell: (reference: string) => WrittenCell | undefined;
  /** The `xf` element that the cell's style names. */
  format: (reference: string) => string;
  /** Link targets by cell, as the relations resolve them. */
  links: Map<string, string>;
};

/** The column that shows the value at this place of a row. */
export function column(
  index: number,
  kind: Column<Values>["kind"],
  header = `Spalte ${index + 1}`,
): Column<Values> {
  return { header, width: 12, kind, value: (row) => row[index] ?? null };
}

/** Writes a workbook for Berlin into a folder of its own, and opens it. */
export async function writeRows<Row = Values>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
  sheetName = "Leads",
): Promise<{ result: { rows: number; truncatedCells: number }; book: WrittenWorkbook }> {
  const folder = await mkdtemp(join(tmpdir(), "workbook-"));
  try {
    const path = join(folder, "test.xlsx");
    const timeZone = "Europe/Berlin";
    const result = await writeWorkbook({ path, sheetName, columns, rows, timeZone });
    return { result, book: await openWorkbook(path) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes one column of this kind; its values begin in A2. */
export async function writeColumn(
  kind: Column<Values>["kind"],
  values: Values,
): Promise<WrittenWorkbook> {
  const { book } = await writeRows(
    [column(0, kind)],
    values.map((value) => [value]),
  );
  return book;
}

/** Opens a workbook with a zip reader and plain text search, so that no spreadsheet library hides a mistake. */
async function openWorkbook(path: string): Promise<WrittenWorkbook> {
  const parts = await readParts(path);
  const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const cells = new Map(
    [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/gs)].map(
      ([, reference = "", attributes = "", content = ""]): [string, WrittenCell] => [
        reference,
        {
          style: Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0),
          type: / t="(\w+)"/.exec(attributes)?.[1] ?? null,
          text: decode(/<(?:t|v)\b[^>]*>(.*)<\/(?:t|v)>/s.exec(content)?.[1] ?? ""),
        },
      ],
    ),
  );
  const formats = [
    ...(/<cellXfs.*<\/cellXfs>/s.exec(parts.get("xl/styles.xml") ?? "")?.[0] ?? "").matchAll(
      /<xf [^>]*>/g,
    ),
  ].map(([xf]) => xf);
  const relations = parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "";
  const targets = new Map(
    [...relations.matchAll(/Id="(\w+)"[^>]*Target="([^"]*)" TargetMode="External"/g)].map(
      ([, id = "", target = ""]): [string, string] => [id, decode(target)],
    ),
  );
  const links = new Map(
    [...sheet.matchAll(/<hyperlink ref="(\w+)" r:id="(\w+)"\/>/g)].map(
      ([, reference = "", id = ""]): [string, string] => [reference, targets.get(id) ?? "missing"],
    ),
  );
  return {
    parts,
    sheet,
    cell: (reference) => cells.get(reference),
    format: (reference) => formats[cells.get(reference)?.style ?? -1] ?? "",
    links,
  };
}

/** Undoes the escapes of XML and then those of ST_Xstring. */
function decode(xml: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return xml
    .replace(/&(?:(lt|gt|quot|apos|amp)|#(\d+));/g, (_, name: string, code: string) =>
      name ? (signs[name] ?? "") : String.fromCodePoint(Number(code)),
    )
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function readParts(path: string): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (openError, zip) => {
      if (openError) return reject(openError);
      const parts = new Map<string, string>();
      zip.on("error", reject);
      zip.on("end", () => resolve(parts));
      zip.on("entry", (entry: yauzl.Entry) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error);
          const chunks: Buffer[] = [];
          stream.on("error", reject);
          stream.on("data", (chunk: Buffer) => chunks.push(chunk));
          stream.on("end", () => {
            const content = Buffer.concat(chunks);
            if (crc32(content) !== entry.crc32) reject(new Error(`Checksum of ${entry.fileName}`));
            parts.set(entry.fileName, content.toString("utf8"));
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}
