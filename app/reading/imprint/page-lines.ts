import { cleanLine } from "../../text/clean-text";
import {
  attribute,
  type ChildNode,
  type Element,
  isElement,
  isVisible,
  type ParentNode,
  walk,
} from "./document-tree";
import { emailOfAttributes, emailOfLink, textsOfScript } from "./hidden-emails";
import { StyleRules } from "./style-rules";

/** `href` as written; `words` as shown. */
interface PageLink {
  href: string;
  words: string;
}

export interface Line {
  text: string;
  /** 1–6 headings; 7 bold lines, first cells and list terms; 8 plain text. */
  level: number;
  /** Follows an empty line or a paragraph's end. */
  isApart: boolean;
  /** In the navigation, header or footer of all pages. */
  isShared: boolean;
  isLink: boolean;
  /** Raw email addresses of links, scripts and attributes. */
  hidden: string;
  phones: string[];
}

/** Far above a real Impressum; bounds hostile pages. */
const MAX_LINES = 4_000;
const MAX_HIDDEN = 1_200;
const MAX_CHARACTERS = 100_000;
const MAX_WORDS = 400;
const ORDINARY = 8;
const PARAGRAPHS = new Set(
  "p h1 h2 h3 h4 h5 h6 table ul ol dl section article address hr blockquote footer header".split(
    " ",
  ),
);
const SHARED = new Set(["nav", "header", "footer"]);
const ROW_HEADS = new Set(["dt", "th", "tr"]);
const BOLD = new Set(["b", "strong"]);
const ICON =
  /(?:^|[\s_-])(?:fa|fas|icon|bi|mdi|ti|icofont|dashicons|glyphicon)[\w-]{0,30}-(fax|print|phone|mobile|telephone)/i;

/** Labels and values that only styles separate. */
const GLUED = /\p{Ll}\n(?:\p{Lu}\p{L}|[\d+])|(?:ID|\.)\n(?:DE ?\d|[\d+])|[Mm]ail\n[\w.-]{1,40}@/u;

function textIn(element: Element): string {
  return element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}

class PageReading {
  title = "";
  /** The page's base address, as written. */
  base = "";
  hasScripts = false;
  readonly lines: Line[] = [];
  readonly links: PageLink[] = [];
  /** JSON-LD. */
  readonly data: string[] = [];
  /** All words, hidden ones too, with a line break after each block. */
  readonly words: string[] = [];
  #text = "";
  #boldLength = 0;
  #linkLength = 0;
  #within = {
    ...{ isHidden: false, isBold: false, isLink: false, isShared: false, isPre: false },
    level: ORDINARY,
  };
  #rowHead = false;
  #isApart = true;
  #hidden = "";
  #phones: string[] = [];
  #isClosed = false;
  readonly #open: (() => void)[] = [];

  constructor(private readonly styles: StyleRules) {}

  enter(node: ChildNode): boolean {
    if (!isElement(node)) {
      if (node.nodeName !== "#text" || !("value" in node)) return false;
      this.#addText(node.value);
      return false;
    }
    this.#readInvisible(node);
    if (node.tagName === "title" || !isVisible(node)) return false;
    this.#open.push(this.#begin(node));
    return true;
  }

  leave(): void {
    this.#open.pop()?.();
  }

  /** Reads elements that show no text. */
  #readInvisible(element: Element): void {
    const { tagName } = element;
    if (tagName === "title") this.title ||= textIn(element);
    if (tagName === "base") this.base ||= attribute(element, "href") ?? "";
    if (tagName === "script") this.#readScript(element);
    if (tagName === "noscript" && !this.#within.isHidden)
      this.#hidden += ` ${textIn(element).replace(/<[^<>]{0,300}>/g, "")}`;
    const add = (href: string | null, words = "") => this.links.push({ href: href ?? "", words });
    if (/^i?frame$/.test(tagName)) add(attribute(element, "src"));
    if (tagName === "area") add(attribute(element, "href"), attribute(element, "alt") ?? "");
    // Sitemaps.
    if (tagName === "loc") add(textIn(element).trim());
  }

  /** @returns the function to call at the end of the element */
  #begin(element: Element): () => void {
    const { tagName } = element;
    const within = this.#within;
    const { isHidden, isBlock, isReversed, before, after } = this.styles.styleOf(element);
    const isRoot = tagName === "html" || tagName === "body";
    const { isBold, isLink, isShared, isPre, level } = within;
    this.#within = {
      isHidden: within.isHidden || (isHidden && !isRoot),
      isBold: isBold || BOLD.has(tagName),
      isLink: isLink || tagName === "a",
      isShared: isShared || SHARED.has(tagName),
      isPre: isPre || tagName === "pre",
      level: /^h[1-6]$/.test(tagName) ? Number(tagName[1]) : level,
    };
    const endLink = tagName === "a" ? this.#beginLink(element) : () => {};
    if (this.#within.isHidden) {
      return () => {
        endLink();
        this.#within = within;
      };
    }
    if (isBlock) this.#breakBefore(element);
    if (ROW_HEADS.has(tagName)) this.#rowHead = true;
    this.#readAttributes(element);
    const [from, line] = [this.#text.length, this.lines.length];
    this.#addText(before);
    return () => {
      this.#addText(after);
      if (isReversed && line === this.lines.length) {
        const turned = [...this.#text.slice(from, from + MAX_HIDDEN)].reverse().join("");
        this.#text = this.#text.slice(0, from) + turned;
      }
      endLink();
      if (isBlock) this.endLine(PARAGRAPHS.has(tagName));
      else this.#isClosed = true;
      this.#within = within;
    };
  }

  #beginLink(element: Element): () => void {
    const href = attribute(element, "href") ?? "";
    const from = this.words.length;
    return () => {
      let words = "";
      for (let at = from; at < this.words.length && words.length < MAX_WORDS; at += 1)
        words += this.words[at];
      this.links.push({ href, words });
    };
  }

  #breakBefore(element: Element): void {
    const { tagName } = element;
    if (tagName === "br" && this.#text.trim() === "") this.#isApart = true;
    this.endLine(PARAGRAPHS.has(tagName));
    const isEmpty = ({ nodeName }: ChildNode) => nodeName === "#text";
    if (tagName === "p" && element.childNodes.every(isEmpty) && textIn(element).trim() === "")
      this.#isApart = true;
  }

  #readAttributes(element: Element): void {
    const href = attribute(element, "href") ?? "";
    const phone = /^\s*tel:([^?]{5,40})/i.exec(href)?.[1];
    if (phone !== undefined) this.#phones.push(phone.replaceAll("%20", " "));
    const email = emailOfLink(href) || emailOfAttributes(element.attrs);
    if (email !== "") this.#hidden += ` ${email}`;
    const icon = ICON.exec(attribute(element, "class") ?? "")?.[1]?.toLowerCase();
    if (icon !== undefined) this.#text += icon === "fax" || icon === "print" ? " Fax " : " Tel. ";
  }

  #readScript(element: Element): void {
    const type = attribute(element, "type")?.toLowerCase() ?? "";
    const code = textIn(element);
    this.hasScripts = true;
    if (this.#within.isHidden) return;
    if (type === "application/ld+json") this.data.push(code);
    else if (!/json|template/.test(type) && this.#hidden.length < MAX_HIDDEN)
      this.#hidden += ` ${textsOfScript(code)}`;
  }

  #addText(text: string): void {
    const rows = this.#within.isPre ? text.split("\n") : [text];
    for (const [index, row] of rows.entries()) {
      if (index > 0) this.endLine(row.trim() === "");
      const words = cleanLine(row.slice(0, MAX_CHARACTERS));
      if (words !== "") this.words.push(words);
      if (this.#within.isHidden) continue;
      if (this.#isClosed && GLUED.test(`${this.#text.slice(-20)}\n${words.slice(0, 80)}`))
        this.#text += /^\p{L}/u.test(words) ? ": " : " ";
      if (words !== "") this.#isClosed = false;
      if (this.#text.length < MAX_CHARACTERS) this.#text += words;
      if (this.#within.isBold) this.#boldLength += words.trim().length;
      if (this.#within.isLink) this.#linkLength += words.trim().length;
    }
  }

  endLine(isParagraph = true): void {
    const text = this.#text.replace(/ {2,}/g, " ").trim();
    const isSilent = text === "" && this.#hidden.trim() === "" && this.#phones.length === 0;
    if (!isSilent && this.lines.length < MAX_LINES) {
      const isAll = (signs: number) => signs > 0 && signs >= text.replaceAll(" ", "").length - 1;
      this.lines.push({
        text,
        level: Math.min(
          this.#within.level,
          isAll(this.#boldLength) || this.#rowHead ? ORDINARY - 1 : ORDINARY,
        ),
        isApart: this.#isApart,
        isLink: isAll(this.#linkLength),
        isShared: this.#within.isShared,
        hidden: this.#hidden.slice(0, MAX_HIDDEN).trim(),
        phones: this.#phones,
      });
      this.#isApart = false;
      this.#hidden = "";
      this.#phones = [];
      this.#rowHead = false;
    }
    this.#text = "";
    this.#boldLength = 0;
    this.#linkLength = 0;
    this.words.push("\n");
    if (isParagraph) this.#isApart = true;
  }
}

/** Reads a page's shown lines, its links and its metadata. */
export function readPage(page: ParentNode): Omit<PageReading, "enter" | "leave" | "endLine"> {
  const styles = new StyleRules();
  walk(page, {
    enter: (node) => {
      if (!isElement(node)) return false;
      if (node.tagName === "style") styles.add(textIn(node));
      return node.tagName !== "svg";
    },
    leave: () => {},
  });
  const reading = new PageReading(styles);
  walk(page, {
    enter: (node) => reading.enter(node),
    leave: () => reading.leave(),
  });
  reading.endLine();
  return reading;
}
