import { invalid, type Refusal } from "../refusal";
import { normalizeText } from "../text/clean-text";
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, type NumberedRecord } from "./fields";

const DELIMITERS = [";", ",", "\t", "|"] as const;
const LOOK_AT = 50;
/** In signs; a quote that is missing makes longer ones. */
const MAX_QUOTED = 1_000_000;
/** Quotes that lead beyond their line and are wrong, until none of them counts any more. */
const MAX_ASTRAY = 8;
/** Lines with wrong quotes that are named. */
const NAMED_LINES = 8;
/** Empty columns of a sheet that was saved to its end, and more. */
const MAX_EMPTY_COLUMNS = 100_000;

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

/**
 * The text of a file: UTF-8 or UTF-16 by its byte order mark, else UTF-8 where that is possible, else Windows-1252, in
 * which a German Excel writes its CSV files.
 *
 * @throws Refusal when it is no text
 */
function decodeText(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  const encoding = { fffe: "utf-16le", feff: "utf-16be" }[mark] ?? "utf-8";
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    text = decodeWindows(bytes);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells that a file is no text
  if (/[\x00-\x08\x0e-\x1f]|^\s*(?:<[!?a-z]|\{|%PDF)/i.test(text)) throw invalid("file", NO_TABLE);
  return normalizeText(text);
}

interface WrittenRecord extends NumberedRecord {
  /** Its quotes are wrong, and it is one line without them. */
  isMended: boolean;
}

class RecordReader {
  readonly #plain: RegExp;
  #astray = 0;

  constructor(
    readonly text: string,
    readonly delimiter: string,
  ) {
    this.#plain = new RegExp(`[^\\u{${delimiter.codePointAt(0)?.toString(16)}}\\n]*`, "uy");
  }

  /** All records in their order, without empty ones. */
  *records(): Generator<WrittenRecord> {
    for (let at = 0, line = 1; at < this.text.length; ) {
      if (this.text[at] === "\n") {
        at += 1;
        line += 1;
        continue;
      }
      const record = this.#recordAt(at) ?? this.#lineAt(at);
      const { isMended, next } = record;
      const cells = record.cells.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== "")) yield { cells, line, isMended };
      line += record.cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 1);
      at = next;
    }
  }

  /** The record that begins at a place; null where its quotes are wrong. */
  #recordAt(start: number) {
    const { text, delimiter } = this;
    const cells: string[] = [];
    for (let at = start; ; at += 1) {
      const quote = /[^\S\n]*"/y;
      quote.lastIndex = at;
      const isQuoted = quote.test(text);
      const end = isQuoted ? this.#endOfQuoted(quote.lastIndex) : this.#endOfPlain(at);
      const cell = text.slice(isQuoted ? quote.lastIndex : at, end);
      at = isQuoted ? this.#endOfPlain(end + 1) : end;
      const isWrong = isQuoted ? text.slice(end + 1, at).trim() !== "" : cell.includes('"');
      if (end < 0 || isWrong) {
        this.#astray += Number(isQuoted && (end < 0 || cell.includes("\n")));
        return null;
      }
      cells.push(isQuoted ? cell.replaceAll('""', '"') : cell);
      if (cells.length > MAX_EMPTY_COLUMNS) throw tooMany("Spalten");
      if (text[at] !== delimiter) return { cells, next: at + 1, isMended: false };
    }
  }

  #endOfPlain(at: number): number {
    this.#plain.lastIndex = at;
    this.#plain.test(this.text);
    return Math.max(at, this.#plain.lastIndex);
  }

  /** The place of the quote that ends a cell; -1 where there is none. */
  #endOfQuoted(start: number): number {
    if (this.#astray >= MAX_ASTRAY) return -1;
    for (let from = start; ; from += 2) {
      from = this.text.indexOf('"', from);
      if (from < 0 || from - start > MAX_QUOTED) return -1;
      if (this.text[from + 1] !== '"') return from;
    }
  }

  #lineAt(at: number) {
    const end = this.text.indexOf("\n", at);
    const line = this.text.slice(at, end < 0 ? this.text.length : end);
    const cells = line.replaceAll('"', "").split(this.delimiter);
    return { cells, next: at + line.length + 1, isMended: true };
  }
}

/** The delimiter by which most records have most cells, as many each; titles stand above them. */
function findDelimiter(text: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const mass = new Map<number, number>();
    let left = LOOK_AT;
    for (const { cells } of new RecordReader(text, delimiter).records()) {
      const { length } = cells;
      if (length > 1) mass.set(length, (mass.get(length) ?? 0) + length);
      left -= 1;
      if (left === 0) break;
    }
    return { delimiter, score: Math.max(0, ...mass.values()) };
  });
  return scores.reduce((left, right) => (right.score > left.score ? right : left)).delimiter;
}

/**
 * Reads the records of a file. A line with wrong quotes is read without them, so that it costs no other line.
 *
 * @throws Refusal for what is no table, and at the first record beyond a limit
 */
export function parseCsv(bytes: Uint8Array): { records: NumberedRecord[]; note?: string } {
  const decoded = decodeText(bytes);
  // Excel's own hint for itself, on a line before the header.
  const hint = /^sep=(.)(?:\r\n|\n|\r)/i.exec(decoded);
  const text = decoded.slice(hint?.[0].length ?? 0).replace(/\r\n?/g, "\n");
  const skipped = hint === null ? 0 : 1;
  const records: NumberedRecord[] = [];
  const mended: number[] = [];
  let cellCount = 0;
  const reader = new RecordReader(text, hint?.[1] ?? findDelimiter(text));
  for (const { cells, line, isMended } of reader.records()) {
    // A sheet with formats to its end has as many empty ones.
    if (cells.slice(MAX_COLUMNS).some((cell) => cell !== "")) throw tooMany("Spalten");
    if (records.length > MAX_ROWS) throw tooMany("Zeilen");
    records.push({ cells: cells.slice(0, MAX_COLUMNS), line: line + skipped });
    cellCount += Math.min(cells.length, MAX_COLUMNS);
    if (cellCount > MAX_CELLS) throw tooManyCells();
    if (isMended) mended.push(line + skipped);
  }
  return mended.length === 0 ? { records } : { records, note: quoteNote(mended) };
}

function quoteNote(lines: readonly number[]): string {
  return lines.length === 1
    ? `In Zeile ${lines[0]} stehen Anführungszeichen falsch; sie ist ohne sie gelesen.`
    : `In den Zeilen ${lines.slice(0, NAMED_LINES).join(", ")} stehen Anführungszeichen falsch; sie sind ohne sie gelesen.`;
}

export function tooMany(what: "Zeilen" | "Spalten"): Refusal {
  const limit = (what === "Zeilen" ? MAX_ROWS : MAX_COLUMNS).toLocaleString("de-DE");
  const text = `Die Datei hat mehr als ${limit} ${what}. Überzählige entfernen oder in kleinere Dateien teilen.`;
  return invalid("file", text);
}

export function tooManyCells(): Refusal {
  const limit = MAX_CELLS.toLocaleString("de-DE");
  const text = `Die Datei hat mehr als ${limit} Zellen (Zeilen mal Spalten). Spalten weglassen, die niemand braucht, oder in kleinere Dateien teilen.`;
  return invalid("file", text);
}
