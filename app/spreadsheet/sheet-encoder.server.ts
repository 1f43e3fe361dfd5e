import { mailTarget, webTarget } from "./cell-link.server";
import {
  cutToCell,
  dropForbidden,
  escapeCellText,
  escapeXml,
  isPlainText,
  startsLikeFormula,
} from "./cell-text";
import { createDateSerial } from "./date-serial";
import { columnName } from "./workbook-skeleton.server";
import { cellStyle } from "./workbook-styles";

/** One column of a sheet; `Row` is whatever the caller streams. */
export type Column<Row> = {
  header: string;
  /** In characters of the standard font, 1 to 254. */
  width: number;
  kind: "text" | "number" | "date" | "datetime" | "link" | "email";
  /** Dates are epoch milliseconds UTC. Null and the empty text leave the cell empty. */
  value: (row: Row) => string | number | null;
};

/** A cell that leads somewhere; `target` is a valid URI, not escaped for XML. */
type Link = { cell: string; target: string };

export type SheetEncoder<Row> = ReturnType<typeof createSheetEncoder<Row>>;

/** "Excel specifications and limits": rows of a sheet with the header, and hyperlinks of a sheet. */
const mostRows = 1_048_576;
const mostLinks = 65_530;

/** The format of a column's cells, also of those without a value. */
export const columnStyle = {
  text: cellStyle.text,
  number: cellStyle.general,
  date: cellStyle.date,
  datetime: cellStyle.datetime,
  link: cellStyle.text,
  email: cellStyle.text,
} as const;

const textTag = (style: number) => `" s="${style}" t="inlineStr"><is><t xml:space="preserve">`;
const textEnd = "</t></is></c>";
const header = { plain: textTag(cellStyle.header), quoted: textTag(cellStyle.quotedHeader) };
const body = { plain: textTag(cellStyle.text), quoted: textTag(cellStyle.quotedText) };
const link = { plain: textTag(cellStyle.link), quoted: textTag(cellStyle.quotedLink) };

/**
 * Turns rows into the XML of `<row>` elements (ECMA-376 part 1, 18.3.1.73 and 18.3.1.4). Texts are inline strings
 * (18.3.1.53), never formulas; where a text could become a formula by editing, its format carries `quotePrefix`.
 *
 * @throws RangeError at once if the time zone is unknown, and from `row` if the sheet is full
 */
export function createSheetEncoder<Row>(columns: readonly Column<Row>[], timeZone: string) {
  const toSerial = createDateSerial(timeZone);
  const links: Link[] = [];
  /** What came together until now. `lastRow` counts the header. */
  const progress = { lastRow: 0, truncatedCells: 0, links };

  const textCell = (cell: string, value: string, tags = body): string => {
    const tag = startsLikeFormula(value) ? tags.quoted : tags.plain;
    if (isPlainText(value)) return `<c r="${cell}${tag}${value}${textEnd}`;
    const clean = dropForbidden(value);
    const text = cutToCell(clean);
    if (text.length < clean.length) progress.truncatedCells += 1;
    return text === "" ? "" : `<c r="${cell}${tag}${escapeCellText(text)}${textEnd}`;
  };

  const linkCell = (cell: string, value: string, toTarget: typeof webTarget): string => {
    const target = links.length < mostLinks ? toTarget(value) : null;
    if (target === null) return textCell(cell, value);
    links.push({ cell, target });
    return textCell(cell, value, link);
  };

  const dateCell = (cell: string, time: number, kind: "date" | "datetime"): string => {
    const serial = toSerial(time);
    if (serial === null) return textCell(cell, isoTime(time));
    const shown = kind === "date" ? Math.floor(serial) : serial;
    return `<c r="${cell}" s="${cellStyle[kind]}"><v>${shown}</v></c>`;
  };

  const bodyCell = (cell: string, kind: Column<Row>["kind"], value: string | number): string => {
    if (typeof value === "string") {
      if (kind === "link") return linkCell(cell, value, webTarget);
      if (kind === "email") return linkCell(cell, value, mailTarget);
      return textCell(cell, value);
    }
    if (!Number.isFinite(value)) return "";
    if (kind === "number") return `<c r="${cell}"><v>${value}</v></c>`;
    if (kind === "date" || kind === "datetime") return dateCell(cell, value, kind);
    return textCell(cell, String(value));
  };

  const nextRow = (): number => {
    if (progress.lastRow >= mostRows) {
      throw new RangeError(
        `The sheet is full: Excel shows at most ${mostRows - 1} rows below the header`,
      );
    }
    progress.lastRow += 1;
    return progress.lastRow;
  };

  const named = columns.map((column, index) => ({ ...column, letters: columnName(index) }));
  return {
    header: () => {
      const number = nextRow();
      const cells = named.map((column) =>
        textCell(`${column.letters}${number}`, column.header, header),
      );
      return `<row r="${number}">${cells.join("")}</row>`;
    },
    row: (row: Row) => {
      const number = nextRow();
      let cells = "";
      for (const { letters, kind, value: read } of named) {
        const value = read(row);
        if (value !== null && value !== "") cells += bodyCell(`${letters}${number}`, kind, value);
      }
      return `<row r="${number}">${cells}</row>`;
    },
    progress,
  };
}

/** The links of a sheet as its `<hyperlinks>` element (ECMA-376 part 1, 18.3.1.48) in pieces; nothing without links. */
export function* hyperlinksXml(links: readonly Link[]): Generator<string> {
  if (links.length === 0) return;
  yield "<hyperlinks>";
  for (const [index, { cell }] of links.entries()) {
    yield `<hyperlink ref="${cell}" r:id="rId${index + 1}"/>`;
  }
  yield "</hyperlinks>";
}

/** The targets of `hyperlinksXml`, as the sheet's part of relations (ECMA-376 part 2, "Relationships part") in pieces. */
export function* relationsXml(links: readonly Link[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`;
  for (const [index, { target }] of links.entries()) {
    yield `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${escapeXml(target)}" TargetMode="External"/>`;
  }
  yield "</Relationships>";
}

/** Excel cannot show this time as a date, so it is written out; beyond what ISO 8601 reaches, as milliseconds. */
function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}
