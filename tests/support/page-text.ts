import { decodeHTML } from "entities";

/** The text of a page as a person reads it: without scripts, comments and tags, blanks collapsed. */
export function textOf(html: string): string {
  const text = html
    .replace(/<script\b[\s\S]*?<\/script>/g, " ")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ");
  return decodeHTML(text).replace(/\s+/g, " ");
}

/** The HTML of a page. */
export async function readHtml(url: string): Promise<string> {
  return (await fetch(url)).text();
}

export async function readText(url: string): Promise<string> {
  return textOf(await readHtml(url));
}
