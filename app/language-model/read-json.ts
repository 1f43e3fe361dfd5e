import { jsonrepair } from "jsonrepair";

/** Longer than any answer of use; bounds the work on what a broken model repeats without end. */
const MAX_TEXT = 100_000;
const MAX_STARTS = 20;
/** Some servers cut the opening mark off. */
const THOUGHTS =
  /^[\s\S]*<\/(?:think|thinking|reasoning)>|<(?:think|thinking|reasoning)>[\s\S]*$/gi;
/** A German quotation that ends with a straight mark within a text: „so" */
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

/** Without the text within which it was cut off: half a sentence is worth nothing. */
function withoutCutText(whole: string): string {
  const text = closeQuotes(whole);
  const isCut = (text.match(/(?<!\\)"/g) ?? []).length % 2 === 1;
  return isCut ? text.slice(0, text.lastIndexOf('"')) : text;
}

/**
 * Reads the JSON object out of what a model wrote: behind thoughts, in a code fence, among words, with small mistakes,
 * and as far as it goes where it was cut off. Of several objects the last one with most of the keys counts.
 *
 * @param keys what was asked for
 * @returns undefined where no object has any of them
 */
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
