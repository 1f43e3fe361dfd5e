import type { DefaultTreeAdapterTypes } from "parse5";

export type Element = DefaultTreeAdapterTypes.Element;
export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;

export const BLOCKS = new Set(
  "address article aside blockquote br button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr label legend li main menu nav ol option p pre section summary table td th tr ul".split(
    " ",
  ),
);

const UNREAD = new Set(
  "script style template noscript noembed noframes iframe object svg math canvas audio video select textarea datalist progress meter".split(
    " ",
  ),
);

export const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.0+)?(?:[a-z]{1,4}|%)?)\s*(?:!\s*important\s*)?(?:;|$)/i;

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((attr) => attr.name === name)?.value ?? null;
}

export function isVisible(element: Element): boolean {
  if (UNREAD.has(element.tagName)) return false;
  // Some pages hide themselves until their script runs.
  if (element.tagName === "html" || element.tagName === "body") return true;
  if (element.tagName === "dialog" && attribute(element, "open") === null) return false;
  if (attribute(element, "hidden") !== null || attribute(element, "popover") !== null) return false;
  if (attribute(element, "aria-hidden")?.trim().toLowerCase() === "true") return false;
  return !HIDING_STYLE.test(attribute(element, "style") ?? "");
}

export function isElement(node: ChildNode): node is Element {
  return "tagName" in node;
}

/** Iterative, since a page may nest deeper than the stack. */
export function walk(
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
