import { crc32 } from "node:zlib";
import yauzl from "yauzl";

/** A cell as it stands in the sheet. */
export interface SheetCell {
  /** As the file names it: inlineStr for text, null for a number. */
  type: string | null;
  text: string;
  /** The number format of its style, e.g. „@“ or „dd.mm.yyyy hh:mm“. */
  format: string;
}

export interface Workbook {
  /** Parts of the package by name. */
  parts: Map<string, string>;
  /** The XML of the only sheet. */
  sheet: string;
  headers: string[];
  /** Cells of each row by their header; empty ones are missing. */
  rows: Map<string, SheetCell>[];
  /** Targets of links by cell, e.g. „D2“. */
  links: Map<string, string>;
}

const SIGNS: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
/** Formats that every program knows by number. */
const KNOWN_FORMATS: Record<string, string> = { "0": "General", "49": "@" };

/** Undoes the escapes of XML. */
function decode(xml: string): string {
  return xml.replace(/&(?:(lt|gt|quot|apos|amp)|#(\d+));/g, (_, name: string, code: string) =>
    name ? (SIGNS[name] ?? "") : String.fromCodePoint(Number(code)),
  );
}

/** Unpacks a zip file and checks the checksum of every part. */
function readParts(bytes: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (openError, zip) => {
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
            if (crc32(content) !== entry.crc32) reject(new Error(`checksum: ${entry.fileName}`));
            parts.set(entry.fileName, content.toString("utf8"));
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}

/** The number format of each style, by its place in the list. */
function readFormats(styles: string): string[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(
      ([, id = "", code = ""]): [string, string] => [id, decode(code)],
    ),
  );
  const list = /<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? "";
  return [...list.matchAll(/<xf [^>]*numFmtId="(\d+)"/g)].map(
    ([, id = ""]) => own.get(id) ?? KNOWN_FORMATS[id] ?? id,
  );
}

function readLinks(sheet: string, relations: string): Map<string, string> {
  const targets = new Map(
    [...relations.matchAll(/Id="(\w+)"[^>]*Target="([^"]*)"/g)].map(
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
  const formats = readFormats(parts.get("xl/styles.xml") ?? "");
  const lines = [...sheet.matchAll(/<row r="\d+"[^>]*>(.*?)<\/row>/gs)].map(
    ([, line = ""]) =>
      new Map(
        [...line.matchAll(/<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs)].map(
          ([, column = "", attributes = "", content = ""]): [string, SheetCell] => [
            column,
            {
              type: / t="(\w+)"/.exec(attributes)?.[1] ?? null,
              text: decode(/<(?:t|v)\b[^>]*>(.*)<\/(?:t|v)>/s.exec(content)?.[1] ?? ""),
              format: formats[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? "",
            },
          ],
        ),
      ),
  );
  const [head = new Map<string, SheetCell>(), ...body] = lines;
  const headerOf = (column: string) => head.get(column)?.text ?? column;
  return {
    parts,
    sheet,
    headers: [...head.values()].map(({ text }) => text),
    rows: body.map((line) => new Map([...line].map(([column, cell]) => [headerOf(column), cell]))),
    links: readLinks(sheet, parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? ""),
  };
}
