import { type RawBuilder, sql } from "kysely";
import type { SearchWord } from "../search/search-query";

/** Characters that may follow a word of two characters in a document. */
const THIRD_CHARACTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789 \n.@#~-"];
/** A word of two characters takes one phrase per third character. Further ones are sought in the documents. */
const MAX_SHORT_WORDS = 4;

/** Phrases for the trigram index; null if it can't find the word. */
function phrases(word: SearchWord): string[] | null {
  if (word.some((text) => [...text].length < 2)) return null;
  return word.flatMap((text) => {
    const ends = [...text].length === 2 ? THIRD_CHARACTERS : [""];
    return ends.map((end) => `"${(text + end).replaceAll('"', '""')}"`);
  });
}

/**
 * `index` is an FTS5 expression for the trigram index, null if no word is long enough. The words of `rest` must be
 * sought in the documents that it finds.
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

/** True if the document contains all words. */
export function containsWords(document: RawBuilder<unknown>, words: readonly SearchWord[]) {
  const each = words.map((word) => {
    const ways = word.map((text) => sql`instr(${document}, ${text}) > 0`);
    return sql`(${sql.join(ways, sql` OR `)})`;
  });
  return sql.join(each, sql` AND `);
}
