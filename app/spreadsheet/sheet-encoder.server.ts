import { domainToASCII } from "node:url";
import { tzOffset } from "@date-fns/tz";
import { parseUrl } from "../text/parse-url";
import {
  cutToCell,
  dropForbidden,
  escapeCellText,
  escapeXml,
  startsLikeFormula,
} from "./cell-text";
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
const quarterHour = 900_000;

/** Serial 0 is 1899-12-30, so that serials are right from 1900-03-01 on (ECMA-376 part 1, 18.17.4.1). */
const serialZero = Date.UTC(1899, 11, 30);
const firstTime = Date.UTC(1900, 2, 1);
const endTime = Date.UTC(10_000, 0, 1);

/** Enough for every day of 27 years; more than that only costs time, not memory. */
const rememberedDays = 10_000;

/**
 * Makes a function that turns epoch milliseconds (UTC) into the date serial of the wall clock in the time zone: whole
 * days since 1899-12-30 plus the time of day as a fraction, to the second. It answers null for times before
 * 1900-03-01 and after 9999-12-31, which Excel cannot show.
 *
 * @throws RangeError if the time zone is unknown
 */
export function createDateSerial(timeZone: string): (time: number) => number | null {
  const offsetAt = createOffset(timeZone);
  return (time) => {
    // Far outside, also for NaN, Intl would throw; one day of room covers every zone.
    if (!(time > firstTime - day && time < endTime + day)) return null;
    const wallClock = Math.floor((time + offsetAt(time)) / 1000) * 1000;
    return wallClock >= firstTime && wallClock < endTime ? (wallClock - serialZero) / day : null;
  };
}

/** Milliseconds that the zone is ahead of UTC. Asking Intl takes microseconds, so whole days are remembered. */
function createOffset(timeZone: string): (time: number) => number {
  const exact = (time: number): number => tzOffset(timeZone, new Date(time)) * 60_000;
  if (Number.isNaN(exact(0))) throw new RangeError(`There is no time zone „${timeZone}“`);
  const known = new Map<number, number | "changes">();
  return (time) => {
    const start = Math.floor(time / day) * day;
    let offset = known.get(start);
    if (offset === undefined) {
      const atStart = exact(start);
      offset = atStart === exact(start + day) ? atStart : "changes";
      if (known.size >= rememberedDays) known.clear();
      known.set(start, offset);
    }
    // Clocks change on a quarter of an hour, so rounding down to it stays on the same side of the change.
    return offset === "changes" ? exact(Math.floor(time / quarterHour) * quarterHour) : offset;
  };
}
