import { parse } from "parse5";
import { findAdObjection } from "../../reading/imprint/ad-objection";
import type { ParentNode } from "../../reading/imprint/document-tree";
import { readPage } from "../../reading/imprint/page-lines";
import { cleanLine, cutText } from "../../text/clean-text";
import { parseUrl } from "../../text/parse-url";
import type { DocumentLink, DocumentSource, PageFacts } from "./document-reader.server";

/** Characters; far more than is judged, so that text removed later does not cost other text. */
const MAX_TEXT = 40_000;
const MAX_TITLE = 300;
const MAX_LINKS = 200;
const MAX_URL = 2_048;
const MAX_LINK_TEXT = 200;
/** An empty page, „Wird geladen …“ or a JavaScript notice. */
const PLACEHOLDER = /^(?:.{0,60}(?:lade|loading|javascript).{0,60})?$/i;
/** „#impressum“, „/#impressum“. */
const OWN_IMPRESSUM = /^[./]{0,3}#\W{0,3}(?:impressum|imprint)/i;

const shortLine = (text: string, length: number) => cutText(cleanLine(text).trim(), length).trim();

function resolve(href: string, base: string): string | null {
  const url = href === "" || href.length > MAX_URL ? null : parseUrl(href, base);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return null;
  url.hash = "";
  return url.href.length > MAX_URL ? null : url.href;
}

function textOf(lines: readonly string[]): string {
  const written = lines.map((line) => line.trim()).filter((line) => line !== "");
  return cutText(written.join("\n"), MAX_TEXT);
}

/** Keeps the first text of each link. */
function linksOf(page: ReturnType<typeof readPage>, pageUrl: string): DocumentLink[] {
  const base = resolve(page.base, pageUrl) ?? pageUrl;
  const texts = new Map<string, string>();
  for (const { href, words } of page.links) {
    const url = resolve(href, base);
    const isMore = url !== null && (texts.has(url) || texts.size < MAX_LINKS);
    if (isMore && !texts.get(url)) texts.set(url, shortLine(words, MAX_LINK_TEXT));
  }
  return [...texts].map(([url, text]) => ({ url, text }));
}

export function parseDocument({
  url,
  contentType,
  text,
  tree = parse(text),
}: Pick<DocumentSource, "url" | "contentType"> & { text: string; tree?: ParentNode }): PageFacts {
  const isPlain = contentType === "text/plain";
  const page = readPage(isPlain ? parse("") : tree);
  const lines = isPlain ? text.split("\n").map(cleanLine) : page.lines.map((line) => line.text);
  const visible = textOf(lines);
  // A script would show what a style rule hides.
  const shown = PLACEHOLDER.test(visible) ? textOf(page.words.join("").split("\n")) : visible;
  const links = linksOf(page, url);
  return {
    title: shortLine(page.title, MAX_TITLE),
    text: shown,
    links,
    adObjection: findAdObjection(lines),
    holdsImpressum: page.links.some(({ href }) => OWN_IMPRESSUM.test(href.trim())),
    needsScripts: page.hasScripts && links.length === 0 && PLACEHOLDER.test(shown),
  };
}
