import { jsonrepair } from "jsonrepair";
import type { z } from "zod";
import type { ModelReply } from "../providers/language-model/language-model";
import { shortLine } from "../text/clean-text";

export interface AnswerFault {
  sentence: string;
  /** Null if a second question cannot help. */
  repair: string | null;
  schema?: z.ZodObject;
  isVital?: boolean;
}

export type ReadAnswer<Answer> =
  | { answer: Answer; fault?: undefined }
  | { answer?: Answer; fault: AnswerFault };

const MAX_PROBLEMS = 5;
/** A model may invent names of any length. */
const MAX_SENTENCE = 600;

const shorten = (sentence: string) => shortLine(sentence, MAX_SENTENCE);

function fault(sentence: string, repair: string | null = sentence): { fault: AnswerFault } {
  return {
    fault: { sentence: shorten(sentence), repair: repair === null ? null : shorten(repair) },
  };
}

export function brokenRules(problems: readonly string[]): AnswerFault {
  const listed = problems.slice(0, MAX_PROBLEMS).join(" ");
  return fault(`Die Antwort des Sprachmodells hält die Regeln nicht ein: ${listed}`, listed).fault;
}

export function readAnswer<Answer>(
  { text, refusal, finish }: ModelReply,
  keys: readonly string[],
  read: (value: object) => ReadAnswer<Answer>,
): ReadAnswer<Answer> {
  if (refusal !== null) {
    return fault(`Das Sprachmodell hat die Antwort abgelehnt: ${refusal}`, null);
  }
  if (finish === "content_filter") {
    return fault("Der Anbieter des Sprachmodells hat die Antwort zurückgehalten.", null);
  }
  const value = readJson(text ?? "", keys);
  const answer = value === undefined ? undefined : read(value);
  if (finish === "length" && answer?.answer === undefined) {
    return fault(
      "Die Antwort des Sprachmodells war zu lang und wurde abgeschnitten.",
      "Deine Antwort war zu lang und wurde abgeschnitten. Antworte knapper.",
    );
  }
  if (answer !== undefined) return answer;
  const repair = `Antworte mit einem JSON-Objekt, das diese Schlüssel hat: ${keys.join(", ")}.`;
  const isEmpty = text === null || text.trim() === "";
  return fault(`Das Sprachmodell hat ${isEmpty ? "nichts" : "kein JSON"} geantwortet.`, repair);
}

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
