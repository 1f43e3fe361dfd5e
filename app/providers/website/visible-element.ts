import type { DefaultTreeAdapterTypes } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

const UNREAD = new Set(
  "script style template noscript noembed noframes iframe object svg math canvas audio video select textarea datalist progress meter".split(
    " ",
  ),
);

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.0+)?(?:[a-z]{1,4}|%)?)\s*(?:!\s*important\s*)?(?:;|$)/i;

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((attr) => attr.name === name)?.value ?? null;
}

/** Whether people see an element, by its own attributes alone: no style sheet is read. */
export function isVisible(element: Element): boolean {
  if (UNREAD.has(element.tagName)) return false;
  // Pages hide themselves whole until their script has run.
  if (element.tagName === "html" || element.tagName === "body") return true;
  if (element.tagName === "dialog" && attribute(element, "open") === null) return false;
  if (attribute(element, "hidden") !== null || attribute(element, "popover") !== null) return false;
  if (attribute(element, "aria-hidden")?.trim().toLowerCase() === "true") return false;
  return !HIDING_STYLE.test(attribute(element, "style") ?? "");
}
