import Papa from "papaparse";
import { invalid, type Refusal } from "../../refusal";
import { normalizeText, withWindowsSigns } from "../../text/clean-text";
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, type NumberedRecord } from "./fields";

const DELIMITERS = [";", ",", "\t", "|"] as const;
const LOOK_AT = 50;
/** Lines with wrong quotes that are named. */
const NAMED_LINES = 8;
/** Blank ones and those within cells count too. */
const MAX_LINES = 1_000_000;
/** Empty columns of a sheet that was saved to its end, and more. */
const MAX_EMPTY_COLUMNS = 100_000;

const NO_TABLE =
  "Die Datei ist keine Tabelle. Angenommen werden CSV-Dateien und Excel-Dateien im Format .xlsx.";

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
    text = withWindowsSigns(Buffer.from(bytes).toString("latin1"));
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells that a file is no text
  if (/[\x00-\x08\x0e-\x1f]|^\s*(?:<[!?a-z]|\{|%PDF)/i.test(text)) throw invalid("file", NO_TABLE);
  return normalizeText(text);
}

/** Null where its quotes are wrong. */
function parseRecord(record: string, delimiter: string): string[] | null {
  const text = `${record}\n`;
  const config = { delimiter, newline: "\n", preview: 1 } as const;
  const { data, errors, meta } = Papa.parse<string[]>(text, config);
  const cells = data[0] ?? [];
  if (cells.length > MAX_EMPTY_COLUMNS) throw tooMany("Spalten");
  // Papa Parse keeps the quotes of such cells.
  const isUnquoted = (cell: string) =>
    cell.includes('"') && !record.includes(`"${cell.replaceAll('"', '""')}"`);
  const isWrong = errors.length > 0 || meta.cursor < text.length || cells.some(isUnquoted);
  return isWrong ? null : cells;
}

/** Papa Parse wants a quote at the very beginning of its cell. */
function parseSpaced(record: string, delimiter: string): string[] | null {
  const unspaced = () => record.replace(/(?<=^|[;,\t|])[^\S\n\t]+(?="(?!"[^\s;,|"]))/gm, "");
  return parseRecord(record, delimiter) ?? parseRecord(unspaced(), delimiter);
}

const hasOddQuotes = (line: string) => line.split('"').length % 2 === 0;

/** All records in their order, without empty ones; a mended one is a line without its wrong quotes. */
function* readRecords(lines: readonly string[], delimiter: string) {
  for (let at = 0, next = 0; at < lines.length; at = next) {
    const line = lines[at] ?? "";
    // Right quotes are even in number. A missing one leads to the next odd line, so that the time stays linear.
    let isOpen = hasOddQuotes(line);
    for (next = at + 1; isOpen && next < lines.length; next += 1) {
      isOpen = !hasOddQuotes(lines[next] ?? "");
    }
    const written = isOpen ? null : parseSpaced(lines.slice(at, next).join("\n"), delimiter);
    const isMended = written === null;
    if (isMended) next = at + 1;
    const read = written ?? parseRecord(line.replaceAll('"', ""), delimiter) ?? [];
    const cells = read.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== "")) yield { cells, line: at + 1, isMended };
  }
}

/** The delimiter by which most records have most cells, as many each; titles stand above them. */
function findDelimiter(lines: readonly string[]): string {
  const scores = DELIMITERS.map((delimiter) => {
    const mass = new Map<number, number>();
    let left = LOOK_AT;
    for (const { cells } of readRecords(lines, delimiter)) {
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
  const lines = decodeText(bytes).split(/\r\n?|\n/, MAX_LINES);
  if (lines.length === MAX_LINES) throw tooMany("Zeilen");
  // Excel's own hint for itself, on a line before the header.
  const hint = /^sep=(.)$/i.exec(lines[0] ?? "");
  if (hint !== null) lines[0] = "";
  const records: NumberedRecord[] = [];
  const mended: number[] = [];
  let cellCount = 0;
  const delimiter = hint?.[1] ?? findDelimiter(lines);
  for (const { cells, line, isMended } of readRecords(lines, delimiter)) {
    // A sheet with formats to its end has as many empty ones.
    if (cells.slice(MAX_COLUMNS).some((cell) => cell !== "")) throw tooMany("Spalten");
    if (records.length > MAX_ROWS) throw tooMany("Zeilen");
    records.push({ cells: cells.slice(0, MAX_COLUMNS), line });
    cellCount += Math.min(cells.length, MAX_COLUMNS);
    if (cellCount > MAX_CELLS) throw tooManyCells();
    if (isMended) mended.push(line);
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
