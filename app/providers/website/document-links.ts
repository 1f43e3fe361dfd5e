import { cleanLine, cutText } from "../../text/clean-text";
import { parseUrl } from "../../text/parse-url";
import type { DocumentLink } from "./document-reader.server";

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
