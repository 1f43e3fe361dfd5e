import { parse } from "tldts";
import { parseUrl } from "../../text/parse-url";

const { raw } = String;
const MAX_EMAILS = 50;
/** Lengths of RFC 5321, 4.5.3.1. */
const ADDRESS = /(?<![\p{L}\p{N}._+-])([\p{L}\p{N}._+-]{1,64})@([\p{L}\p{N}.-]{3,253})/gu;
const MAILBOX = /^[\p{L}\p{N}_](?!.*\.(?:\.|$))/u;
/** „info@firma.deTelefon“ */
const GLUED = /^.{1,200}?\.(?:de|com|net|org|eu|info|at|ch|example)(?=\p{Lu})/u;
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
const HOST = raw`[\p{L}\d][\p{L}\d-]{0,62}`;
/** A bare „at“ may be a word, so the address must stand alone or after a label. */
const BARE = new RegExp(
  raw`(?<=^|[:;|·•,(>]\s{0,3}|\b(?:mail|mailto|unter|an|via|über|ist|lautet|oder)\s{1,2})([\p{L}\d][\p{L}\d._-]{1,63}) {1,3}(?:at|ät|AT|@) {1,3}(${HOST}(?:(?:\.| {1,2}(?:dot|punkt) {1,2})${HOST}){0,3}(?:\.| {1,2}(?:dot|punkt) {1,2})\p{L}{2,12})(?![\p{L}\d])`,
  "giu",
);
const BARE_DOT = / {1,2}(?:dot|punkt) {1,2}/gi;
const HALF_BARE_DOT = /(?<=@[\p{L}\d.-]{1,80}) {1,2}(?:dot|punkt) {1,2}(?=\p{L}{2,12}(?!\p{L}))/giu;

/** „info (at) firma [punkt] de“ → „info@firma.de“ */
export const deobfuscateEmails = (text: string) =>
  text
    .replace(AT_IN_SIGNS, "@")
    .replace(DOT_IN_SIGNS, ".")
    .replace(BARE, (_, name: string, host: string) => `${name}@${host.replace(BARE_DOT, ".")}`)
    .replace(HALF_BARE_DOT, ".");

/** Lower case, without duplicates. */
export function findEmails(source: string): string[] {
  if (!/@|\b(?:at|ad|a)\b|[äæ]t|\b[_*~-]at/i.test(source)) return [];
  const found = [...deobfuscateEmails(source).matchAll(ADDRESS)];
  const emails = found.flatMap(([, written = "", domain = ""]) => {
    const mailbox = written.toLowerCase().replace(/^(?:u003[ce])+|^[.+-]+/, "");
    const name = domain.replace(/\.\..*|[.-]{1,5}$/g, "");
    const host = publicHost(name) ?? publicHost(GLUED.exec(name)?.[0] ?? "");
    return host === null || !MAILBOX.test(mailbox) ? [] : `${mailbox}@${host}`;
  });
  return [...new Set(emails)].slice(0, MAX_EMAILS);
}

/** Punycode; null without a public suffix, such as „2x.png“. */
function publicHost(name: string): string | null {
  const host = parseUrl(`http://${name}`)?.hostname ?? "";
  const { isIcann, isIp, domain } = parse(host, { extractHostname: false });
  const isPublic = (isIcann === true || EXAMPLE.test(host)) && isIp !== true && domain !== null;
  return isPublic ? host : null;
}
