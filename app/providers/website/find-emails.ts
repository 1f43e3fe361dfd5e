import { parse } from "tldts";
import { parseUrl } from "../../text/parse-url";

/** As many as are taken from a page. */
export const MAX_EMAILS = 50;
/** Longest name and domain of an address (RFC 5321, 4.5.3.1). */
const MAX_NAME = 64;
const MAX_DOMAIN = 253;
/** Of the places that look like an address, how many are looked at closely. */
const MAX_CANDIDATES = 1_000;
const ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const NAME_SIGNS = new Set(`${ALPHANUMERIC}._+-`);
/** May stand in a name (RFC 5322, 3.2.3) and are not taken: what follows one is the end of another address. */
const OTHER_SIGNS = new Set("!#$%&*=?^{|}~");
const DOMAIN_SIGNS = new Set(`${ALPHANUMERIC}.-`);
const FOREIGN_LETTER = /[\p{L}\p{N}]/u;
const FOREIGN_LETTER_LAST = /[\p{L}\p{N}\p{M}]$/u;
/** „<“ and „>“ of a script, without the stroke before them. */
const ESCAPED_BRACKETS = /^(?:u003[ce])+/;
/** „info (at) firma [punkt] de“: never without brackets, where „at“ and „dot“ are words. */
const WRITTEN_AT = /\s{0,3}[([{]\s{0,2}at\s{0,2}[)\]}]\s{0,3}/gi;
const WRITTEN_DOT = /\s{0,3}[([{]\s{0,2}(?:dot|punkt)\s{0,2}[)\]}]\s{0,3}/gi;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The email addresses in a text, also those with a written „(at)“, in lower case, each once. Looks left and right from
 * each `@`, so that the time grows with the length of the text alone, whatever it is.
 */
export function findEmails(source: string): string[] {
  const text = source.replace(WRITTEN_AT, "@").replace(WRITTEN_DOT, ".");
  const found = new Set<string>();
  let candidates = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const name = nameBefore(text, at);
    const domain = name === null ? null : domainAfter(text, at);
    if (domain === null) continue;
    candidates += 1;
    const host = publicHost(domain);
    if (host !== null) found.add(`${name}@${host}`);
    if (found.size >= MAX_EMAILS || candidates >= MAX_CANDIDATES) break;
  }
  return [...found];
}

function nameBefore(text: string, at: number): string | null {
  let start = at;
  while (start > 0 && at - start <= MAX_NAME && NAME_SIGNS.has(text.charAt(start - 1))) start -= 1;
  if (goesOnBefore(text, start)) return null;
  while (text[start] === "." || text[start] === "-") start += 1;
  const name = text.slice(start, at).toLowerCase().replace(ESCAPED_BRACKETS, "");
  const isName = name !== "" && name.length <= MAX_NAME && !name.endsWith(".");
  return isName && !name.includes("..") ? name : null;
}

/** Whether the name is only the end of one with signs that are not taken, as in „müller@…“ and „o'neil@…“. */
function goesOnBefore(text: string, start: number): boolean {
  const sign = text.charAt(start - 1);
  // An apostrophe without a letter before it is a quote.
  if (sign === "'" || sign === "’") {
    return FOREIGN_LETTER_LAST.test(text.slice(Math.max(0, start - 3), start - 1));
  }
  if (OTHER_SIGNS.has(sign)) return true;
  return sign > "\u007f" && FOREIGN_LETTER_LAST.test(text.slice(Math.max(0, start - 2), start));
}

function isDomainSign(sign: string): boolean {
  return DOMAIN_SIGNS.has(sign) || (sign > "\u007f" && FOREIGN_LETTER.test(sign));
}

/** What could be a domain by its looks. */
function domainAfter(text: string, at: number): string | null {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_DOMAIN && isDomainSign(text.charAt(end))) end += 1;
  // A full stop ends a sentence, and two of them end every domain.
  const [domain = ""] = text.slice(at + 1, end).split("..", 1);
  let last = domain.length;
  while (domain[last - 1] === "." || domain[last - 1] === "-") last -= 1;
  const dot = domain.lastIndexOf(".", last - 1);
  return dot > 0 && last - dot > 2 ? domain.slice(0, last) : null;
}

/** In punycode; null for what has no public suffix, such as the „2x.png“ of an image. */
function publicHost(name: string): string | null {
  const url = parseUrl(`http://${name}`);
  if (url === null) return null;
  const { hostname } = url;
  const { isIcann, isIp, domain } = parse(hostname, { extractHostname: false });
  const isPublic = isIcann === true || hostname.endsWith(".example");
  if (!isPublic || isIp === true || domain === null || hostname.length > MAX_DOMAIN) return null;
  return hostname.split(".").every((label) => LABEL.test(label)) ? hostname : null;
}
