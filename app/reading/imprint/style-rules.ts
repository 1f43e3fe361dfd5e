import { attribute, BLOCKS, type Element, HIDING_STYLE } from "./document-tree";

interface Rule {
  tag: string;
  name: string;
  /** A tag, class or id. */
  above: string;
  side: string;
  style: string;
}

const MAX_CSS = 300_000;
const MAX_RULES_OF_NAME = 8;
const OFF_SCREEN = /(?:^|;)\s*(?:left|text-indent)\s*:\s*-\d{4,}/i;
const BLOCK = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|table|list-item|flow-root)/i;
const REVERSING = /unicode-bidi\s*:\s*(?:bidi-override|isolate-override)|direction\s*:\s*rtl/i;
const CONTENT = /(?:^|;)\s*content\s*:([^;]{1,200})/i;
const CONTENT_PARTS = /"([^"]{0,80})"|'([^']{0,80})'|attr\(\s*([\w-]{1,40})\s*\)/g;
const COMPOUND = /^([a-z][a-z\d]*)?([.#][\w-]+)?(?:::?(before|after))?$/i;
const INLINE = /^(?:span|b|i|em|s|u|small|code|strong|a)$/i;

const hides = (style: string) => HIDING_STYLE.test(style) || OFF_SCREEN.test(style);
const isRelevant = (style: string) =>
  hides(style) || [BLOCK, REVERSING, CONTENT].some((pattern) => pattern.test(style));

function ruleOf(selector: string, style: string): Rule | null {
  const parts = selector.replaceAll(">", " ").trim().split(/\s+/);
  const [, tag = "", name = "", side = ""] = COMPOUND.exec(parts.at(-1) ?? "") ?? [];
  const [, aboveTag = "", above = aboveTag] = COMPOUND.exec(parts.at(-2) ?? "") ?? [];
  const isVague = name === "" && !INLINE.test(tag);
  return isVague || (parts.length > 1 && above === "") ? null : { tag, name, above, side, style };
}

function namesOf(element: Element): string[] {
  const classes = attribute(element, "class")?.split(/\s+/) ?? [];
  return [
    element.tagName,
    `#${attribute(element, "id") ?? ""}`,
    ...classes.map((name) => `.${name}`),
  ];
}

function isBelow(element: Element, name: string): boolean {
  let above = element.parentNode;
  while (above !== null && "tagName" in above && !namesOf(above).includes(name)) {
    above = above.parentNode;
  }
  return above !== null && "tagName" in above;
}

function contentOf(element: Element, style: string): string {
  const parts = (CONTENT.exec(style)?.[1] ?? "").matchAll(CONTENT_PARTS);
  return [...parts]
    .map(([, double, single, name]) =>
      name === undefined ? (double ?? single ?? "") : (attribute(element, name) ?? ""),
    )
    .join("")
    .replace(/\\0{0,4}40 ?/g, "@")
    .replace(/\\[\da-f]{1,6}|\p{Co}/giu, "");
}

/** Ignores rules for print and small screens. */
export class StyleRules {
  readonly #byName = new Map<string, Rule[]>();

  add(css: string): void {
    const [first = "", ...commented] = css.slice(0, MAX_CSS).split("/*");
    const rest = commented.map((part) => part.slice(part.indexOf("*/") + 2));
    const open: string[] = [];
    let selectors = "";
    for (const piece of [first, ...rest].join("").split(/([{}])/)) {
      if (piece === "{") open.push(selectors.trim());
      else if (piece === "}") open.pop();
      else if (open.length === 1 && !open[0]?.startsWith("@") && isRelevant(piece)) {
        for (const selector of selectors.split(",")) this.#keep(ruleOf(selector, piece));
      } else selectors = piece;
    }
  }

  #keep(rule: Rule | null): void {
    if (rule === null) return;
    const key = rule.name || rule.tag;
    const known = this.#byName.get(key) ?? [];
    if (known.length < MAX_RULES_OF_NAME) this.#byName.set(key, [...known, rule]);
  }

  styleOf(element: Element) {
    const own = attribute(element, "style") ?? "";
    const isTurned = element.tagName === "bdo" && attribute(element, "dir") === "rtl";
    const rules = namesOf(element)
      .flatMap((name) => this.#byName.get(name) ?? [])
      .filter(({ tag }) => tag === "" || tag === element.tagName)
      .filter(({ above }) => above === "" || isBelow(element, above));
    const styles = [own, ...rules.filter(({ side }) => side === "").map(({ style }) => style)];
    const added = (side: string) =>
      contentOf(element, rules.find((rule) => rule.side === side)?.style ?? "");
    return {
      isHidden: styles.some(hides),
      // Begins and ends a line.
      isBlock: BLOCKS.has(element.tagName) || styles.some((style) => BLOCK.test(style)),
      // Right to left: „ed.amrif@ofni“.
      isReversed: isTurned || styles.some((style) => REVERSING.test(style)),
      before: added("before"),
      after: added("after"),
    };
  }
}
