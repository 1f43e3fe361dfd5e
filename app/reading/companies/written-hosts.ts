import { decodeHTML } from "entities";
import { deobfuscateEmails } from "../imprint/find-emails";

export interface WrittenHost {
  host: string;
  rest: string;
  isEmail: boolean;
}

/** Zero-width characters and the soft hyphen. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** „htp://“, „http//“, „https;//“, „http.//“, „http:/“, „http:“, „hxxps://“ */
const SCHEME =
  /(?<![\p{L}\d])(?:url:)?h{0,2}[tx]{1,3}ps{0,2}(?: ?[:;]{1,2}[/\\ ]{0,4}|\.?[/\\]{1,3}:?) ?/giu;
/** „http://www.http://“: the last one counts. */
const REPEATED_SCHEME = /(?:http:\/\/(?:www\.)?\.?)+(?=http:\/\/)/gi;
const WWW = /(?<![\p{L}\d.@_-]|[^/]\/)(?:www[.,:;/ ]{1,4}|w{2,4}\.{1,3})(?=[\p{L}\d])/giu;
const PLAIN = /^(?:https?:\/\/)?(?:[\w+.-]+@)?[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/|\/[\w-][\w./-]*)?$/i;
const MAX_TEXT = 4000;
const ADDRESS =
  /(?:[a-z\d-]+\.)+[a-z]{2,20}\/[^\s<>"'`„“”‚‘’‹›»«()[\]{}|;,*]+|http:\/\/[^\s<>"'`„“”»«|‹›]+|(?:(?!http:\/\/)[^\s<>"'`„“”‚‘’‹›»«()[\]{}|;,*])+/giu;
const HOST_END = /[^\p{L}\p{M}\d.\-%_。．｡]/u;
const LABELS = /^[\p{L}\p{M}\d_%-]+(?:[.。．｡][\p{L}\p{M}\d_%-]+)+$/u;

/** Endings that need no „www.“ or scheme. */
const COMMON_ENDING = /\.(?:de|at|ch|li|com|net|org|eu|info|biz|berlin|hamburg|bayern|gmbh|nrw)$/i;
/** Not hosts: „Co.KG“, „Dipl.Ing“, „Tel.Nr“, „bilder.zip“. */
const ABBREVIATION =
  /^(?:co|gmbh|dipl|tel|fax|abt|art|kd|str|dr|prof|fa|inh|geb|ca|st|ing|hr|fr|med|rer|jur)\.[a-z]{2,4}$|\.(?:nr|zip|mov)$/i;

/** „Firma.De“ is a host; „gebaut.In Köln“ lacks a space. */
function isPlausible(host: string): boolean {
  if (COMMON_ENDING.test(host)) return true;
  if (ABBREVIATION.test(host)) return false;
  const [, ending = "", ...further] = host.split(".");
  return further.length > 0 || ending === ending.toLowerCase() || host === host.toUpperCase();
}

function toHost(text: string): string | null {
  const trimmed = text.replace(/^[._-]{1,9}|[._。-]{1,9}$/gu, "");
  return LABELS.test(trimmed) ? trimmed : null;
}

function splitAt(text: string, pattern: RegExp): [string, string] {
  const at = text.search(pattern);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

function readToken(token: string): WrittenHost | null {
  const isLink = /^http:\/\//i.test(token);
  const [head, rest] = splitAt(token.replace(/^(?:http:)?\/\//i, ""), /[/?#\\]/);
  const at = head.lastIndexOf("@");
  const afterAt = head.slice(at + 1);
  if (isLink || at !== -1) {
    const [host, odd] = splitAt(afterAt, HOST_END);
    const written = toHost(host);
    return written === null
      ? null
      : { host: written, rest: odd + rest, isEmail: at !== -1 && !isLink };
  }
  // „Web:firma.de“, „URL=www.firma.de“, „firma.de:8080“
  for (const part of head.split(/[:=+]/)) {
    const host = toHost(splitAt(part, HOST_END)[0]);
    if (host !== null) {
      return /^www\./i.test(host) || isPlausible(host) ? { host, rest, isEmail: false } : null;
    }
  }
  return null;
}

const hostsIn = (text: string) =>
  (text.match(ADDRESS) ?? []).flatMap((token) => readToken(token) ?? []);

function repair(text: string): string {
  // „info&#64;firma.de“
  const plain = text.includes("&") ? decodeHTML(text) : text;
  const clean = plain.normalize("NFKC").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
  return deobfuscateEmails(clean.replace(/%40/g, "@").replace(/(?<=:\/\/)%20|%20$/g, ""))
    .replace(SCHEME, "http://")
    .replace(REPEATED_SCHEME, "")
    .replace(WWW, "www.")
    .replace(/\.{2,}/g, ".");
}

/** „www.firma .de“, „firma . de“, „www firma de“, „firma,de“ */
function joined(text: string): string {
  const near = text.replace(/ ?([.@]) ?/g, "$1");
  const isSure = /^www\.|@/i.test(near);
  return near.replace(isSure ? /[ ,]([a-z]{2,4})$/i : /(?<=^[^ ,]+),([a-z]{2,3})$/, ".$1");
}

/** Finds the hosts of web and email addresses in order and corrects common typos. Does not check endings. */
export function writtenHosts(whole: string): WrittenHost[] {
  const text = whole.slice(0, MAX_TEXT);
  if (PLAIN.test(text)) return hostsIn(text.replace(/^https/i, "http"));
  const repaired = repair(text);
  const found = hostsIn(repaired);
  const single = joined(repaired);
  return single === repaired || single.includes(" ") ? found : [...found, ...hostsIn(single)];
}
