/** The most UTF-16 code units Excel keeps in one cell ("Excel specifications and limits"). */
export const maxCellLength = 32_767;

/** Everything outside the Char production of XML 1.0 (section 2.2); with `u`, a lone surrogate counts too. */
const forbiddenInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // A parser turns a plain carriage return into a line feed (XML 1.0, 2.11).
  "\r": "&#13;",
};

/**
 * A sign that makes Excel read typed text as a formula, or one that looks like it and is folded to it by some
 * programs: at the start, or behind what an import may trim away (white space, invisible characters, quotes).
 * Tab, CR, LF and NUL count by themselves, as in CWE-1236.
 */
const formulaStart =
  /^[\s\p{C}\p{Pi}\p{Pf}"'`´„]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u2212\t\r\n\0]/u;

/** Drops the characters that an XML 1.0 document cannot hold, lone surrogates among them. */
export function dropForbidden(text: string): string {
  return text.replace(forbiddenInXml, "");
}

/** Cuts a text to what a cell holds, one unit earlier where a surrogate pair would be split. */
export function cutToCell(text: string): string {
  if (text.length <= maxCellLength) return text;
  const last = text.charCodeAt(maxCellLength - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxCellLength - 1 : maxCellLength);
}

/**
 * Escapes clean text (see `dropForbidden`) for an element or a double-quoted attribute.
 */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (sign) => entities[sign] ?? sign);
}

/**
 * Escapes clean text for a cell, so that the reader shows exactly this text.
 *
 * A cell's text is an ST_Xstring (ECMA-376 part 1, 22.9.2.19): `_x003D_` would be read as "=", so the underscore
 * of such a sequence is itself written as `_x005F_`.
 */
export function escapeCellText(text: string): string {
  return escapeXml(text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_"));
}

/**
 * Tells whether the text could become a formula once somebody edits its cell or saves the sheet as CSV.
 * Asks for the text as it came, before `dropForbidden`.
 */
export function startsLikeFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  const isDigit = first >= 0x30 && first <= 0x39;
  const isLetter = (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a);
  return !isDigit && !isLetter && formulaStart.test(text);
}
