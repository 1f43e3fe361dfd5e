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

/** A formula sign or its full-width form, first or after characters that an import may trim (CWE-1236). */
const formulaStart =
  /^[\s\p{C}\p{Pi}\p{Pf}"'`´„]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u2212\t\r\n\0]/u;

export function dropForbidden(text: string): string {
  return text.replace(forbiddenInXml, "");
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (sign) => entities[sign] ?? sign);
}

/** A reader decodes `_x003D_` as "=" (ST_Xstring, ECMA-376 part 1, 22.9.2.19), so the underscore is written as `_x005F_`. */
export function escapeCellText(text: string): string {
  return escapeXml(text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_"));
}

export function startsLikeFormula(text: string): boolean {
  return formulaStart.test(text);
}
