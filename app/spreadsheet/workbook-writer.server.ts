import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { ZipFile } from "yazl";
import { z } from "zod";
import { type Column, relationsXml, type SheetLink, sheetXml, usedRange } from "./sheet-xml.server";
import { stylesXml } from "./workbook-styles";

export { type Column, column } from "./sheet-xml.server";

/** Characters that the compressor gets at once: about a millisecond of work between turns of the event loop. */
const CHUNK = 65_536;
/** Fast rather than small: level 6 saves 15 % of the file and takes half as long again. */
const PART = { compressionLevel: 1, mode: 0o600, forceDosTimestamp: true };
const WORKBOOK = "xl/workbook.xml";
const SHEET = "xl/worksheets/sheet1.xml";
const STYLES = "xl/styles.xml";

type Pieces = Iterable<string> | AsyncIterable<string>;

async function* inChunks(pieces: Pieces): AsyncGenerator<string> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield text;
    text = "";
    await setImmediate();
  }
  yield text;
}

/**
 * Writes one sheet as an Excel workbook (Office Open XML, ECMA-376), row by row at the speed of the disk. Times are
 * wall clock times in `timeZone`; `notes` are the lines of a second sheet.
 *
 * @returns the number of rows below the header
 * @throws what `rows` or the file system throws; an incomplete file may remain
 */
export async function writeWorkbook<Row>(options: {
  path: string;
  sheetName: string;
  columns: readonly Column<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
  timeZone: string;
  notes?: readonly string[];
}): Promise<{ rows: number }> {
  const { path, sheetName, columns, rows, timeZone, notes = [] } = options;
  const written = { rows: 0, links: [] as SheetLink[] };
  const emptyBook = () =>
    writeEmptyBook(sheetName, notes, usedRange(columns.length, written.rows + 1));
  const zip = new ZipFile();
  const stop = new AbortController();
  const addPart = (name: string, read: () => Pieces) =>
    zip.addReadStreamLazy(name, PART, (give) => {
      const stream = Readable.from(inChunks(read()), { signal: stop.signal });
      stream.on("error", (error) => stop.abort(error));
      give(null, stream);
    });
  const empty = await emptyBook();
  // Programs that look at the first bytes expect „[Content_Types].xml“, which sorts first.
  for (const name of [...empty.keys()].sort()) {
    if ([WORKBOOK, SHEET, STYLES].includes(name)) continue;
    zip.addBuffer(Buffer.from(empty.get(name) ?? ""), name, PART);
  }
  zip.addBuffer(Buffer.from(stylesXml), STYLES, PART);
  addPart(SHEET, () => sheetXml(columns, rows, timeZone, written));
  addPart("xl/worksheets/_rels/sheet1.xml.rels", () => relationsXml(written.links));
  // The workbook names the filter's range, so it follows the last row.
  addPart(WORKBOOK, async function* () {
    yield (await emptyBook()).get(WORKBOOK) ?? "";
  });
  zip.end();
  try {
    const file = createWriteStream(path, { mode: 0o600 });
    await pipeline(zip.outputStream, file, { signal: stop.signal });
  } catch (error) {
    const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
    throw cause;
  } finally {
    // Closes the rows of parts that the zip has begun or still begins.
    stop.abort();
  }
  return { rows: written.rows };
}

const ContainerSchema = z.object({
  FullPaths: z.array(z.string()),
  FileIndex: z.array(
    z.looseObject({ content: z.instanceof(Uint8Array).optional().catch(undefined) }),
  ),
});
/** The xlsx package leaves it in every container; it is no part of the workbook. */
const CONTAINER_MARK = "\u0001Sh33tJ5";

/** Parts of an empty workbook with a filter, from the xlsx package, which can't stream a sheet. */
async function writeEmptyBook(sheetName: string, notes: readonly string[], range: string) {
  // Loaded on demand, since it takes a twelfth of the start.
  const { default: XLSX } = await import("xlsx");
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([[""]]), sheetName);
  if (notes.length > 0) {
    const lines = XLSX.utils.aoa_to_sheet(notes.map((note) => [note]));
    XLSX.utils.book_append_sheet(book, { ...lines, "!cols": [{ wch: 100 }] }, "Quellen");
  }
  const absolute = range.replace(/[A-Z]+|\d+/g, "$$$&");
  const filter = { Name: "_xlnm._FilterDatabase", Sheet: 0, Ref: `'${sheetName}'!${absolute}` };
  const hidden = { ...filter, Hidden: true };
  book.Workbook = { Names: [hidden] };
  const bytes: unknown = XLSX.write(book, { type: "buffer", bookType: "xlsx", compression: false });
  const { FullPaths, FileIndex } = ContainerSchema.parse(XLSX.CFB.read(bytes, { type: "buffer" }));
  const parts = new Map<string, string>();
  for (const [index, path] of FullPaths.entries()) {
    const name = path.slice(path.indexOf("/") + 1);
    const content = FileIndex[index]?.content;
    if (name === "" || name === CONTAINER_MARK || content === undefined) continue;
    parts.set(name, Buffer.from(content).toString("utf8"));
  }
  return parts;
}
