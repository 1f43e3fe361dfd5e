import type { DefaultTreeAdapterTypes } from "parse5";
import { hidesByStyle } from "./hidden-style";

type Element = DefaultTreeAdapterTypes.Element;

/** Elements whose content is no text for readers, or none that stands there. */
const UNREAD = new Set(
  "script style template noscript noembed noframes iframe object svg math canvas audio video select textarea datalist progress meter".split(
    " ",
  ),
);

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((attr) => attr.name === name)?.value ?? null;
}

/** Whether a part of a page is meant for people. Only its own word counts: no style sheet is read. */
export function isVisible(element: Element): boolean {
  if (UNREAD.has(element.tagName)) return false;
  // Pages hide themselves whole until their script has run.
  if (element.tagName === "html" || element.tagName === "body") return true;
  if (element.tagName === "dialog" && attribute(element, "open") === null) return false;
  if (attribute(element, "hidden") !== null || attribute(element, "popover") !== null) return false;
  if (attribute(element, "aria-hidden")?.trim().toLowerCase() === "true") return false;
  const style = attribute(element, "style");
  return style === null || !hidesByStyle(style);
}
