import { parse } from "parse5";
import {
  attribute,
  BLOCKS,
  type ChildNode,
  type Element,
  isElement,
  isVisible,
  type ParentNode,
  walk,
} from "../../reading/imprint/document-tree";
import { cleanLine, cutText } from "../../text/clean-text";
import { parseUrl } from "../../text/parse-url";
import type { DocumentLink, DocumentSource, PageFacts } from "./document-reader.server";

/** Characters; far above the judged amount, so that removed parts displace no other text. */
const MAX_TEXT = 40_000;
const MAX_TITLE = 300;
/** An empty page, „Wird geladen …“ or a JavaScript notice. */
const PLACEHOLDER = /^(?:.{0,60}(?:lade|loading|javascript).{0,60})?$/i;
/** „#impressum“, „/#impressum“. */
const OWN_IMPRESSUM = /^[./]{0,3}#\W{0,3}(?:impressum|imprint)/i;

class DocumentReading {
  title = "";
  hasScripts = false;
  holdsImpressum = false;
  readonly parts: string[] = [];
  readonly links: LinkList;

  constructor(pageUrl: string) {
    this.links = new LinkList(pageUrl, this.parts);
  }

  enter(node: ChildNode): boolean {
    if (!isElement(node)) {
      if (node.nodeName === "#text" && "value" in node) this.#readText(node.value);
      return false;
    }
    if (node.tagName === "title") return this.#readTitle(node);
    if (node.tagName === "base") this.links.setBase(attribute(node, "href") ?? "");
    if (node.tagName === "script") this.hasScripts = true;
    if (/^i?frame$/.test(node.tagName)) this.links.add(attribute(node, "src") ?? "", "");
    const [listed] = node.tagName === "loc" ? node.childNodes : [];
    if (listed && "value" in listed) this.links.add(listed.value.trim(), "");
    if (!isVisible(node)) return false;
    if (BLOCKS.has(node.tagName)) this.parts.push("\n");
    this.#readLink(node);
    return true;
  }

  leave({ tagName }: Element): void {
    if (BLOCKS.has(tagName)) this.parts.push("\n");
    if (tagName === "a") this.links.end();
  }

  #readText(text: string): void {
    const words = cleanLine(text);
    if (words !== "") this.parts.push(words);
  }

  #readTitle(element: Element): boolean {
    const [words] = element.childNodes;
    if (this.title === "" && words !== undefined && "value" in words) this.title = words.value;
    return false;
  }

  #readLink(element: Element): void {
    const href = attribute(element, "href")?.trim() ?? "";
    this.holdsImpressum ||= OWN_IMPRESSUM.test(href);
    if (element.tagName === "a") this.links.begin(href);
    if (element.tagName === "area") this.links.add(href, attribute(element, "alt") ?? "");
  }
}

function linesOf(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/ {2,}/g, " ").trim());
  return lines.filter((line) => line !== "").join("\n");
}

export function parseDocument({
  url,
  contentType,
  text,
  tree = parse(text),
}: Pick<DocumentSource, "url" | "contentType"> & { text: string; tree?: ParentNode }): PageFacts {
  const reading = new DocumentReading(url);
  if (contentType === "text/plain") reading.parts.push(text.split("\n").map(cleanLine).join("\n"));
  else {
    walk(tree, {
      enter: (node) => reading.enter(node),
      leave: (element) => reading.leave(element),
    });
  }
  const { title, hasScripts, holdsImpressum } = reading;
  const shown = cutText(linesOf(reading.parts.join("")), MAX_TEXT);
  const links = reading.links.toArray();
  return {
    title: cutText(cleanLine(title).trim(), MAX_TITLE).trim(),
    text: shown,
    links,
    holdsImpressum,
    needsScripts: hasScripts && links.length === 0 && PLACEHOLDER.test(shown),
  };
}

const MAX_LINKS = 200;
const MAX_URL = 2_048;
const MAX_LINK_TEXT = 200;

class LinkList {
  readonly #texts = new Map<string, string>();
  readonly #parts: readonly string[];
  readonly #open: ({ url: string; from: number } | null)[] = [];
  readonly #pageUrl: string;
  #base: string | null = null;

  constructor(pageUrl: string, parts: readonly string[]) {
    this.#pageUrl = pageUrl;
    this.#parts = parts;
  }

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
