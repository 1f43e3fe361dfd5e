import { cleanLine } from "../../text/clean-text";
import {
  attribute,
  BLOCKS,
  type ChildNode,
  type Element,
  isElement,
  isVisible,
  type ParentNode,
  walk,
} from "./document-tree";
import { emailOfAttributes, emailOfLink, textsOfScript } from "./hidden-emails";
import { StyleRules } from "./style-rules";

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
const MAX_LINES = 2_000;
const MAX_LINE = 1_200;
const MAX_SIGNS = 100_000;
const MAX_ELEMENTS = 20_000;
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

/** Styles separate a label from its value. */
const GLUED = /\p{Ll}\n(?:\p{Lu}\p{L}|[\d+])|(?:ID|\.)\n(?:DE ?\d|[\d+])|[Mm]ail\n[\w.-]{1,40}@/u;

function textIn(element: Element): string {
  return element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}

class LineReading {
  readonly lines: Line[] = [];
  readonly data: string[] = [];
  readonly #styles: StyleRules;
  #text = "";
  #boldSigns = 0;
  #linkSigns = 0;
  #within = { isBold: false, isLink: false, isShared: false, isPre: false, level: ORDINARY };
  #rowHead = false;
  #isApart = true;
  #hidden = "";
  #phones: string[] = [];
  #isClosed = false;
  #signs = 0;
  #elements = 0;
  readonly #open: (() => void)[] = [];

  constructor(styles: StyleRules) {
    this.#styles = styles;
  }

  enter(node: ChildNode): boolean {
    if (this.#signs > MAX_SIGNS) return false;
    if (!isElement(node)) {
      if (node.nodeName === "#text" && "value" in node) this.#addText(node.value);
      return false;
    }
    if (node.tagName === "script") this.#readScript(node);
    if (node.tagName === "noscript")
      this.#hidden += ` ${textIn(node).replace(/<[^<>]{0,300}>/g, "")}`;
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS || !isVisible(node)) return false;
    const { isHidden, isReversed, before, after } = this.#styles.styleOf(node);
    if (isHidden && node.tagName !== "html" && node.tagName !== "body") return false;
    const [within, { tagName }] = [this.#within, node];
    this.#begin(node);
    const [from, line] = [this.#text.length, this.lines.length];
    this.#addText(before);
    this.#open.push(() => {
      this.#addText(after);
      if (isReversed && line === this.lines.length) {
        const turned = [...this.#text.slice(from)].reverse().join("");
        this.#text = this.#text.slice(0, from) + turned;
      }
      if (BLOCKS.has(tagName)) this.endLine(PARAGRAPHS.has(tagName));
      else this.#isClosed = true;
      this.#within = within;
    });
    return true;
  }

  leave(): void {
    this.#open.pop()?.();
  }

  #begin(element: Element): void {
    const { tagName } = element;
    if (tagName === "br") {
      if (this.#text.trim() === "") this.#isApart = true;
      this.endLine(false);
    } else if (BLOCKS.has(tagName)) {
      this.endLine(PARAGRAPHS.has(tagName));
      const isEmpty = ({ nodeName }: ChildNode) => nodeName === "#text";
      if (tagName === "p" && element.childNodes.every(isEmpty) && textIn(element).trim() === "")
        this.#isApart = true;
    }
    if (ROW_HEADS.has(tagName)) this.#rowHead = true;
    const { isBold, isLink, isShared, isPre, level } = this.#within;
    this.#within = {
      isBold: isBold || BOLD.has(tagName),
      isLink: isLink || tagName === "a",
      isShared: isShared || SHARED.has(tagName),
      isPre: isPre || tagName === "pre",
      level: /^h[1-6]$/.test(tagName) ? Number(tagName[1]) : level,
    };
    this.#readAttributes(element);
  }

  #readAttributes(element: Element): void {
    const href = attribute(element, "href") ?? "";
    const phone = /^\s*tel:([^?]{5,40})/i.exec(href)?.[1];
    if (phone !== undefined) this.#phones.push(phone.replaceAll("%20", " "));
    const said = emailOfLink(href) || emailOfAttributes(element.attrs);
    if (said !== "") this.#hidden += ` ${said}`;
    const icon = ICON.exec(attribute(element, "class") ?? "")?.[1]?.toLowerCase();
    if (icon !== undefined) this.#text += icon === "fax" || icon === "print" ? " Fax " : " Tel. ";
  }

  #readScript(element: Element): void {
    const type = attribute(element, "type")?.toLowerCase() ?? "";
    const code = textIn(element);
    if (type === "application/ld+json") this.data.push(code);
    else if (!/json|template/.test(type) && this.#hidden.length < MAX_LINE)
      this.#hidden += ` ${textsOfScript(code)}`;
  }

  #addText(text: string): void {
    const rows = this.#within.isPre ? text.split("\n") : [text];
    for (const [index, row] of rows.entries()) {
      if (index > 0) this.endLine(row.trim() === "");
      const words = cleanLine(row.slice(0, MAX_LINE));
      if (this.#isClosed && GLUED.test(`${this.#text.slice(-20)}\n${words.slice(0, 80)}`))
        this.#text += /^\p{L}/u.test(words) ? ": " : " ";
      if (words !== "") this.#isClosed = false;
      if (this.#text.length < MAX_LINE) this.#text += words;
      if (this.#within.isBold) this.#boldSigns += words.trim().length;
      if (this.#within.isLink) this.#linkSigns += words.trim().length;
    }
  }

  endLine(isParagraph = true): void {
    const text = this.#text.slice(0, MAX_LINE).replace(/ {2,}/g, " ").trim();
    const isSilent = text === "" && this.#hidden.trim() === "" && this.#phones.length === 0;
    if (!isSilent && this.lines.length < MAX_LINES) {
      const isAll = (signs: number) => signs > 0 && signs >= text.replaceAll(" ", "").length - 1;
      this.lines.push({
        text,
        level: Math.min(
          this.#within.level,
          isAll(this.#boldSigns) || this.#rowHead ? ORDINARY - 1 : ORDINARY,
        ),
        isApart: this.#isApart,
        isLink: isAll(this.#linkSigns),
        isShared: this.#within.isShared,
        hidden: this.#hidden.slice(0, MAX_LINE).trim(),
        phones: this.#phones,
      });
      this.#signs += text.length;
      this.#isApart = false;
      this.#hidden = "";
      this.#phones = [];
      this.#rowHead = false;
    }
    this.#text = "";
    this.#boldSigns = 0;
    this.#linkSigns = 0;
    if (isParagraph) this.#isApart = true;
  }
}

export function linesOfPage(page: ParentNode): { lines: Line[]; data: string[] } {
  const styles = new StyleRules();
  walk(page, {
    enter: (node) => {
      if (!isElement(node)) return false;
      if (node.tagName === "style") styles.add(textIn(node));
      return node.tagName !== "svg";
    },
    leave: () => {},
  });
  const reading = new LineReading(styles);
  walk(page, {
    enter: (node) => reading.enter(node),
    leave: () => reading.leave(),
  });
  reading.endLine();
  return reading;
}
