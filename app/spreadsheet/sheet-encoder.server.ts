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
import { columnName } from "./workbook-skeleton.server";
import { cellStyle } from "./workbook-styles";

export type Column<Row> = {
  header: string;
  /** In characters of the standard font, 1 to 254. */
  width: number;
  kind: "text" | "number" | "datetime" | "link" | "email";
  /** Times are epoch milliseconds UTC. Null and the empty text leave the cell empty. */
  value: (row: Row) => string | number | null;
};

type Link = { cell: string; target: string };

export type SheetEncoder<Row> = ReturnType<typeof createSheetEncoder<Row>>;

/** "Excel specifications and limits": rows of a sheet with the header, and hyperlinks of a sheet. */
const mostRows = 1_048_576;
const mostLinks = 65_530;

export const columnStyle = {
  text: cellStyle.text,
  number: cellStyle.general,
  datetime: cellStyle.datetime,
  link: cellStyle.text,
  email: cellStyle.text,
} as const;

interface TextStyles {
  plain: number;
  /** Where the text could become a formula. */
  quoted: number;
}

const header: TextStyles = { plain: cellStyle.header, quoted: cellStyle.quotedHeader };
const body: TextStyles = { plain: cellStyle.text, quoted: cellStyle.quotedText };
const link: TextStyles = { plain: cellStyle.link, quoted: cellStyle.quotedLink };

function textCell(reference: string, value: string, styles: TextStyles = body): string {
  const text = escapeCellText(cutText(dropForbidden(value), maxCellLength));
  if (text === "") return "";
  const style = startsLikeFormula(value) ? styles.quoted : styles.plain;
  // White space at the edges is lost where it is not told to be preserved.
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

/**
 * Turns rows into the XML of `<row>` elements (ECMA-376 part 1, 18.3.1.73 and 18.3.1.4). Texts are inline strings
 * (18.3.1.53), never formulas; where a text could become a formula by editing, its format carries `quotePrefix`.
 *
 * @throws RangeError at once if the time zone is unknown, and from `row` if the sheet is full
 */
export function createSheetEncoder<Row>(columns: readonly Column<Row>[], timeZone: string) {
  const toSerial = createDateSerial(timeZone);
  const links: Link[] = [];
  const progress = { lastRow: 0, links };

  const linkCell = (cell: string, value: string, toTarget: typeof webTarget): string => {
    const target = links.length < mostLinks ? toTarget(value) : null;
    if (target !== null) links.push({ cell, target });
    return textCell(cell, value, target === null ? body : link);
  };

  const datetimeCell = (cell: string, time: number): string => {
    const serial = toSerial(time);
    return serial === null
      ? textCell(cell, isoTime(time))
      : `<c r="${cell}" s="${cellStyle.datetime}"><v>${serial}</v></c>`;
  };

  const bodyCell = (cell: string, kind: Column<Row>["kind"], value: string | number): string => {
    if (typeof value === "string") {
      if (kind === "link") return linkCell(cell, value, webTarget);
      return kind === "email" ? linkCell(cell, value, mailTarget) : textCell(cell, value);
    }
    if (!Number.isFinite(value)) return "";
    if (kind === "number") return `<c r="${cell}"><v>${value}</v></c>`;
    return kind === "datetime" ? datetimeCell(cell, value) : textCell(cell, String(value));
  };

  const inRow = (cellsOf: (rowNumber: number) => string): string => {
    if (progress.lastRow >= mostRows) {
      throw new RangeError(
        `The sheet is full: Excel shows at most ${mostRows - 1} rows below the header`,
      );
    }
    progress.lastRow += 1;
    return `<row r="${progress.lastRow}">${cellsOf(progress.lastRow)}</row>`;
  };

  const named = columns.map((column, index) => ({ ...column, name: columnName(index) }));
  return {
    header: () =>
      inRow((number) =>
        named.map((column) => textCell(`${column.name}${number}`, column.header, header)).join(""),
      ),
    row: (row: Row) =>
      inRow((number) => {
        let cells = "";
        for (const { name, kind, value: read } of named) {
          const value = read(row);
          if (value !== null && value !== "") cells += bodyCell(`${name}${number}`, kind, value);
        }
        return cells;
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

/** Excel repairs a sheet whose link address is longer than this many characters. */
const longestTarget = 2_079;

const webAddress = /^https?:\/\/[^\s\p{C}]+$/iu;

/** Signs that a URL parser leaves alone but RFC 3986 does not allow in a path, query or fragment. */
const notInUri = /["<>\\[\]^`{|}]|%(?![0-9a-f]{2})/gi;

const mailAddress =
  /^([a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64})@((?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*)$/iu;

/**
 * The address a web link leads to, as a valid URI; null if the text is no full http or https address, holds a user
 * name or password (such a link shows another host than it opens), or is too long for Excel.
 */
export function webTarget(text: string): string | null {
  const url = webAddress.test(text) ? parseUrl(text) : null;
  if (url === null || url.username !== "" || url.password !== "") return null;
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(notInUri, encodeURIComponent);
  return withinLimit(`${url.origin}${rest}`);
}

/** The `mailto:` address of one plain e-mail address, without any header; null if the text is none. */
export function mailTarget(text: string): string | null {
  const [, mailbox, domain] = mailAddress.exec(text) ?? [];
  if (mailbox === undefined || domain === undefined) return null;
  const host = domainToASCII(domain);
  return host === "" ? null : withinLimit(`mailto:${encodeURIComponent(mailbox)}@${host}`);
}

function withinLimit(target: string): string | null {
  return target.length <= longestTarget ? target : null;
}

const day = 86_400_000;

/** Serial 0 is 1899-12-30, so that serials are right from 1900-03-01 on (ECMA-376 part 1, 18.17.4.1). */
const serialZero = Date.UTC(1899, 11, 30);
const firstTime = Date.UTC(1900, 2, 1);
const endTime = Date.UTC(10_000, 0, 1);

/**
 * The date serial of the wall clock at an epoch time (milliseconds UTC), to the second; null for times before 1900-03-01
 * and after 9999-12-31, which Excel cannot show.
 *
 * @throws RangeError if the time zone is unknown
 */
export function createDateSerial(timeZone: string): (time: number) => number | null {
  const offsetAt = (time: number) => tzOffset(timeZone, new Date(time)) * 60_000;
  if (Number.isNaN(offsetAt(0))) throw new RangeError(`There is no time zone „${timeZone}“`);
  return (time) => {
    // Far outside, also for NaN, Intl would throw; one day of room covers every zone.
    if (!(time > firstTime - day && time < endTime + day)) return null;
    const wallClock = Math.floor((time + offsetAt(time)) / 1000) * 1000;
    return wallClock >= firstTime && wallClock < endTime ? (wallClock - serialZero) / day : null;
  };
}
