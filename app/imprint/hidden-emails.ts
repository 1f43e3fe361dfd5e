import { decodeHTML } from "entities";
import { findEmails } from "./find-emails";

/** Of a script, as much as is looked at; those that write an address are short. */
const MAX_SCRIPT = 20_000;
const MAX_TOKENS = 2_000;

/** Cloudflare: the first byte is the key of the others. */
function decodeCloudflare(hex: string): string {
  const bytes = hex.match(/[\da-f]{2}/gi)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const [key = 0, ...rest] = bytes;
  return new TextDecoder().decode(Uint8Array.from(rest, (byte) => byte ^ key));
}

/** As TYPO3 shifts letters: each stays within its own range. */
const RANGES: [number, number][] = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
];

function shift(text: string, by: number): string {
  return [...text]
    .map((sign) => {
      const code = sign.charCodeAt(0);
      const range = RANGES.find(([from, to]) => code >= from && code <= to);
      if (range === undefined) return sign;
      const [from, to] = range;
      const count = to - from + 1;
      return String.fromCharCode(from + ((((code - from + by) % count) + count) % count));
    })
    .join("");
}

/** The text that a shift by up to 13 letters makes an address of; the text itself says by how many. */
function unshift(text: string): string {
  for (let by = 1; by <= 13; by += 1) {
    for (const tried of [shift(text, -by), shift(text, by)]) {
      if (/^mailto:/.test(tried) || findEmails(tried)[0] === tried.toLowerCase()) return tried;
    }
  }
  return "";
}

/** The „CryptX“ of WordPress: a digit before each sign says by how much it was shifted; older ones shift all by one. */
function decodeCryptX(text: string): string {
  const pairs = text.match(/\d./gs) ?? [];
  if (pairs.length * 2 !== text.length) return unshift(text);
  return pairs
    .map(([by = "", sign = ""]) => String.fromCharCode(sign.charCodeAt(0) - Number(by)))
    .join("");
}

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
const reverse = (text: string) => [...text].reverse().join("");

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a link says of an address, in whichever disguise; empty where it says nothing. */
export function emailOfLink(href: string): string {
  const mail = /^\s*mailto:([^?]{1,300})/i.exec(href)?.[1];
  if (mail !== undefined) return decodePercent(mail);
  const hex = /\/cdn-cgi\/l\/email-protection#([\da-f]{6,600})/i.exec(href)?.[1];
  if (hex !== undefined) return decodeCloudflare(hex);
  const [, name = "", code = ""] =
    /(\w*crypt\w*)\(\s*["']([^"']{6,300})["']/i.exec(decodePercent(href)) ?? [];
  if (name === "") return "";
  return /cryptx/i.test(name) ? decodeCryptX(code) : unshift(code).replace(/^mailto:/, "");
}

const NAME_OF_USER =
  /^data-(?:[\w-]*(?:user|name|local|account|mailbox|part1|before|first)|u|l|a)$/;
const NAME_OF_HOST = /^data-(?:[\w-]*(?:domain|host|server|site|part2|after)|d|h|b)$/;
const NAME_OF_ENDING = /^data-(?:[\w-]*(?:tld|ending|suffix|part3|ext)|t)$/;
const ROLE_BACKWARDS = /^(?:ofni|tkatnok|tsop|liam|eciffo|ecivres|oreub|siraxp|ielznak)$/;

/** What `data-…` attributes say of an address: Cloudflare's, TYPO3's, and what scripts against spam keep there. */
export function emailOfAttributes(attributes: readonly { name: string; value: string }[]): string {
  const data = attributes.filter(
    ({ name, value }) => name.startsWith("data-") && value !== "" && value.length <= 300,
  );
  if (data.length === 0) return "";
  const dataOf = (pattern: RegExp) => data.find(({ name }) => pattern.test(name))?.value ?? "";
  const hex = dataOf(/^data-cfemail$/);
  if (hex !== "") return decodeCloudflare(hex);
  const token = dataOf(/^data-mailto-token$/);
  if (token !== "") return unshift(token).replace(/^mailto:/, "");
  const user = dataOf(NAME_OF_USER);
  const host = [dataOf(NAME_OF_HOST), dataOf(NAME_OF_ENDING)].filter(Boolean).join(".");
  if (user !== "" && host !== "") {
    const [straight] = findEmails(`${user}@${host}`);
    if (straight !== undefined && !ROLE_BACKWARDS.test(user)) return straight;
    const turned = [reverse(host), host, host.split(".").map(reverse).join(".")];
    return turned.flatMap((tried) => findEmails(`${reverse(user)}@${tried}`))[0] ?? straight ?? "";
  }
  for (const { name, value } of data) {
    if (!/mail|addr|contact|href|link|enc/.test(name)) continue;
    const isBase64 = /^[\w+/]{12,}={0,2}$/.test(value);
    const plain = isBase64 ? Buffer.from(value, "base64").toString("latin1") : value;
    const turned = rot13(value.replace(/\[at\]/i, "@"));
    const [found] = [value, turned, reverse(value), plain].flatMap(findEmails);
    if (found !== undefined) return found;
  }
  return "";
}

const TOKENS =
  /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`\\$]*)`|[A-Za-z_$][\w$]*|\d+|\+=|\S/g;
const CALLED = /(?:atob|unescape|decodeURIComponent)$/;

function unescapeLiteral(text: string): string {
  return text
    .replace(/\\(?:x([\da-f]{2})|u([\da-f]{4}))/gi, (_, short?: string, long?: string) =>
      String.fromCharCode(Number.parseInt(short ?? long ?? "", 16)),
    )
    .replace(/\\(.)/g, "$1");
}

/**
 * The texts that a script puts together of its literals, as `'info' + '@' + host` with the value that `host` was given
 * before. No script is run.
 */
export function textsOfScript(code: string): string {
  if (code.length > MAX_SCRIPT || !/@|&#|%40|\\x40|fromCharCode|atob|mail/i.test(code)) return "";
  const values = new Map<string, string>();
  const texts: string[] = [];
  let target = "";
  let text: string | null = null;
  let isJoined = false;
  let last = "";
  let before = "";
  const end = () => {
    if (text !== null) texts.push(text);
    if (target !== "" && text !== null) values.set(target, text);
    target = "";
    text = null;
  };
  const add = (part: string) => {
    if (text !== null && !isJoined) end();
    text = (text ?? "") + part;
    isJoined = false;
  };
  let isCodes = false;
  let left = MAX_TOKENS;
  for (const { 0: token, 1: single, 2: double, 3: plain } of code.matchAll(TOKENS)) {
    if (left-- === 0) break;
    const literal = single ?? double ?? plain;
    if (literal !== undefined) {
      const value = unescapeLiteral(literal);
      add(CALLED.test(before) && before === "atob" ? atobOrNothing(value) : value);
    } else if (isCodes && /^\d+$/.test(token)) {
      isJoined = true;
      add(String.fromCharCode(Number(token)));
    } else if (token === "=" || token === "+=") {
      end();
      target = last;
      if (token === "+=") {
        text = values.get(last) ?? null;
        isJoined = true;
      }
    } else if (token === "+") {
      isJoined = true;
    } else if (/^[\w$]/.test(token)) {
      const known = values.get(token);
      if (known !== undefined && (text !== null || target !== "" || isJoined)) add(known);
      else if (known !== undefined) add(known);
      isCodes ||= token === "fromCharCode";
      last = token;
    } else if (token === ";" || token === ")") {
      if (token === ")") isCodes = false;
      if (token === ";") end();
    }
    if (token !== "(") before = token;
  }
  end();
  return texts
    .filter((part) => part.length > 5)
    .map((part) => decodeHTML(decodePercent(part)))
    .flatMap((part) => [part, reverse(part)])
    .join("\n");
}

function atobOrNothing(text: string): string {
  return Buffer.from(text, "base64").toString("latin1");
}
