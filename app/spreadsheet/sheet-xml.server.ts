import { domainToASCII } from "node:url";
import { tzOffset } from "@date-fns/tz";
import { cutText } from "../text/clean-text";
import { parseUrl } from "../text/parse-url";
import {
  dropForbidden,
  escapeCellText,
  escapeXml,
  maxCellLength,
  startsLikeFormula,
} from "./cell-text";
import { cellStyle } from "./workbook-styles";

export type Column<Row> = {
  header: string;
  /** In characters of the standard font, 1 to 254. */
  width: number;
  kind: "text" | "number" | "datetime" | "link" | "email";
  /** Times are epoch milliseconds UTC. Null and the empty text leave the cell empty. */
  value: (row: Row) => string | number | null;
};

export function column<Row>(
  header: string,
  width: number,
  value: Column<Row>["value"],
  kind: Column<Row>["kind"] = "text",
): Column<Row> {
  return { header, width, kind, value };
}

export type SheetLink = { cell: string; target: string };

/** Hyperlinks of a sheet ("Excel specifications and limits"). */
const MAX_LINKS = 65_530;
/** Added to a width in characters, as Excel does. */
const MARGINS = 0.83203125;
const XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const { text, general: number, datetime } = cellStyle;
const columnStyle = { text, number, datetime, link: text, email: text };

/** The column's letters, from 0 for "A". */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

export const usedRange = (columns: number, lastRow: number) =>
  `A1:${columnName(columns - 1)}${lastRow}`;

/** Texts are inline strings (ECMA-376 part 1, 18.3.1.53), never formulas. */
function textCell(reference: string, value: string, format: number = cellStyle.text): string {
  const text = escapeCellText(cutText(dropForbidden(value), maxCellLength));
  if (text === "") return "";
  const style = startsLikeFormula(value) ? format + 1 : format;
  // Readers drop white space at the edges unless told to preserve it.
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

/**
 * The pieces of a worksheet (ECMA-376 part 1, 18.3.1.99), in the order of CT_Worksheet: a frozen header row, a format
 * per column that also holds for empty cells, the rows, a filter, the links.
 *
 * @param written grows with the rows
 */
export async function* sheetXml<Row>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
  timeZone: string,
  written: { rows: number; links: SheetLink[] },
): AsyncGenerator<string> {
  const { links } = written;
  const linkCell = (cell: string, text: string, target: string | null) => {
    if (target === null || links.length === MAX_LINKS) return textCell(cell, text);
    links.push({ cell, target });
    return textCell(cell, text, cellStyle.link);
  };
  const bodyCell = (cell: string, kind: Column<Row>["kind"], value: string | number) => {
    if (typeof value === "string") {
      if (kind === "link") return linkCell(cell, value, webTarget(value));
      return kind === "email" ? linkCell(cell, value, mailTarget(value)) : textCell(cell, value);
    }
    if (kind === "number") return `<c r="${cell}"><v>${value}</v></c>`;
    if (kind !== "datetime") return textCell(cell, String(value));
    const serial = dateSerial(value, timeZone);
    if (serial === null) return textCell(cell, new Date(value).toISOString());
    return `<c r="${cell}" s="${cellStyle.datetime}"><v>${serial}</v></c>`;
  };
  const named = columns.map((column, index) => ({ ...column, name: columnName(index) }));
  yield `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}">`;
  yield `<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><cols>`;
  for (const [index, { kind, width }] of columns.entries()) {
    const place = `min="${index + 1}" max="${index + 1}" style="${columnStyle[kind]}"`;
    yield `<col ${place} width="${width + MARGINS}" customWidth="1"/>`;
  }
  yield `</cols><sheetData><row r="1">`;
  for (const { name, header } of named) yield textCell(`${name}1`, header, cellStyle.header);
  yield "</row>";
  for await (const row of rows) {
    written.rows += 1;
    const number = written.rows + 1;
    let cells = "";
    for (const { name, kind, value: read } of named) {
      const value = read(row);
      if (value !== null && value !== "") cells += bodyCell(`${name}${number}`, kind, value);
    }
    yield `<row r="${number}">${cells}</row>`;
  }
  const range = usedRange(columns.length, written.rows + 1);
  yield `</sheetData><autoFilter ref="${range}"/>`;
  if (links.length > 0) yield "<hyperlinks>";
  for (const [index, { cell }] of links.entries()) {
    yield `<hyperlink ref="${cell}" r:id="rId${index + 1}"/>`;
  }
  if (links.length > 0) yield "</hyperlinks>";
  // Spares phone numbers and postal codes the green corner "number stored as text".
  yield `<ignoredErrors><ignoredError numberStoredAsText="1" sqref="${range}"/></ignoredErrors></worksheet>`;
}

/** The targets of a sheet's links (ECMA-376 part 2, "Relationships part"). */
export function* relationsXml(links: readonly SheetLink[]): Generator<string> {
  yield `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`;
  for (const [index, { target }] of links.entries()) {
    yield `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/hyperlink" Target="${escapeXml(target)}" TargetMode="External"/>`;
  }
  yield "</Relationships>";
}

/** Excel repairs a sheet whose link address is longer than this many characters. */
const LONGEST_TARGET = 2_079;
const WEB_ADDRESS = /^https?:\/\/[^\s\p{C}]+$/iu;
/** Characters that a URL parser keeps but RFC 3986 forbids in a path, query or fragment. */
const NOT_IN_URI = /["<>\\[\]^`{|}]|%(?![0-9a-f]{2})/gi;
const MAIL_ADDRESS =
  /^([a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64})@((?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*)$/iu;

/** A valid URI. Null unless a full http(s) address, or with a user name, which would disguise the host. */
export function webTarget(text: string): string | null {
  const url = WEB_ADDRESS.test(text) ? parseUrl(text) : null;
  if (url === null || url.username !== "" || url.password !== "") return null;
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(NOT_IN_URI, encodeURIComponent);
  const target = `${url.origin}${rest}`;
  return target.length <= LONGEST_TARGET ? target : null;
}

/** A mailto URI without headers; null unless the text is one plain email address. */
export function mailTarget(text: string): string | null {
  const [, mailbox = "", domain = ""] = MAIL_ADDRESS.exec(text) ?? [];
  const host = domainToASCII(domain);
  return host === "" ? null : `mailto:${encodeURIComponent(mailbox)}@${host}`;
}

const DAY_MS = 86_400_000;
/** Serials are right from 1900-03-01 on (ECMA-376 part 1, 18.17.4.1). */
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const FIRST_TIME = Date.UTC(1900, 2, 1);
const END_TIME = Date.UTC(10_000, 0, 1);

/** The Excel serial of an epoch time's wall clock, to the second; null for times that Excel can't show. */
export function dateSerial(time: number, timeZone: string): number | null {
  const offset = tzOffset(timeZone, new Date(time)) * 60_000;
  const wallClock = Math.floor((time + offset) / 1000) * 1000;
  const isShown = wallClock >= FIRST_TIME && wallClock < END_TIME;
  return isShown ? (wallClock - SERIAL_ZERO) / DAY_MS : null;
}
