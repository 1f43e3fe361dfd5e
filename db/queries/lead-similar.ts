import { sql } from "kysely";
import type { Db } from "../client";
import type { LeadRow } from "../schema";
import { toBaseLetters } from "../search/search-text";
import {
  FEW_HITS,
  innerDigits,
  isNumber,
  LEAST,
  mostSimilar,
  type SearchPart,
  searchParts,
  stemOf,
} from "../search/similar-text";
import type { LeadListFilter } from "./lead-conditions";
import { findLeadsBySeq } from "./lead-list";
import { narrow, readSeqs, selectHits } from "./lead-matches";
import { listed } from "./read-rows";

/** So many leads are compared with a search text. */
const COMPARED = 200;
/** Nothing is similar to a text of more words; faults are sought in a few of them. */
const [MAX_WORDS, MAX_FAULTY] = [6, 3];
/** In longer words, faults are sought in steps, since a part of their letters finds few leads. */
const LONG = 7;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const [STARTS, ENDS] = [
  [" ", "\n"],
  [" ", "\n", "."],
];
const RESPELT = [
  ["ph", "f"],
  ["f", "ph"],
  ["c", "k"],
  ["k", "c"],
] as const;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const anyOf = (phrases: readonly string[]) => `(${phrases.join(" OR ")})`;

/** A phrase has at least three characters. */
function near(texts: readonly string[], distance: number): string {
  return `NEAR(${texts
    .filter((text) => text.length > 2)
    .map(quoted)
    .join(" ")}, ${distance})`;
}

/** Phrases of which each word with one fault holds one: what stands before and behind the fault. */
function faultPhrases(word: string, isKnown: boolean): string[] {
  const { length } = word;
  const step = length < LONG ? 1 : Math.floor(length / 4);
  const size = length < LONG ? 1 : step + 1;
  const phrases: string[] = [];
  for (let at = 0; at < length; at += step) {
    const [before, behind] = [word.slice(0, at), word.slice(at + size)];
    if (size === 1 && at > 0)
      phrases.push(quoted(before.slice(0, -1) + word[at] + word[at - 1] + behind));
    if (!isKnown && length === LEAST.fault && (at === 1 || at === 3)) {
      phrases.push(...LETTERS.map((letter) => quoted(before + letter + behind)));
      continue;
    }
    // Short words are sought whole.
    const isEdge = (text: string, other: string) =>
      text.length === 2 || (length < LEAST.partOfWord && other.length < 2);
    const begins = isEdge(before, behind) ? STARTS.map((start) => start + before) : [before];
    const ends = isEdge(behind, before) ? ENDS.map((end) => behind + end) : [behind];
    const pairs = begins.flatMap((begin) => ends.map((end) => [begin, end]));
    phrases.push(...pairs.map((pair) => near(pair, size + 4)));
  }
  return phrases;
}

function stemPhrases(word: string): string[] {
  const stem = stemOf(word);
  const others = RESPELT.map(([from, to]) => stem.replaceAll(from, to));
  return [...new Set([stem, ...others])].map(quoted);
}

const typed = ({ words }: SearchPart) =>
  `(${words.map((word) => anyOf(word.map(quoted))).join(" AND ")})`;

function similar(part: SearchPart, isFaulty: boolean, isKnown: boolean): string {
  const { text } = part;
  if (text.length < LEAST.similar) return typed(part);
  if (isNumber(part)) return anyOf([typed(part), quoted(innerDigits(text))]);
  const ways = isFaulty ? [...new Set([text, toBaseLetters(text)])] : [];
  const faults = ways
    .filter(({ length }) => length >= LEAST.fault)
    .flatMap((one) => faultPhrases(one, isKnown));
  return anyOf([typed(part), ...stemPhrases(text), ...faults]);
}

/** Null if nothing is similar. Faults are sought in words that no lead holds, else in the rarest. */
async function similarExpression(db: Db, q: string): Promise<string | null> {
  const parts = searchParts(q).filter(({ words }) => words.flat().every((text) => text.length > 2));
  if (parts.length === 0 || parts.length > MAX_WORDS) return null;
  const counts: number[] = [];
  for (const part of parts) {
    const hits = sql`SELECT rowid AS seq FROM lead_search_index
      WHERE document MATCH ${typed(part)} LIMIT ${COMPARED}`;
    counts.push((await readSeqs(db, hits)).length);
  }
  const rarest = counts.indexOf(Math.min(...counts));
  const isFaulty = counts.map((count, at) => count === 0 || at === rarest);
  if (isFaulty.filter(Boolean).length > MAX_FAULTY) return null;
  const groups = parts.map((part, at) => similar(part, isFaulty[at] ?? false, counts[at] !== 0));
  return groups.join(" AND ");
}

/** The leads most similar to a text search with few hits, among those that meet the other filters. */
export async function findSimilarLeads(
  db: Db,
  { q = "", ...others }: LeadListFilter,
  hitCount = 0,
): Promise<LeadRow[]> {
  const index = hitCount < FEW_HITS ? await similarExpression(db, q) : null;
  if (index === null) return [];
  const { filter, few } = await narrow(db, others);
  const isMatch = sql`hit.document MATCH ${index}`;
  // The plus keeps the index from being asked once for each number.
  const isListed = few === undefined ? sql`1` : sql`+hit.rowid IN ${listed(few)}`;
  const table = [sql`lead_search_index AS hit`, sql`hit.rowid`, isMatch, isListed] as const;
  const { rows } = await sql<{ seq: number; document: string }>`SELECT seq, document
    FROM (${selectHits({ filter }, [...table])} LIMIT ${COMPARED}) JOIN lead_search USING (seq)`.execute(
    db,
  );
  const seqs = mostSimilar(q, rows).map(({ seq }) => seq);
  return findLeadsBySeq(db, seqs);
}
