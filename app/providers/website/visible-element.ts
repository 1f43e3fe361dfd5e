import type { DefaultTreeAdapterTypes } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

/** Elements whose content is no text for readers, or none that stands there. */
const UNREAD = new Set(
  "script style template noscript noembed noframes iframe object svg math canvas audio video select textarea datalist".split(
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
  return !(attribute(element, "style") ?? "").split(";").some(hides);
}

/** @param declaration one of an inline style, e.g. `display: none !important` */
function hides(declaration: string): boolean {
  const [name = "", value = ""] = declaration.replace(/\s/g, "").toLowerCase().split(":", 2);
  if (name === "display") return value.startsWith("none");
  if (name === "visibility") return value.startsWith("hidden");
  return (name === "opacity" || name === "font-size") && Number.parseFloat(value) === 0;
}
