import { mailTarget, webTarget } from "./cell-link.server";
import {
  cutToCell,
  dropForbidden,
  escapeCellText,
  escapeXml,
  startsLikeFormula,
} from "./cell-text";
import { createDateSerial } from "./date-serial";
import { TextBytes } from "./text-bytes";
import { columnName } from "./workbook-skeleton.server";
import { cellStyle } from "./workbook-styles";

/** One column of a sheet; `Row` is whatever the caller streams. */
export type Column<Row> = {
  header: string;
  /** In characters of the standard font, 1 to 254. */
  width: number;
  kind: "text" | "number" | "datetime" | "link" | "email";
  /** Times are epoch milliseconds UTC. Null and the empty text leave the cell empty. */
  value: (row: Row) => string | number | null;
};

/** A cell that leads somewhere; `target` is a valid URI, not escaped for XML. */
type Link = { cell: string; target: string };

export type SheetEncoder<Row> = ReturnType<typeof createSheetEncoder<Row>>;

/** "Excel specifications and limits": rows of a sheet with the header, and hyperlinks of a sheet. */
const mostRows = 1_048_576;
const mostLinks = 65_530;

const cellStart = '<c r="';

/** The format of a column's cells, also of those without a value. */
export const columnStyle = {
  text: cellStyle.text,
  number: cellStyle.general,
  datetime: cellStyle.datetime,
  link: cellStyle.text,
  email: cellStyle.text,
} as const;

/** Both ends of a text: white space at its edges is lost where it is not told to be preserved. */
const textTag = (style: number) => ({
  trimmed: `" s="${style}" t="inlineStr"><is><t>`,
  spaced: `" s="${style}" t="inlineStr"><is><t xml:space="preserve">`,
});
const textEnd = "</t></is></c>";
const header = { plain: textTag(cellStyle.header), quoted: textTag(cellStyle.quotedHeader) };
const body = { plain: textTag(cellStyle.text), quoted: textTag(cellStyle.quotedText) };
const link = { plain: textTag(cellStyle.link), quoted: textTag(cellStyle.quotedLink) };
const numberTag = (style: number) => `" s="${style}"><v>`;
const datetimeTag = numberTag(cellStyle.datetime);
const numberEnd = "</v></c>";

const isSpaced = (text: string) => text.startsWith(" ") || text.endsWith(" ");

/**
 * Turns rows into the XML of `<row>` elements (ECMA-376 part 1, 18.3.1.73 and 18.3.1.4), which come together in `text`.
 * Texts are inline strings (18.3.1.53), never formulas; where a text could become a formula by editing, its format
 * carries `quotePrefix`.
 *
 * @throws RangeError at once if the time zone is unknown, and from `row` if the sheet is full
 */
export function createSheetEncoder<Row>(columns: readonly Column<Row>[], timeZone: string) {
  const toSerial = createDateSerial(timeZone);
  const text = new TextBytes();
  const links: Link[] = [];
  /** What came together until now. `lastRow` counts the header. */
  const progress = { lastRow: 0, links };
  let rowNumber = "";

  const beginCell = (cell: string, tag: string): void => {
    text.addAscii(cell);
    text.addAscii(rowNumber);
    text.addAscii(tag);
  };

  const textCell = (cell: string, value: string, tags = body): void => {
    const begin = text.length;
    const tag = startsLikeFormula(value) ? tags.quoted : tags.plain;
    beginCell(cell, isSpaced(value) ? tag.spaced : tag.trimmed);
    if (!text.addPlain(value)) {
      text.length = begin;
      const cut = cutToCell(dropForbidden(value));
      if (cut === "") return;
      beginCell(cell, tag.spaced);
      text.add(escapeCellText(cut));
    }
    text.addAscii(textEnd);
  };

  const numberCell = (cell: string, tag: string, value: number): void => {
    beginCell(cell, tag);
    text.addAscii(String(value));
    text.addAscii(numberEnd);
  };

  const linkCell = (cell: string, value: string, toTarget: typeof webTarget): void => {
    const target = links.length < mostLinks ? toTarget(value) : null;
    if (target !== null)
      links.push({ cell: `${cell.slice(cellStart.length)}${rowNumber}`, target });
    textCell(cell, value, target === null ? body : link);
  };

  const datetimeCell = (cell: string, time: number): void => {
    const serial = toSerial(time);
    if (serial === null) textCell(cell, isoTime(time));
    else numberCell(cell, datetimeTag, serial);
  };

  const bodyCell = (cell: string, kind: Column<Row>["kind"], value: string | number): void => {
    if (typeof value === "string") {
      if (kind === "link") linkCell(cell, value, webTarget);
      else if (kind === "email") linkCell(cell, value, mailTarget);
      else textCell(cell, value);
    } else if (Number.isFinite(value)) {
      if (kind === "number") numberCell(cell, '"><v>', value);
      else if (kind === "datetime") datetimeCell(cell, value);
      else textCell(cell, String(value));
    }
  };

  const inRow = (write: () => void): void => {
    if (progress.lastRow >= mostRows) {
      throw new RangeError(
        `The sheet is full: Excel shows at most ${mostRows - 1} rows below the header`,
      );
    }
    progress.lastRow += 1;
    rowNumber = String(progress.lastRow);
    text.addAscii(`<row r="${rowNumber}">`);
    write();
    text.addAscii("</row>");
  };

  const named = columns.map((column, index) => ({
    ...column,
    cell: `${cellStart}${columnName(index)}`,
  }));
  return {
    /** What came together and was not taken yet. */
    text,
    header: () =>
      inRow(() => {
        for (const column of named) textCell(column.cell, column.header, header);
      }),
    row: (row: Row) =>
      inRow(() => {
        for (const { cell, kind, value: read } of named) {
          const value = read(row);
          if (value !== null && value !== "") bodyCell(cell, kind, value);
        }
      }),
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
