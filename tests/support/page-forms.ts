import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export interface Field {
  name: string;
  /** „text“ for what a person types, „password“, „file“, else what the page holds. */
  kind: "text" | "number" | "password" | "file" | "held";
  value: string;
}

/** A form of a page by one of its buttons. */
export interface PageForm {
  /** The page, and the button's intent. */
  name: string;
  action: string;
  isMultipart: boolean;
  fields: Field[];
}

const isElement = (node: Node): node is Element => "tagName" in node;

function* elementsOf(node: { childNodes: Node[] }): Generator<Element> {
  for (const child of node.childNodes) {
    if (!isElement(child)) continue;
    yield child;
    yield* elementsOf(child);
  }
}

function attributesOf({ attrs }: Element): Partial<Record<string, string>> {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
}

const textIn = (element: Element): string =>
  element.childNodes
    .map((node) => ("value" in node ? node.value : isElement(node) ? textIn(node) : ""))
    .join("");

function fieldOf(element: Element): Field | null {
  const { name, type = "text", value = "", checked, disabled } = attributesOf(element);
  if (name === undefined || disabled !== undefined) return null;
  if (element.tagName === "textarea") return { name, kind: "text", value: textIn(element) };
  if (element.tagName === "select") {
    const options = [...elementsOf(element)].map(attributesOf);
    const chosen = options.find(({ selected }) => selected !== undefined) ?? options[0];
    return { name, kind: "held", value: chosen?.value ?? "" };
  }
  if (element.tagName !== "input") return null;
  if (type === "checkbox" || type === "radio")
    return checked === undefined ? null : { name, kind: "held", value: value || "on" };
  if (type === "number" || type === "password" || type === "file")
    return { name, kind: type, value };
  const isTyped = ["text", "email", "url", "tel", "search"].includes(type);
  return { name, kind: isTyped ? "text" : "held", value };
}

/** The forms that a page posts, one for each button that has an intent of its own. */
export function formsOf(page: string, html: string): PageForm[] {
  const all = [...elementsOf(parse(html))];
  return all
    .filter((one) => one.tagName === "form" && attributesOf(one).method === "post")
    .flatMap((form) => {
      const { id, action = page, enctype } = attributesOf(form);
      const within = new Set(elementsOf(form));
      const own = all.filter((one) => {
        const { form: owner } = attributesOf(one);
        return owner === undefined ? within.has(one) : owner === id;
      });
      const fields = own.flatMap((one) => fieldOf(one) ?? []);
      const buttons = own
        .filter((one) => one.tagName === "button")
        .map(attributesOf)
        .filter(({ type = "submit", disabled }) => type === "submit" && disabled === undefined);
      const pressed = new Map(
        buttons.map(({ name = "", value = "" }) => [`${name}=${value}`, { name, value }]),
      );
      return [...pressed.values()].map(({ name, value }) => ({
        name: `${page} ${value}`,
        action,
        isMultipart: enctype === "multipart/form-data",
        fields: name === "" ? fields : [...fields, { name, kind: "held" as const, value }],
      }));
    });
}

/** The texts that a page's fields hold, by their names. */
export function heldTexts(html: string): Map<string, string[]> {
  const held = new Map<string, string[]>();
  for (const element of elementsOf(parse(html))) {
    const field = fieldOf(element);
    if (field !== null) held.set(field.name, [...(held.get(field.name) ?? []), field.value]);
  }
  return held;
}
