import { jsonrepair } from "jsonrepair";

/** Bounds the work on endless repetition. */
const MAX_TEXT = 100_000;
const MAX_STARTS = 20;
/** Some servers cut the opening tag. */
const THOUGHTS =
  /^[\s\S]*<\/(?:think|thinking|reasoning)>|<(?:think|thinking|reasoning)>[\s\S]*$/gi;
/** A German quotation with a straight closing mark: „so" */
const HALF_GERMAN = /„([^„“”"\n]{1,200})"(?!\s*(?:[}\]]|,\s*"[^"\n]{1,40}"\s*:))/g;

const closeQuotes = (text: string) => text.replace(HALF_GERMAN, "„$1“");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(jsonrepair(closeQuotes(text)));
    } catch {
      return undefined;
    }
  }
}

function withoutCutText(whole: string): string {
  const text = closeQuotes(whole);
  const isCut = (text.match(/(?<!\\)"/g) ?? []).length % 2 === 1;
  return isCut ? text.slice(0, text.lastIndexOf('"')) : text;
}

/** Accepts reasoning, fences, prose, small mistakes and truncation. The last object with most keys counts. */
export function readJson(answer: string, keys: readonly string[]): object | undefined {
  const text = answer.slice(0, MAX_TEXT).replace(THOUGHTS, " ");
  const end = text.lastIndexOf("}") + 1;
  const starts = [...text.matchAll(/\{/g)].slice(0, MAX_STARTS).map(({ index }) => index);
  let [best, most]: [object | undefined, number] = [undefined, 1];
  for (const start of starts) {
    const parts = [withoutCutText(text.slice(start)), text.slice(start, end)];
    for (const value of parts.flatMap(parse)) {
      if (typeof value !== "object" || value === null) continue;
      const count = keys.filter((key) => key in value).length;
      if (count >= most) [best, most] = [value, count];
    }
    if (most === keys.length) break;
  }
  return best;
}
