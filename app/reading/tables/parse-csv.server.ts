import Papa from "papaparse";
import { invalid, type Refusal } from "../../refusal";
import { normalizeText, withWindowsCharacters } from "../../text/clean-text";
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, type NumberedRecord } from "./fields";

const DELIMITERS = [";", ",", "\t", "|"] as const;
const SAMPLE_RECORDS = 50;
const MAX_LISTED_LINES = 8;
/** Includes blank lines and line breaks in cells. */
const MAX_LINES = 1_000_000;
/** More than a sheet saved with all its empty columns. */
const MAX_EMPTY_COLUMNS = 100_000;

export const NO_TABLE =
  "Die Datei ist keine Tabelle. Angenommen werden CSV und Excel im Format .xlsx; es zählt der Inhalt, nicht die Endung des Namens.";

/**
 * UTF-16 needs a byte order mark. Invalid UTF-8 is read as Windows-1252, which German Excel uses for CSV.
 *
 * @throws Refusal if the file is not text
 */
function decodeText(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  const encoding = { fffe: "utf-16le", feff: "utf-16be" }[mark] ?? "utf-8";
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    text = withWindowsCharacters(Buffer.from(bytes).toString("latin1"));
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters reveal a binary file
  if (/[\x00-\x08\x0e-\x1f]|^\s*(?:<[!?a-z]|\{|%PDF)/i.test(text)) throw invalid("file", NO_TABLE);
  return normalizeText(text);
}

/** Null if the quotes are wrong. */
function parseRecord(record: string, delimiter: string): string[] | null {
  const text = `${record}\n`;
  const config = { delimiter, newline: "\n", preview: 1 } as const;
  const { data, errors, meta } = Papa.parse<string[]>(text, config);
  const cells = data[0] ?? [];
  if (cells.length > MAX_EMPTY_COLUMNS) throw tooMany("Spalten");
  // Papa Parse keeps misplaced quotes as text.
  const isUnquoted = (cell: string) =>
    cell.includes('"') && !record.includes(`"${cell.replaceAll('"', '""')}"`);
  const isWrong = errors.length > 0 || meta.cursor < text.length || cells.some(isUnquoted);
  return isWrong ? null : cells;
}

/** Papa Parse accepts an opening quote only at the very start of a cell. */
function parseSpaced(record: string, delimiter: string): string[] | null {
  const unspaced = () => record.replace(/(?<=^|[;,\t|])[^\S\n\t]+(?="(?!"[^\s;,|"]))/gm, "");
  return parseRecord(record, delimiter) ?? parseRecord(unspaced(), delimiter);
}

const hasOddQuotes = (line: string) => line.split('"').length % 2 === 0;

/** Skips empty records; a repaired one is a single line read without its quotes. */
function* readRecords(lines: readonly string[], delimiter: string) {
  for (let at = 0, next = 0; at < lines.length; at = next) {
    const line = lines[at] ?? "";
    // Quotes come in pairs, so an open record ends at the next odd line. This keeps the time linear.
    let isOpen = hasOddQuotes(line);
    for (next = at + 1; isOpen && next < lines.length; next += 1) {
      isOpen = !hasOddQuotes(lines[next] ?? "");
    }
    const written = isOpen ? null : parseSpaced(lines.slice(at, next).join("\n"), delimiter);
    const isRepaired = written === null;
    if (isRepaired) next = at + 1;
    const read = written ?? parseRecord(line.replaceAll('"', ""), delimiter) ?? [];
    const cells = read.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== "")) yield { cells, line: at + 1, isRepaired };
  }
}

/** Picks the delimiter with the most cells in records of equal length; titles above may differ. */
function findDelimiter(lines: readonly string[]): string {
  const scores = DELIMITERS.map((delimiter) => {
    const mass = new Map<number, number>();
    let left = SAMPLE_RECORDS;
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
 * Reads a line with wrong quotes without them, so that no other line is lost.
 *
 * @throws Refusal if the file is no table or exceeds a limit
 */
export function parseCsv(bytes: Uint8Array): { records: NumberedRecord[]; note?: string } {
  const lines = decodeText(bytes).split(/\r\n?|\n/, MAX_LINES);
  if (lines.length === MAX_LINES) throw tooMany("Zeilen");
  // Excel's delimiter hint on the first line.
  const hint = /^sep=(.)$/i.exec(lines[0] ?? "");
  if (hint !== null) lines[0] = "";
  const records: NumberedRecord[] = [];
  const repaired: number[] = [];
  let cellCount = 0;
  const delimiter = hint?.[1] ?? findDelimiter(lines);
  for (const { cells, line, isRepaired } of readRecords(lines, delimiter)) {
    // Formatted sheets have many empty columns.
    if (cells.slice(MAX_COLUMNS).some((cell) => cell !== "")) throw tooMany("Spalten");
    if (records.length > MAX_ROWS) throw tooMany("Zeilen");
    records.push({ cells: cells.slice(0, MAX_COLUMNS), line });
    cellCount += Math.min(cells.length, MAX_COLUMNS);
    if (cellCount > MAX_CELLS) throw tooManyCells();
    if (isRepaired) repaired.push(line);
  }
  return repaired.length === 0 ? { records } : { records, note: quoteNote(repaired) };
}

function quoteNote(lines: readonly number[]): string {
  return lines.length === 1
    ? `In Zeile ${lines[0]} stehen Anführungszeichen falsch; sie ist ohne sie gelesen.`
    : `In den Zeilen ${lines.slice(0, MAX_LISTED_LINES).join(", ")} stehen Anführungszeichen falsch; sie sind ohne sie gelesen.`;
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
