import { domainToASCII, domainToUnicode } from "node:url";
import { parse } from "tldts";
import { parseUrl } from "../../text/parse-url";
import { knownHost } from "./known-hosts.server";
import { type WrittenHost, writtenHosts } from "./written-hosts";

export type DomainKey =
  | { kind: "company"; domain: string }
  | { kind: "platform"; domain: string }
  | { kind: "none" };

const NONE: DomainKey = { kind: "none" };
/** Reserved (RFC 2606); the demo's companies use it. */
const EXAMPLE_TLD = "example";
/** RFC 1035. Parsing a host of 50,000 characters would take seconds. */
const MAX_HOST = 253;
const PLAIN_HOST = /^[a-z\d.-]+$/;
/** Subdomains that a website builder keeps for itself. */
const OWN_LABELS =
  /^(?:www\d?|[a-z]{2}|blog|help|hilfe|support|app|login|my|account|api|cdn|static|shop|m)$/;
const MAX_REDIRECTS = 3;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/;

function asciiHost(written: string): string | null {
  if (written.length > MAX_HOST) return null;
  const lower = written.toLowerCase();
  if (PLAIN_HOST.test(lower) && !lower.includes("xn--")) return lower;
  return parseUrl(`http://${written}`)?.hostname ?? null;
}

export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Unwraps links of search engines, caches, translators and mail filters. */
function redirectTarget(host: string, rest: string): string | null {
  // „www-firma--bau-de.translate.goog“
  const encoded = /^([a-z\d-]+)\.translate\.goog$/.exec(host)?.[1];
  if (encoded !== undefined) return encoded.replace(/--|-/g, (sign) => (sign === "-" ? "." : "-"));
  if (/^\/search\b/.test(rest) && !rest.includes("cache:")) return null;
  const bing = /[?&]u=a1([\w-]+)/.exec(rest)?.[1];
  if (bing !== undefined) return Buffer.from(bing, "base64url").toString();
  const ampPath = host.endsWith(".ampproject.org")
    ? /^\/[cv]\/(?:s\/)?(.+)/
    : /^\/amp\/(?:s\/)?(.+)/;
  const amp = ampPath.exec(rest)?.[1];
  if (amp !== undefined) return amp;
  // Source: https://help.proofpoint.com, URL Defense: „-3A“ for „%3A“ and „_“ for „/“ in version 2
  let text = /^\/v2\/url/.test(rest)
    ? rest.replace(/-(?=[\dA-F]{2})/g, "%").replace(/_/g, "/")
    : rest;
  for (let round = 0; round < MAX_REDIRECTS; round += 1) {
    const target = /(?:https?:\/{1,2}|(?<=[?&]url=)www\.)[^/].*/is.exec(text)?.[0];
    if (target !== undefined) return target;
    text = decodePercent(text);
  }
  return null;
}

function keyOfHost({ host: written, rest, isEmail }: WrittenHost, redirects: number): DomainKey {
  const host = asciiHost(written);
  if (host === null) return NONE;
  const parsed = parse(host, { allowPrivateDomains: true, extractHostname: false });
  const isPublic = parsed.isIcann || parsed.isPrivate || parsed.publicSuffix === EXAMPLE_TLD;
  if (parsed.isIp || !isPublic) return NONE;
  const isGoogle = parsed.domainWithoutSuffix === "google";
  const known = knownHost(host) ?? (isGoogle ? ({ host, kind: "shared" } as const) : null);
  const platform: DomainKey = { kind: "platform", domain: parsed.domain ?? host };
  switch (known?.kind) {
    case "customers": {
      const name =
        host
          .slice(0, -known.host.length - 1)
          .split(".")
          .at(-1) ?? "";
      return name === "" || OWN_LABELS.test(name)
        ? platform
        : { kind: "company", domain: `${name}.${known.host}` };
    }
    case "shared":
    case "directory": {
      const target = redirects < MAX_REDIRECTS ? redirectTarget(host, rest) : null;
      const key = target === null ? NONE : keyOf(target, redirects + 1);
      return key.kind === "company" ? key : platform;
    }
    case "opaque":
      return platform;
    case "mailbox":
      if (isEmail) return NONE;
  }
  if (parsed.domain?.includes("_")) return NONE;
  // „github.io“ itself names no company.
  if (parsed.domain === null) return parsed.isPrivate ? platform : NONE;
  return { kind: "company", domain: parsed.domain };
}

function keyOf(text: string, redirects: number): DomainKey {
  let first = NONE;
  for (const written of writtenHosts(text)) {
    const key = keyOfHost(written, redirects);
    if (key.kind === "company") return key;
    if (first.kind === "none") first = key;
  }
  return first;
}

/** Finds the registrable domain in punycode, by the public suffix list with its private section. */
export function domainKey(text: string): DomainKey {
  return keyOf(text, 0);
}

/** Corrects mistyped addresses. */
export function websiteAddress(text: string): string {
  const isSite = (written: WrittenHost) =>
    !written.isEmail && keyOfHost(written, 0).kind === "company";
  const site = writtenHosts(text).find(isSite);
  if (site === undefined || text === `${site.host}${site.rest}`) return text;
  const isLink = /^https?:/i.test(text) && parseUrl(text)?.hostname === asciiHost(site.host);
  return isLink ? text : `https://${site.host}${site.rest}`;
}

/** Umlaut domains become punycode; null if the word is no email address. */
export function emailAddress(word: string): string | null {
  const email = word
    .replace(/^mailto:/i, "")
    .replace(/\?.*/, "")
    .replace(/[.:]$/, "");
  if (!EMAIL.test(email)) return null;
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  // `domainToASCII` would change upper case.
  if (/^[!-~]+$/.test(domain)) return email;
  const ascii = domainToASCII(domain);
  return ascii === "" ? null : `${email.slice(0, at)}@${ascii}`;
}

/** „info@mail.firma.de“ belongs to „firma.de“, „info@gmx.de“ does not. */
export function isAtOtherDomain(email: string, domain: string): boolean {
  if (email.endsWith(`@${domain}`)) return false;
  const [own, key] = [domainKey(domain), domainKey(email)];
  return own.kind !== "none" && (key.kind === "none" || key.domain !== own.domain);
}

/** „xn--mller-bder-u5ac.de“ → „müller-bäder.de“ */
export function displayDomain(domain: string): string {
  return domain.includes("xn--") ? domainToUnicode(domain) || domain : domain;
}
