import { parse } from "tldts";
import { parseUrl } from "../../text/parse-url";

const { raw } = String;
const MAX_EMAILS = 50;
/** RFC 5321, 4.5.3.1. */
const MAX_NAME = 64;
const MAX_DOMAIN = 253;
const NAME_SIGN = /[\p{L}\p{N}._+-]/u;
const DOMAIN_SIGN = /[\p{L}\p{N}.-]/u;
/** RFC 2606. */
const EXAMPLE = /\.(?:example|test|invalid)$/;

/** „info (at) firma [punkt] de“, also „{ät}“, „_at_“ and „(a)“. */
const AT = "at|ät|ä|æt|aet|ad|a|@|et";
const DOT = raw`dot|punkt|pkt|\.|point`;
const AT_IN_SIGNS = new RegExp(
  raw`\s{0,3}[([{<«|][\s"']{0,2}(?:${AT})(?:[ -]?zeichen)?[\s"']{0,2}[)\]}>»|]\s{0,3}|(?<=\w)[_*~-](?:at|AT|ät)[_*~-](?=\w)`,
  "gi",
);
const DOT_IN_SIGNS = new RegExp(
  raw`\s{0,3}[([{<«|][\s"']{0,2}(?:${DOT})[\s"']{0,2}[)\]}>»|]\s{0,3}|(?<=\w)[_*~](?:dot|punkt)[_*~](?=\w)`,
  "gi",
);
/** A bare „at“ is a word: the address must stand alone or after a label. */
const HOST = raw`[\p{L}\d][\p{L}\d-]{0,62}`;
const BARE = new RegExp(
  raw`(?<=^|[:;|·•,(>]\s{0,3}|\b(?:mail|mailto|unter|an|via|über|ist|lautet|oder)\s{1,2})([\p{L}\d][\p{L}\d._-]{1,63}) {1,3}(?:at|ät|AT|@) {1,3}(${HOST}(?:(?:\.| {1,2}(?:dot|punkt) {1,2})${HOST}){0,3}(?:\.| {1,2}(?:dot|punkt) {1,2})\p{L}{2,12})(?![\p{L}\d])`,
  "giu",
);
const BARE_DOT = / {1,2}(?:dot|punkt) {1,2}/gi;
const HALF_BARE_DOT = /(?<=@[\p{L}\d.-]{1,80}) {1,2}(?:dot|punkt) {1,2}(?=\p{L}{2,12}(?!\p{L}))/giu;

/** „info (at) firma [punkt] de“ → „info@firma.de“ */
export const withPlainSigns = (text: string) =>
  text
    .replace(AT_IN_SIGNS, "@")
    .replace(DOT_IN_SIGNS, ".")
    .replace(BARE, (_, name: string, host: string) => `${name}@${host.replace(BARE_DOT, ".")}`)
    .replace(HALF_BARE_DOT, ".");

/** Lower case, without duplicates. Starts from each `@` to stay linear in the text's length. */
export function findEmails(source: string): string[] {
  if (!/@|\b(?:at|ad|a)\b|[äæ]t|\b[_*~-]at/i.test(source)) return [];
  const text = withPlainSigns(source);
  const found = new Set<string>();
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const name = nameBefore(text, at);
    const host = name === null ? null : hostAfter(text, at);
    if (host !== null) found.add(`${name}@${host}`);
    if (found.size >= MAX_EMAILS) break;
  }
  return [...found];
}

function nameBefore(text: string, at: number): string | null {
  let start = at;
  while (start > 0 && at - start <= MAX_NAME && NAME_SIGN.test(text.charAt(start - 1))) start -= 1;
  const name = text
    .slice(start, at)
    .toLowerCase()
    .replace(/^(?:u003[ce])+|^[.+-]+/, "");
  const isName = /^[\p{L}\p{N}_]/u.test(name) && name.length <= MAX_NAME && !name.endsWith(".");
  return isName && !name.includes("..") ? name : null;
}

function hostAfter(text: string, at: number): string | null {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_DOMAIN && DOMAIN_SIGN.test(text.charAt(end)))
    end += 1;
  const [written = ""] = text.slice(at + 1, end).split("..", 1);
  const host = written.replace(/[.-]{1,5}$/, "");
  if (!host.includes(".")) return null;
  // Words may follow without a space: „info@firma.deTelefon“.
  const glued = /^.{1,200}?\.(?:de|com|net|org|eu|info|at|ch|example)(?=\p{Lu})/u.exec(host)?.[0];
  return publicHost(host) ?? (glued === undefined ? null : publicHost(glued));
}

/** Punycode; null without a public suffix, such as „2x.png“. */
function publicHost(name: string): string | null {
  const host = parseUrl(`http://${name}`)?.hostname ?? "";
  const { isIcann, isIp, domain } = parse(host, { extractHostname: false });
  const isPublic = (isIcann === true || EXAMPLE.test(host)) && isIp !== true && domain !== null;
  return isPublic && host.length <= MAX_DOMAIN ? host : null;
}
