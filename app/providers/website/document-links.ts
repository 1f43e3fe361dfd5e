import { cleanLine, cutText } from "../../text/clean-text";
import { parseUrl } from "../../text/parse-url";
import type { DocumentLink } from "./document-facts";

const MAX_LINKS = 200;
const MAX_URL = 2_048;
const MAX_LINK_TEXT = 200;

/** The links of a page, in the order they come in, each address once. */
export class LinkList {
  readonly #texts = new Map<string, string>();
  readonly #parts: readonly string[];
  /** The links that are open, with where their words begin; null for one that leads nowhere. */
  readonly #open: ({ url: string; from: number } | null)[] = [];
  readonly #pageUrl: string;
  #base: string | null = null;

  /** @param parts grows with the visible words while the page is walked; none of them is empty */
  constructor(pageUrl: string, parts: readonly string[]) {
    this.#pageUrl = pageUrl;
    this.#parts = parts;
  }

  /** The first one counts, wherever it stands. */
  setBase(href: string): void {
    if (this.#base === null && href !== "") this.#base = this.#resolve(href) ?? this.#pageUrl;
  }

  begin(href: string): void {
    const url = this.#resolve(href);
    this.#open.push(url === null ? null : { url, from: this.#parts.length });
  }

  end(): void {
    const link = this.#open.pop();
    if (link === undefined || link === null) return;
    let words = "";
    for (let at = link.from; at < this.#parts.length && words.length < 2 * MAX_LINK_TEXT; at += 1) {
      words += this.#parts[at];
    }
    this.#keep(link.url, words);
  }

  add(href: string, text: string): void {
    const url = this.#resolve(href);
    if (url !== null) this.#keep(url, text);
  }

  toArray(): DocumentLink[] {
    return [...this.#texts].map(([url, text]) => ({ url, text }));
  }

  /** A link behind a picture has no words; the same one further down may have some. */
  #keep(url: string, text: string): void {
    const isKnown = this.#texts.has(url);
    if (!isKnown && this.#texts.size >= MAX_LINKS) return;
    if (!this.#texts.get(url)) this.#texts.set(url, cutText(cleanLine(text).trim(), MAX_LINK_TEXT));
  }

  #resolve(href: string): string | null {
    const base = this.#base ?? this.#pageUrl;
    const url = href === "" || href.length > MAX_URL ? null : parseUrl(href, base);
    if (url === null) return null;
    if (url.protocol !== "http:" && url.protocol !== "https:") return null;
    url.hash = "";
    return url.href.length > MAX_URL ? null : url.href;
  }
}

/** What a link to write to somebody says: „mailto:info%40firma.de?to=x@firma.de“ → „info@firma.de x@firma.de“. */
export function addressesOf(mailto: string): string {
  const [addresses = "", query = ""] = mailto.slice("mailto:".length).split("?", 2);
  const more = query.split("&").filter((part) => /^to=/i.test(part));
  return [addresses, ...more.map((part) => part.slice("to=".length))].map(decoded).join(" ");
}

const MAX_PHONE = 40;

/** The number of a link to call somebody; null for one without. */
export function phoneOf(tel: string): string | null {
  const [number = ""] = decoded(tel.slice("tel:".length)).split(/[;?]/, 1);
  const phone = number.trim();
  return phone.length <= MAX_PHONE && /^[+\d\s()/.-]+$/.test(phone) && /\d/.test(phone)
    ? phone
    : null;
}

/** With the escapes of a URL undone, also where some of them are none of UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodedEscapes);
  }
}

function decodedEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    // Old pages write latin-1.
    return fromHex(escapes.replaceAll("%", ""));
  }
}

function fromHex(hex: string, key = 0): string {
  const pairs = hex.match(/../g) ?? [];
  return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16) ^ key)).join("");
}

const MAX_PROTECTED = 700;

/**
 * An address as Cloudflare writes it into pages: hex, and the first byte is the key that the others are XORed with.
 * Empty for anything else.
 */
export function unprotectedAddress(hex: string): string {
  if (hex.length > MAX_PROTECTED || hex.length % 2 === 1 || !/^[0-9a-f]+$/i.test(hex)) return "";
  return fromHex(hex.slice(2), Number.parseInt(hex.slice(0, 2), 16));
}
