import type { z } from "zod";
import type { ModelReply } from "../providers/language-model/language-model";
import { shortLine } from "../text/clean-text";
import { readJson } from "./read-json";

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
