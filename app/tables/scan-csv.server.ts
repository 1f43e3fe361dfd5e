import { invalid, type Refusal } from "../refusal";
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS } from "./fields";

/** No list has so much in one cell; a quote that is missing makes one. */
const MAX_CELL_SIGNS = 10_000_000;
/** Empty ones with them: a spreadsheet that was saved to its last row has a million. */
const MAX_LINES = 2_000_000;
/** As many lines with wrong quotes are mended by the parser. */
const MENDED_QUOTES = 8;

const [LINE, RETURN, BLANK, QUOTE] = [10, 13, 32, 34];
/** Any sign beyond ASCII. */
const OTHER = 256;

/** Where in a cell the scan stands. */
const AT_START = 0;
const PLAIN = 1;
const QUOTED = 2;
/** Behind a quote in quotes, which ends them unless another one follows. */
const CLOSING = 3;

/** How the signs of a text lie in its bytes: the low half of each pair is the first (0) or the second (1). */
export type Halves = { width: 1 } | { width: 2; low: 0 | 1 };

/**
 * Judges a CSV file by its bytes, before anything is made of them: text and records of a hostile file of 20 MB take
 * half a gigabyte. What is let through may still be refused by the parser, which knows more of wrong quotes.
 *
 * @param delimiter of which the first sign counts
 * @param moreRows lines besides header and rows
 * @throws Refusal for too many rows or cells, a filled column beyond the limit and a giant cell
 */
export function scanCsv(bytes: Uint8Array, halves: Halves, delimiter: string, moreRows = 0): void {
  const { width } = halves;
  const [low, high] = halves.width === 1 ? [0, 0] : [halves.low, 1 - halves.low];
  const separator = delimiter.charCodeAt(0);
  let [state, columns, rows, cells, signs, mended] = [AT_START, 1, 0, 0, 0, 0];
  let lines = 0;
  let isFilled = false;
  let opened = { at: 0, columns, rows, cells, isFilled };
  const endCell = () => {
    if (signs > MAX_CELL_SIGNS) throw tooLongCell();
    signs = 0;
    state = AT_START;
  };
  const endLine = () => {
    if (isFilled) {
      rows += 1;
      cells += Math.min(columns, MAX_COLUMNS);
    }
    lines += 1;
    if (rows > MAX_ROWS + 1 + moreRows || lines > MAX_LINES) throw tooMany("Zeilen");
    if (cells > MAX_CELLS) throw tooManyCells();
    columns = 1;
    isFilled = false;
  };
  for (let at = 0; ; at += width) {
    if (at >= bytes.length) {
      if (state !== QUOTED || mended === MENDED_QUOTES) break;
      // Never closed: read again from there without it, as the parser does.
      mended += 1;
      ({ at, columns, rows, cells, isFilled } = opened);
      signs = 0;
      state = PLAIN;
      continue;
    }
    const isAscii = width === 1 || bytes[at + high] === 0;
    const sign = isAscii ? (bytes[at + low] ?? OTHER) : OTHER;
    if (state === QUOTED && sign === QUOTE) {
      state = CLOSING;
      continue;
    }
    if (state === CLOSING) state = sign === QUOTE ? QUOTED : PLAIN;
    if (state !== QUOTED) {
      if (sign === separator) {
        endCell();
        columns += 1;
        continue;
      }
      if (sign === LINE || sign === RETURN) {
        endCell();
        endLine();
        continue;
      }
      if (sign === QUOTE && state === AT_START) {
        state = QUOTED;
        opened = { at, columns, rows, cells, isFilled };
        continue;
      }
      state = PLAIN;
    }
    signs += 1;
    if (sign <= BLANK) continue;
    if (columns > MAX_COLUMNS) throw tooMany("Spalten");
    isFilled = true;
  }
  endCell();
  endLine();
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

function tooLongCell(): Refusal {
  const limit = MAX_CELL_SIGNS.toLocaleString("de-DE");
  return invalid(
    "file",
    `Eine Zelle der Datei hat mehr als ${limit} Zeichen. Vielleicht fehlt ein Anführungszeichen an ihrem Ende.`,
  );
}
