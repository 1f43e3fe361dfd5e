import { SaxesParser } from "saxes";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { invalid, isRefusal, type Refusal } from "../../refusal";
import { normalizeText } from "../../text/clean-text";
import {
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_ROWS,
  MAX_UNPACKED_MEGABYTES,
  type NumberedRecord,
} from "./fields";
import { tooMany, tooManyCells } from "./parse-csv.server";

const MAX_UNPACKED_BYTES = MAX_UNPACKED_MEGABYTES * 1024 * 1024;
/** Honest lists may exceed the limit, but unpack to at most six times their file size. */
const MAX_UNPACK_RATIO = 8;

const BROKEN_WORKBOOK =
  "Die Excel-Datei lässt sich nicht lesen. In Excel öffnen, als .xlsx speichern und noch einmal hochladen.";
const TOO_LARGE = `Die Excel-Datei ist ausgepackt größer als ${MAX_UNPACKED_MEGABYTES} MB. In kleinere Dateien teilen oder als CSV speichern.`;

/**
 * Streams a part of a workbook; fails if the part is longer than the zip directory says. Names come without their
 * namespace. `close` gets the text of the current cell or shared string.
 */
async function readPart(
  zip: ZipFile,
  part: Entry | undefined,
  open: (name: string, attributes: Record<string, string>) => void,
  close: (name: string, text: string) => void = () => {},
): Promise<void> {
  if (part === undefined) return;
  const parser = new SaxesParser();
  const nameOf = (tag: { name: string }) => tag.name.slice(tag.name.indexOf(":") + 1);
  let text = "";
  let within = "";
  const add = (more: string) => {
    if (within === "v" || within === "t") text += more;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("opentag", (tag) => {
    within = nameOf(tag);
    if (within === "c" || within === "si") text = "";
    open(within, tag.attributes);
  });
  parser.on("closetag", (tag) => {
    within = "";
    close(nameOf(tag), text);
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of await zip.openReadStreamPromise(part)) {
    parser.write(decoder.decode(piece, { stream: true }));
  }
  parser.write(decoder.decode()).close();
}

/** Excel writes „_x000D_“ for characters that XML can't hold. */
function plainText(text: string): string {
  const sign = (_: string, code: string) => String.fromCharCode(parseInt(code, 16));
  return normalizeText(text.replace(/_x([\da-f]{4})_/gi, sign)).trim();
}

/** Looks for date letters outside quotes, escapes and colours. */
function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|general/gi, "");
  return /[dmyhs]/i.test(bare);
}

const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** „20.11.2026“, or „20.11.2026 14:05“ with a time of day; sheets have no time zone. */
function dateText(milliseconds: number): string {
  // The file stores a time as a fraction of a day, which may be off by a millisecond.
  const time = new Date(Math.round(milliseconds / 1000) * 1000);
  if (Number.isNaN(time.getTime())) return "";
  const day = `${twoDigits(time.getUTCDate())}.${twoDigits(time.getUTCMonth() + 1)}.${time.getUTCFullYear()}`;
  const clock = `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
  return clock === "00:00" ? day : `${day} ${clock}`;
}

const DAY_MS = 86_400_000;

type Book = Awaited<ReturnType<typeof readBook>>;

/** `epoch` is the serial number of 1970-01-01 in the 1900 or 1904 date system. */
async function readBook(zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
  const named = new Map<string, Entry | undefined>();
  await readPart(zip, parts.get("xl/_rels/workbook.xml.rels"), (_, attributes) => {
    const { Id = "", Type = "", Target = "" } = attributes;
    const type = Type.slice(Type.lastIndexOf("/") + 1);
    const path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
    named.set(type === "worksheet" ? Id : type, parts.get(path));
  });
  const sheets: { name: string; part: Entry }[] = [];
  let epoch = 25_569;
  await readPart(zip, parts.get("xl/workbook.xml"), (name, attributes) => {
    const { "r:id": id = "", date1904 = "", state = "visible" } = attributes;
    const part = named.get(id);
    if (name === "sheet" && state === "visible" && part !== undefined)
      sheets.push({ name: plainText(attributes.name ?? ""), part });
    if (name === "workbookPr" && /^(?:1|true)$/.test(date1904)) epoch = 24_107;
  });
  const [sharedStrings, styles] = [named.get("sharedStrings"), named.get("styles")];
  const dates = new Map<string, boolean>();
  const isDate: boolean[] = [];
  let isOfCells = false;
  await readPart(zip, styles, (name, { numFmtId = "", formatCode = "" }) => {
    if (name === "numFmt") dates.set(numFmtId, isDateFormat(formatCode));
    if (name === "cellXfs" || name === "cellStyles") isOfCells = name === "cellXfs";
    if (name !== "xf" || !isOfCells) return;
    isDate.push(dates.get(numFmtId) ?? isBuiltInDate(Number(numFmtId)));
  });
  const strings: string[] = [];
  const addString = (name: string, text: string) => {
    if (name === "si") strings.push(plainText(text));
  };
  await readPart(zip, sharedStrings, () => {}, addString);
  return { sheets, strings, isDate, epoch };
}

function cellText(value: string, { t = "n", s = "0" }, { strings, isDate, epoch }: Book): string {
  if (value === "" || t === "e") return "";
  if (t === "s") return strings[Number(value)] ?? "";
  if (t === "b") return value === "1" ? "ja" : "nein";
  if (t === "d") return dateText(Date.parse(value));
  const number = Number(value);
  if (t !== "n" || Number.isNaN(number)) return plainText(value);
  return isDate[Number(s)] ? dateText((number - epoch) * DAY_MS) : String(number);
}

/** „B7“ → 1 */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; reference.charCodeAt(at) >= 65; at += 1) {
    column = column * 26 + reference.charCodeAt(at) - 64;
  }
  return column - 1;
}

/** What the sheets read so far hold together. */
interface Size {
  characters: number;
  cells: number;
}

/**
 * Skips empty cells, since formats may reach far beyond the data.
 *
 * @param size grows
 * @throws Refusal at the first cell beyond a limit
 */
async function readRecords(
  zip: ZipFile,
  book: Book,
  part: Entry,
  size: Size,
): Promise<NumberedRecord[]> {
  const records: NumberedRecord[] = [];
  let cells: string[] = [];
  let line = 0;
  let column = -1;
  let cell: { t?: string; s?: string } = {};
  const addCell = (text: string) => {
    if (text === "") return;
    size.characters += text.length;
    if (column >= MAX_COLUMNS) throw tooMany("Spalten");
    if (size.characters > MAX_UNPACKED_BYTES) throw invalid("file", TOO_LARGE);
    while (cells.length < column) cells.push("");
    cells[column] = text;
  };
  const open = (name: string, attributes: Record<string, string>) => {
    const { r } = attributes;
    if (name === "row") {
      line = Number(r ?? line + 1);
      column = -1;
    } else if (name === "c") {
      column = r === undefined ? column + 1 : columnOf(r);
      cell = attributes;
    }
  };
  await readPart(zip, part, open, (name, text) => {
    if (name === "c") addCell(cellText(text, cell, book));
    if (name !== "row" || cells.length === 0) return;
    if (records.length > MAX_ROWS) throw tooMany("Zeilen");
    size.cells += cells.length;
    if (size.cells > MAX_CELLS) throw tooManyCells();
    // Copies the texts: a slice would keep its whole chunk of the file in memory.
    records.push({ cells: JSON.parse(JSON.stringify(cells)), line });
    cells = [];
  });
  return records;
}

/** Reads the sheets one by one; one that is broken or too large does not hinder the others. */
async function readSheets(zip: ZipFile, book: Book): Promise<WorkbookSheet[]> {
  const sheets: WorkbookSheet[] = [];
  let size: Size = { characters: 0, cells: 0 };
  for (const { name, part } of book.sheets) {
    const grown = { ...size };
    try {
      sheets.push({ name, records: await readRecords(zip, book, part, grown), fault: null });
      size = grown;
    } catch (error) {
      const fault = isRefusal(error) ? error : invalid("file", BROKEN_WORKBOOK);
      sheets.push({ name, records: [], fault });
    }
  }
  return sheets;
}

interface WorkbookSheet {
  name: string;
  records: NumberedRecord[];
  /** Why it was not read. */
  fault: Refusal | null;
}

/**
 * Leaves out hidden sheets.
 *
 * @throws Refusal if the file is no workbook or too large
 */
export async function parseWorkbook(bytes: Uint8Array): Promise<WorkbookSheet[]> {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const zip = await fromBufferPromise(file, { lazyEntries: true });
    const parts = new Map<string, Entry>();
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      parts.set(entry.fileName, entry);
      unpacked += entry.uncompressedSize;
    }
    const limit = Math.max(MAX_UNPACKED_BYTES, MAX_UNPACK_RATIO * file.length);
    if (unpacked > limit) throw invalid("file", TOO_LARGE);
    const book = await readBook(zip, parts);
    if (book.sheets.length > 0) return await readSheets(zip, book);
  } catch (error) {
    if (isRefusal(error)) throw error;
  }
  throw invalid("file", BROKEN_WORKBOOK);
}
