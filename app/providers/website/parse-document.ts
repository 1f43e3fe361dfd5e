import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { cleanLine, cutText } from "../../text/clean-text";
import { LinkList } from "./document-links";
import type { DocumentFacts, DocumentSource } from "./document-reader.server";

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Far more than is judged of a page, so that what is taken out before pushes nothing else out. */
const MAX_TEXT = 40_000;
const MAX_TITLE = 300;

const BLOCKS = new Set(
  "address article aside blockquote br button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr label legend li main menu nav ol option p pre section summary table td th tr ul".split(
    " ",
  ),
);

const UNREAD = new Set(
  "script style template noscript noembed noframes iframe object svg math canvas audio video select textarea datalist progress meter".split(
    " ",
  ),
);

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.0+)?(?:[a-z]{1,4}|%)?)\s*(?:!\s*important\s*)?(?:;|$)/i;

function attribute(element: Element, name: string): string | null {
  return element.attrs.find((attr) => attr.name === name)?.value ?? null;
}

/** Whether people see an element, by its own attributes alone: no style sheet is read. */
function isVisible(element: Element): boolean {
  if (UNREAD.has(element.tagName)) return false;
  // Pages hide themselves whole until their script has run.
  if (element.tagName === "html" || element.tagName === "body") return true;
  if (element.tagName === "dialog" && attribute(element, "open") === null) return false;
  if (attribute(element, "hidden") !== null || attribute(element, "popover") !== null) return false;
  if (attribute(element, "aria-hidden")?.trim().toLowerCase() === "true") return false;
  return !HIDING_STYLE.test(attribute(element, "style") ?? "");
}

function isElement(node: ChildNode): node is Element {
  return "tagName" in node;
}

/** Goes through the tree without recursion: a page may be deeper than any stack. */
function walk(
  root: ParentNode,
  visit: { enter(node: ChildNode): boolean; leave(element: Element): void },
): void {
  const path: { node: ParentNode; next: number }[] = [{ node: root, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const child = top.node.childNodes[top.next];
    top.next += 1;
    if (child === undefined) {
      path.pop();
      if ("tagName" in top.node) visit.leave(top.node);
    } else if (visit.enter(child) && isElement(child)) {
      path.push({ node: child, next: 0 });
    }
  }
}

/** Gathers what a page shows and says of itself while its tree is walked. */
class DocumentReading {
  title = "";
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
    if (element.tagName === "a") this.links.begin(href);
    if (element.tagName === "area") this.links.add(href, attribute(element, "alt") ?? "");
  }
}

function linesOf(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/ {2,}/g, " ").trim());
  return lines.filter((line) => line !== "").join("\n");
}

/** Reads a page, however broken. Takes long for some pages, so the server does it in a thread (document-reader.server.ts). */
export function parseDocument({
  url,
  contentType,
  text,
}: Pick<DocumentSource, "url" | "contentType"> & { text: string }): DocumentFacts {
  if (contentType === "text/plain") {
    const lines = linesOf(text.split("\n").map(cleanLine).join("\n"));
    return { title: "", text: cutText(lines, MAX_TEXT), links: [] };
  }
  const reading = new DocumentReading(url);
  walk(parse(text), {
    enter: (node) => reading.enter(node),
    leave: (element) => reading.leave(element),
  });
  return {
    title: cutText(cleanLine(reading.title).trim(), MAX_TITLE).trim(),
    text: cutText(linesOf(reading.parts.join("")), MAX_TEXT),
    links: reading.links.toArray(),
  };
}
