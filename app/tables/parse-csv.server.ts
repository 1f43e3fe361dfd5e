import { CsvError, parse } from "csv-parse/sync";
import { invalid } from "../refusal";
import { normalizeText } from "../text/clean-text";
import { MAX_COLUMNS, MAX_ROWS, type NumberedRecord } from "./fields";
import { type Halves, scanCsv, tooMany } from "./scan-csv.server";

const DELIMITERS = [";", ",", "\t"] as const;
const LOOK_AT = 50;
/** So much of a file says how its signs lie and what divides its columns. */
const HEAD_BYTES = 256 * 1024;

const NO_TABLE =
  "Die Datei ist keine Tabelle. Angenommen werden CSV-Dateien und Excel-Dateien im Format .xlsx.";

/** Windows-1252 from 0x80 on; five of these places are empty. */
const WINDOWS_SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** By hand, since some versions of Node read Windows-1252 as Latin-1. */
function decodeWindows(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
  return text.replace(/[\x80-\x9f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    // A part of a file may end within a sign.
    const stream = bytes.byteLength === HEAD_BYTES;
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream });
  } catch {
    return null;
  }
}

/** By the byte order mark. */
function halvesOf([first, second]: Uint8Array): Halves {
  if (first === 0xff && second === 0xfe) return { width: 2, low: 0 };
  return first === 0xfe && second === 0xff ? { width: 2, low: 1 } : { width: 1 };
}

/**
 * The text of a file: UTF-8 or UTF-16 by its byte order mark, else UTF-8 where that is possible, else Windows-1252, in
 * which a German Excel writes its CSV files.
 *
 * @throws Refusal when it is no text
 */
function decodeText(bytes: Uint8Array): string {
  const halves = halvesOf(bytes);
  const marked = halves.width === 1 ? "utf-8" : halves.low === 0 ? "utf-16le" : "utf-16be";
  const text = decode(bytes, marked) ?? decodeWindows(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells that a file is no text
  if (/[\x00-\x08\x0e-\x1f]/.test(text)) throw invalid("file", NO_TABLE);
  return normalizeText(text);
}

/**
 * How many cells each of the first records has with a delimiter; delimiters and line breaks in quotes do not count.
 *
 * @throws Refusal where the first has a filled one beyond the limit
 */
function cellCounts(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  let cells = 1;
  let isQuoted = false;
  let isEmpty = true;
  for (const sign of text) {
    if (counts.length === LOOK_AT) return counts;
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === delimiter) cells += 1;
    else if (sign === "\n") {
      if (!isEmpty) counts.push(cells);
      cells = 1;
      isEmpty = true;
      continue;
    } else if (cells > MAX_COLUMNS && counts.length === 0 && sign.trim() !== "") {
      throw tooMany("Spalten");
    }
    isEmpty = false;
  }
  if (!isEmpty) counts.push(cells);
  return counts;
}

/** The delimiter by which most records have most cells, as many each; titles stand above them. */
function findDelimiter(text: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const counts = cellCounts(text, delimiter).filter((count) => count > 1);
    const mass = new Map<number, number>();
    for (const count of counts) mass.set(count, (mass.get(count) ?? 0) + count);
    return { delimiter, score: Math.max(0, ...mass.values()) };
  });
  const best = scores.reduce((left, right) => (right.score > left.score ? right : left));
  return best.delimiter;
}

const QUOTE_FAULTS = [
  "CSV_QUOTE_NOT_CLOSED",
  "CSV_INVALID_CLOSING_QUOTE",
  "INVALID_OPENING_QUOTE",
] as const;
/** Lines with wrong quotes that are mended one by one, each by reading the file anew. */
const MENDED_LINES = 8;

/** Where an unclosed quote was opened, which the parser only knows by what it had read until then. */
function unclosedLine(text: string, records: readonly NumberedRecord[]): number {
  const last = records.at(-1);
  const start = last === undefined ? 1 : last.line + 1 + last.cells.join("").split("\n").length - 1;
  const lines = text.split("\n");
  const isOdd = (line: string) => (line.split('"').length - 1) % 2 === 1;
  const offset = lines.slice(start - 1).findIndex(isOdd);
  return offset < 0 ? start : start + offset;
}

/** A fault of quotes in one line of the text, from 1. */
class QuoteFault extends Error {
  constructor(readonly line: number) {
    super("wrong quotes");
  }
}

/** @throws QuoteFault; Refusal for too many rows and for what is no table */
function parseRecords(text: string, delimiter: string): NumberedRecord[] {
  const records: NumberedRecord[] = [];
  try {
    parse(text, {
      delimiter,
      record_delimiter: "\n",
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        if (records.length > MAX_ROWS) throw tooMany("Zeilen");
        const breaks = cells.reduce((sum, cell) => sum + countBreaks(cell), 0);
        const trimmed = cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim());
        // A sheet with formats to its end has as many empty ones.
        if (cells.slice(MAX_COLUMNS).some((cell) => cell.trim() !== "")) throw tooMany("Spalten");
        if (trimmed.some((cell) => cell !== "")) {
          records.push({ cells: trimmed, line: lines - breaks });
        }
        // Kept here and not by the parser, which would hold every record twice.
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (!QUOTE_FAULTS.some((code) => code === error.code)) throw invalid("file", NO_TABLE);
    const isUnclosed = error.code === "CSV_QUOTE_NOT_CLOSED";
    throw new QuoteFault(isUnclosed ? unclosedLine(text, records) : Number(error.lines ?? 1));
  }
  return records;
}

/**
 * A text with one kind of line end, so that the parser counts lines in quotes right, too, and what divides its columns.
 *
 * @throws Refusal for what is no table, and for a first line with too many columns
 */
function openText(decoded: string): { text: string; delimiter: string; hasHint: boolean } {
  // Excel's own hint for itself, on a line before the header.
  const hint = /^sep=(.)(?:\r\n|\n|\r)/i.exec(decoded);
  const text = decoded.slice(hint?.[0].length ?? 0).replace(/\r\n?/g, "\n");
  if (/^\s*(?:<[!?a-z]|\{|%PDF)/i.test(text)) throw invalid("file", NO_TABLE);
  return { text, delimiter: hint?.[1] ?? findDelimiter(text), hasHint: hint !== null };
}

/**
 * Reads the records of a file. A line with wrong quotes is read without them, so that it costs no other line.
 *
 * @throws Refusal for too many rows and for what is no table
 */
export function parseCsv(bytes: Uint8Array): { records: NumberedRecord[]; note?: string } {
  const head = openText(decodeText(bytes.subarray(0, HEAD_BYTES)));
  const { delimiter } = head;
  const skipped = head.hasHint ? 1 : 0;
  scanCsv(bytes, halvesOf(bytes), delimiter, skipped);
  const { text } = bytes.byteLength > HEAD_BYTES ? openText(decodeText(bytes)) : head;
  let lines: string[] | undefined;
  const mended: number[] = [];
  for (;;) {
    try {
      const records = parseRecords(lines?.join("\n") ?? text, delimiter).map(({ cells, line }) => ({
        cells,
        line: line + skipped,
      }));
      return mended.length === 0 ? { records } : { records, note: quoteNote(mended, skipped) };
    } catch (error) {
      if (!(error instanceof QuoteFault)) throw error;
      lines ??= text.split("\n");
      const isHopeless = mended.length === MENDED_LINES || mended.includes(error.line);
      for (const [index, line] of lines.entries()) {
        if (isHopeless || index === error.line - 1) lines[index] = line.replaceAll('"', "");
      }
      mended.push(error.line);
    }
  }
}

function quoteNote(lines: readonly number[], skipped: number): string {
  const named = lines.slice(0, MENDED_LINES).map((line) => line + skipped);
  return named.length === 1
    ? `In Zeile ${named[0]} stehen Anführungszeichen falsch; sie ist ohne sie gelesen.`
    : `In den Zeilen ${named.join(", ")} stehen Anführungszeichen falsch; sie sind ohne sie gelesen.`;
}

function countBreaks(cell: string): number {
  return cell.split("\n").length - 1;
}
