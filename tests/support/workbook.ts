import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";

/** A cell as it stands in the XML; `text` is decoded the way a spreadsheet program decodes it. */
interface SheetCell {
  style: number;
  /** As the file names it: inlineStr for text, null for a number. */
  type: string | null;
  text: string;
}

export interface Workbook {
  /** Parts of the package by name, in the order of the zip. */
  parts: Map<string, string>;
  /** The XML of the only sheet. */
  sheet: string;
  headers: string[];
  /** Cells of each row by their header; empty ones are missing. */
  rows: Map<string, SheetCell>[];
  /** Targets of links by cell, e.g. „D2“. */
  links: Map<string, string>;
  cell(reference: string): SheetCell | undefined;
  /** The `xf` element that the cell's style names. */
  format(reference: string): string;
}

const SIGNS: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** Undoes the escapes of XML and then those of ST_Xstring. */
function decode(xml: string): string {
  return xml
    .replace(/&(?:(lt|gt|quot|apos|amp)|#(\d+));/g, (_, name: string, code: string) =>
      name ? (SIGNS[name] ?? "") : String.fromCodePoint(Number(code)),
    )
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Unpacks a zip file and checks the checksum of every part. */
async function readParts(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const parts = new Map<string, string>();
  while (parts.size < zip.entryCount) {
    const next = once(zip, "entry");
    zip.readEntry();
    const entry: yauzl.Entry = (await next)[0];
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    const content = await buffer(stream);
    if (crc32(content) !== entry.crc32) throw new Error(`checksum: ${entry.fileName}`);
    parts.set(entry.fileName, content.toString("utf8"));
  }
  return parts;
}

function readLinks(sheet: string, relations: string): Map<string, string> {
  const targets = new Map(
    [...relations.matchAll(/Id="(\w+)"[^>]*Target="([^"]*)" TargetMode="External"/g)].map(
      ([, id = "", target = ""]): [string, string] => [id, decode(target)],
    ),
  );
  return new Map(
    [...sheet.matchAll(/<hyperlink ref="(\w+)" r:id="(\w+)"\/>/g)].map(
      ([, cell = "", id = ""]): [string, string] => [cell, targets.get(id) ?? "missing"],
    ),
  );
}

/** Reads an Excel file by unzipping and plain text search, so that no library forgives a mistake. */
export async function readWorkbook(bytes: Buffer): Promise<Workbook> {
  const parts = await readParts(bytes);
  const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const cells = new Map(
    [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/gs)].map(
      ([, reference = "", attributes = "", content = ""]): [string, SheetCell] => [
        reference,
        {
          style: Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0),
          type: / t="(\w+)"/.exec(attributes)?.[1] ?? null,
          text: decode(/<(?:t|v)\b[^>]*>(.*)<\/(?:t|v)>/s.exec(content)?.[1] ?? ""),
        },
      ],
    ),
  );
  const formats = /<cellXfs.*<\/cellXfs>/s.exec(parts.get("xl/styles.xml") ?? "")?.[0] ?? "";
  const styles = [...formats.matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
  const headers = new Map<string, string>();
  const rows: Map<string, SheetCell>[] = [];
  for (const [reference, cell] of cells) {
    const [, column = "", number = ""] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
    const row = Number(number) - 2;
    if (row < 0) {
      headers.set(column, cell.text);
      continue;
    }
    const line = rows[row] ?? new Map<string, SheetCell>();
    rows[row] = line.set(headers.get(column) ?? column, cell);
  }
  return {
    parts,
    sheet,
    headers: [...headers.values()],
    rows,
    links: readLinks(sheet, parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? ""),
    cell: (reference) => cells.get(reference),
    format: (reference) => styles[cells.get(reference)?.style ?? -1] ?? "",
  };
}
