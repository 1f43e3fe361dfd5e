import type { EmailDraft } from "../draft-input";
import { fold } from "./words";

/** Between words; the parts of a hyphenated word are words, too. */
const BETWEEN = /([\s\u2010-\u2015-]+)/u;
/** Signs that a sentence puts around a word, and that are no part of a name. */
const AROUND = "„“”\"'‚‘’»«.,;:!?()/";
const ENDING = /(?:e[nmrs]?|n|s)$/;
/** A shorter word has no ending to take off: „Essen“ is not „Ess“. */
const SHORTEST_STEM = 5;

interface Piece {
  word: string;
  before: string;
  after: string;
}

function pieceOf(token: string): Piece {
  let [start, end] = [0, token.length];
  while (start < end && AROUND.includes(token.charAt(start))) start += 1;
  while (end > start && AROUND.includes(token.charAt(end - 1))) end -= 1;
  return {
    word: fold(token.slice(start, end)),
    before: token.slice(0, start),
    after: token.slice(end),
  };
}

function stem(word: string): string {
  const bare = word.replace(ENDING, "");
  return bare.length < SHORTEST_STEM ? word : bare;
}

function isSame(one: string, other: string): boolean {
  return one === other || stem(one) === stem(other);
}

/** The words of a text as they are compared here. */
function splitWords(text: string): string[] {
  return text
    .split(BETWEEN)
    .filter((_, index) => index % 2 === 0)
    .map((token) => pieceOf(token).word)
    .filter((word) => word !== "");
}

/** Takes known texts out of a text wherever they stand as whole words, in any case and with any ending. */
export function withoutTexts(text: string, known: readonly string[]): string {
  const names = known
    .map(splitWords)
    .filter((words) => words.length > 0)
    .sort((one, other) => other.length - one.length);
  // Tokens at even places, what is between them at odd ones.
  const parts = text.split(BETWEEN);
  const pieces = parts.map(pieceOf);
  const kept: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const name =
      index % 2 === 0 &&
      names.find((words) =>
        words.every((word, step) => isSame(word, pieces[index + 2 * step]?.word ?? "")),
      );
    if (!name) {
      kept.push(parts[index] ?? "");
      continue;
    }
    kept.push(pieces[index]?.before ?? "");
    index += 2 * (name.length - 1);
    kept.push(pieces[index]?.after ?? "");
  }
  return kept.join("");
}

/** The same for both parts of an email. */
export function draftWithoutTexts(
  { subject, body }: EmailDraft,
  known: readonly string[],
): EmailDraft {
  return { subject: withoutTexts(subject, known), body: withoutTexts(body, known) };
}
