import { attribute, type Element, HIDING_STYLE } from "../providers/website/document-tree";

/** What a style does with the words of an element, as far as it hides an address from programs. */
interface WordStyle {
  isHidden: boolean;
  /** The words stand from right to left: „ed.amrif@ofni“. */
  isReversed: boolean;
  before: string;
  after: string;
}

interface Compound {
  tag: string;
  names: string[];
}
interface Rule extends Partial<WordStyle> {
  /** From the outermost element to the one that is meant. */
  path: Compound[];
}

const MAX_CSS = 300_000;
const MAX_RULES = 2_000;
const MAX_RULES_OF_NAME = 8;
const MAX_PATH = 4;
const OFF_SCREEN = /(?:^|;)\s*(?:left|text-indent)\s*:\s*-\d{4,}/i;
const REVERSING = /unicode-bidi\s*:\s*(?:bidi-override|isolate-override)|direction\s*:\s*rtl/i;
const COMPOUND = /^([a-z][a-z\d]*)?((?:[.#][\w-]+)*)$/i;
/** Elements of these are no mere part of a line: a rule for all of them says nothing of an address. */
const INLINE = /^(?:span|b|i|em|s|u|small|code|strong|a|del|ins|sup|sub)$/i;
const CONTENT = /(?:^|;)\s*content\s*:([^;]{1,200})/i;
const CONTENT_PARTS = /"([^"]{0,80})"|'([^']{0,80})'|attr\(\s*([\w-]{1,40})\s*\)/g;

const hides = (style: string) => HIDING_STYLE.test(style) || OFF_SCREEN.test(style);

function pathOf(selector: string): Compound[] | null {
  const parts = selector.replace(/>/g, " ").trim().split(/\s+/);
  const path = parts.slice(0, MAX_PATH).map((part): Compound | null => {
    const [, tag = "", names = ""] = COMPOUND.exec(part) ?? [];
    const list = names.match(/[.#][\w-]+/g) ?? [];
    return tag === "" && list.length === 0 ? null : { tag: tag.toLowerCase(), names: list };
  });
  const known = path.filter((compound) => compound !== null);
  const last = known.at(-1);
  const isVague = last?.names.length === 0 && !INLINE.test(last.tag);
  return known.length < parts.length || isVague ? null : known;
}

function rulesOf(selectors: string, style: string): Rule[] {
  const isHidden = hides(style);
  const isReversed = REVERSING.test(style);
  const content = CONTENT.exec(style)?.[1];
  if (!isHidden && !isReversed && content === undefined) return [];
  return selectors.split(",").flatMap((selector): Rule[] => {
    const [, plain = "", side] = /^([^:]*)(?:::?(before|after))?$/i.exec(selector.trim()) ?? [];
    const path = plain === "" ? null : pathOf(plain);
    if (path === null) return [];
    if (side === undefined) return isHidden || isReversed ? [{ path, isHidden, isReversed }] : [];
    return content === undefined ? [] : [{ path, [side.toLowerCase()]: content }];
  });
}

function unescapeCss(text: string): string {
  return text
    .replace(/\\([\da-f]{1,6}) ?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? "" : String.fromCodePoint(code);
    })
    .replace(/\p{Co}/gu, "");
}

/** The style sheets within a page, as far as they hide, turn or add words. Those for print and small screens count for nothing. */
export class StyleRules {
  readonly #byName = new Map<string, Rule[]>();
  #count = 0;

  add(css: string): void {
    const open: { isBlock: boolean }[] = [];
    let selector = "";
    const [first = "", ...commented] = css.slice(0, MAX_CSS).split("/*");
    const behind = commented.map((part) => part.slice(part.indexOf("*/") + 2));
    for (const piece of [first, ...behind].join("").split(/([{}])/)) {
      if (piece === "{") open.push({ isBlock: selector.trimStart().startsWith("@") });
      else if (piece === "}") open.pop();
      else {
        const isRule = open.length === 1 && open[0]?.isBlock === false;
        if (isRule && this.#count < MAX_RULES)
          for (const rule of rulesOf(selector, piece)) this.#keep(rule);
        selector = piece;
      }
    }
  }

  #keep(rule: Rule): void {
    const { tag = "", names = [] } = rule.path.at(-1) ?? {};
    const key = names[0] ?? tag;
    const known = this.#byName.get(key) ?? [];
    if (known.length >= MAX_RULES_OF_NAME) return;
    this.#byName.set(key, [...known, rule]);
    this.#count += 1;
  }

  styleOf(element: Element): WordStyle {
    const own = attribute(element, "style") ?? "";
    const style: WordStyle = {
      isHidden: hides(own),
      isReversed: REVERSING.test(own) || (element.tagName === "bdo" && isRightToLeft(element)),
      before: "",
      after: "",
    };
    if (this.#count === 0) return style;
    for (const name of [element.tagName, ...namesOf(element)]) {
      for (const rule of this.#byName.get(name) ?? []) {
        if (!isMeant(element, rule.path)) continue;
        style.isHidden ||= rule.isHidden === true;
        style.isReversed ||= rule.isReversed === true;
        if (rule.before !== undefined) style.before = contentOf(element, rule.before);
        if (rule.after !== undefined) style.after = contentOf(element, rule.after);
      }
    }
    return style;
  }
}

function isRightToLeft(element: Element): boolean {
  return attribute(element, "dir")?.toLowerCase() === "rtl";
}

function namesOf(element: Element): string[] {
  const id = attribute(element, "id");
  const classes = attribute(element, "class")?.split(/\s+/) ?? [];
  return [...classes.map((name) => `.${name}`), ...(id === null ? [] : [`#${id}`])];
}

function contentOf(element: Element, content: string): string {
  const parts = [...content.matchAll(CONTENT_PARTS)].map(([, double, single, name]) =>
    name === undefined ? unescapeCss(double ?? single ?? "") : (attribute(element, name) ?? ""),
  );
  return parts.join("");
}

function fits(element: Element, { tag, names }: Compound): boolean {
  if (tag !== "" && tag !== element.tagName) return false;
  if (names.length === 0) return true;
  const own = namesOf(element);
  return names.every((name) => own.includes(name));
}

function isMeant(element: Element, path: readonly Compound[]): boolean {
  let left = path.length - 1;
  const last = path[left];
  if (last === undefined || !fits(element, last)) return false;
  left -= 1;
  let above = element.parentNode;
  for (; left >= 0 && above !== null && "tagName" in above; above = above.parentNode) {
    const compound = path[left];
    if (compound !== undefined && fits(above, compound)) left -= 1;
  }
  return left < 0;
}
