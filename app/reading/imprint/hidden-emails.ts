import { decodeHTML } from "entities";
import { decodePercent } from "../companies/domain-key.server";
import { findEmails } from "./find-emails";

/** Scripts that write an address are short. */
const MAX_SCRIPT = 20_000;

/** Cloudflare: the first byte is the XOR key of the others. */
function decodeCloudflare(hex: string): string {
  const bytes = hex.match(/[\da-f]{2}/gi)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const [key = 0, ...rest] = bytes;
  return new TextDecoder().decode(Uint8Array.from(rest, (byte) => byte ^ key));
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** TYPO3 shifts letters within each of these ranges. */
const ALPHABETS = [LETTERS, `@${LETTERS.toUpperCase()}`, "+,-./0123456789:"];

function shift(text: string, by: number): string {
  const shifted = [...text].map((sign) => {
    const all = ALPHABETS.find((letters) => letters.includes(sign)) ?? sign;
    return all.at((all.indexOf(sign) + by) % all.length) ?? sign;
  });
  return shifted.join("");
}

/** Tries shifts up to 13. */
function unshift(text: string): string {
  for (let by = 1; by <= 13; by += 1) {
    for (const tried of [shift(text, -by), shift(text, by)]) {
      if (/^mailto:/.test(tried) || findEmails(tried)[0] === tried.toLowerCase()) return tried;
    }
  }
  return "";
}

const rot13 = (text: string) => text.toLowerCase().replace(/[a-z]/g, (sign) => shift(sign, 13));
const reverse = (text: string) => [...text].reverse().join("");

export function emailOfLink(href: string): string {
  const mail = /^\s*mailto:([^?]{1,300})/i.exec(href)?.[1];
  if (mail !== undefined) return decodePercent(mail);
  const hex = /\/cdn-cgi\/l\/email-protection#([\da-f]{6,600})/i.exec(href)?.[1];
  if (hex !== undefined) return decodeCloudflare(hex);
  // TYPO3, and CryptX of WordPress.
  const code = /crypt\w{0,20}\( ?["']([^"']{6,300})["']/i.exec(decodePercent(href))?.[1];
  return code === undefined ? "" : unshift(code).replace(/^mailto:/, "");
}

const USER = /^data-(?:[\w-]{0,20}(?:user|name|local|account|mailbox|part1|before|first)|u|l|a)$/;
const HOST = /^data-(?:[\w-]{0,20}(?:domain|host|server|site|part2|after)|d|h|b)$/;
const ENDING = /^data-(?:[\w-]{0,20}(?:tld|ending|suffix|part3|ext)|t)$/;

function readings(text: string): string[] {
  const isBase64 = /^[\w+/]{12,400}={0,2}$/.test(text);
  const plain = isBase64 ? [Buffer.from(text, "base64").toString("latin1")] : [];
  return [text, rot13(text.replace("[at]", "@")), reverse(text), ...plain];
}

/** Cloudflare, TYPO3 and spam-protection scripts. */
export function emailOfAttributes(attributes: readonly { name: string; value: string }[]): string {
  const data = attributes.filter(
    ({ name, value }) => name.startsWith("data-") && value !== "" && value.length <= 300,
  );
  const dataOf = (pattern: RegExp) => data.find(({ name }) => pattern.test(name))?.value ?? "";
  const hex = dataOf(/^data-cfemail$/);
  if (hex !== "") return decodeCloudflare(hex);
  const token = dataOf(/^data-mailto-token$/);
  if (token !== "") return unshift(token).replace(/^mailto:/, "");
  const user = dataOf(USER);
  const host = [dataOf(HOST), dataOf(ENDING)].filter(Boolean).join(".");
  const pairs = [`${user}@${host}`, `${reverse(user)}@${reverse(host)}`];
  const named = data.filter(({ name }) => /mail|addr|contact|href|link|enc/.test(name));
  const tried = user !== "" && host !== "" ? pairs : named.flatMap(({ value }) => readings(value));
  return tried.flatMap(findEmails)[0] ?? "";
}

const TERM = "'(?:[^'\\\\\\n]|\\\\.){0,300}'|\"(?:[^\"\\\\\\n]|\\\\.){0,300}\"|[A-Za-z_$][\\w$]*";
/** `name = 'a' + other + "b"`, with or without a name. */
const SUM = new RegExp(
  `(?:([A-Za-z_$][\\w$]*)\\s{0,3}(\\+?=)\\s{0,3})?(?:${TERM})(?:\\s{0,3}\\+\\s{0,3}(?:${TERM}))*`,
  "g",
);
const TERMS = new RegExp(TERM, "g");

function literalOf(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?:x([\da-f]{2})|u([\da-f]{4}))/gi, (_, short?: string, long?: string) =>
      String.fromCharCode(Number.parseInt(short ?? long ?? "", 16)),
    )
    .replace(/\\(.)/g, "$1");
}

/** Joins literals such as `'info' + '@' + host` without running the script. */
export function textsOfScript(script: string): string {
  if (script.length > MAX_SCRIPT || !/@|&#|%40|\\x40|atob|mail/i.test(script)) return "";
  const values = new Map<string, string>();
  const texts = [...script.matchAll(SUM)].map(({ 0: sum, 1: name = "", 2: sign = "" }) => {
    const terms = sum.slice(sum.indexOf(sign) + sign.length).match(TERMS) ?? [];
    const parts = terms.map((term) =>
      /^["']/.test(term) ? literalOf(term) : (values.get(term) ?? ""),
    );
    const text = (sign === "+=" ? (values.get(name) ?? "") : "") + parts.join("");
    if (name !== "") values.set(name, text);
    return text;
  });
  return texts
    .filter((text) => text.length > 5)
    .flatMap((text) => readings(decodeHTML(decodePercent(text))))
    .join("\n");
}
