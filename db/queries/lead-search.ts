import { type RawBuilder, sql } from "kysely";
import type { SearchWord } from "../search/search-query";

/** Characters that may follow two others in a document. */
const THIRD_CHARACTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789 \n.@#~-"];
/** Each word of two characters is a phrase for each character that may follow; more are looked for in the documents. */
const MAX_SHORT_WORDS = 4;

/** Phrases for the index, which knows nothing shorter than three characters; null where it can't find the word. */
function phrases(word: SearchWord): string[] | null {
  if (word.some((text) => [...text].length < 2)) return null;
  return word.flatMap((text) => {
    const ends = [...text].length === 2 ? THIRD_CHARACTERS : [""];
    return ends.map((end) => `"${(text + end).replaceAll('"', '""')}"`);
  });
}

/**
 * A search text as an expression for the trigram index, and the words that must be looked for in the documents of what
 * it finds. The expression is null where no word is long enough for it.
 */
export function matchExpression(words: readonly SearchWord[]): {
  index: string | null;
  rest: SearchWord[];
} {
  const groups: string[] = [];
  const rest: SearchWord[] = [];
  let short = 0;
  for (const word of words) {
    const found = phrases(word);
    const isShort = found !== null && found.length >= THIRD_CHARACTERS.length;
    if (isShort) short += 1;
    if (found === null || (isShort && short > MAX_SHORT_WORDS)) rest.push(word);
    else groups.push(`(${found.join(" OR ")})`);
  }
  return { index: groups.length === 0 ? null : groups.join(" AND "), rest };
}

/** True for a document with each of the words. */
export function containsWords(document: RawBuilder<unknown>, words: readonly SearchWord[]) {
  const each = words.map((word) => {
    const ways = word.map((text) => sql`instr(${document}, ${text}) > 0`);
    return sql`(${sql.join(ways, sql` OR `)})`;
  });
  return sql.join(each, sql` AND `);
}
