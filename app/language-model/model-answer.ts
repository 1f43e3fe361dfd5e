import { z } from "zod";
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

const MAX_TOLD = 5;
/** A model may invent names of any length. */
const MAX_SENTENCE = 600;

const shorten = (sentence: string) => shortLine(sentence, MAX_SENTENCE);

function fault(sentence: string, repair: string | null = sentence): { fault: AnswerFault } {
  return {
    fault: { sentence: shorten(sentence), repair: repair === null ? null : shorten(repair) },
  };
}

export function brokenRules(problems: readonly string[]): AnswerFault {
  const told = problems.slice(0, MAX_TOLD).join(" ");
  return fault(`Die Antwort des Sprachmodells hält die Regeln nicht ein: ${told}`, told).fault;
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

type JsonSchema = Parameters<
  NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>
>[0]["jsonSchema"];

/** Strict mode requires all keys and forbids others. */
function refuseLoose(schema: JsonSchema): void {
  if (schema.type !== "object") return;
  const keys = Object.keys(schema.properties ?? {});
  const missing = keys.filter((key) => !schema.required?.includes(key));
  if (missing.length > 0) throw new Error(`optional keys in an answer: ${missing.join(", ")}`);
  if (schema.additionalProperties !== false) throw new Error("an answer with any keys");
}

/** Some services reject bounds and patterns, so they become words. */
function tellBounds(schema: JsonSchema): void {
  const { minLength, maxLength } = schema;
  const words = [
    minLength === undefined ? "" : `mindestens ${minLength} Zeichen`,
    maxLength === undefined ? "" : `höchstens ${maxLength} Zeichen`,
  ].filter((word) => word !== "");
  for (const key of ["minLength", "maxLength", "pattern", "format"] as const) delete schema[key];
  if (words.length === 0) return;
  schema.description = [schema.description, words.join(", ")].filter(Boolean).join("; ");
}

/** @throws Error for a schema that services refuse: optional keys, extra keys, transforms */
export function answerForm(schema: z.ZodObject): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    target: "draft-7",
    override: ({ jsonSchema }) => {
      refuseLoose(jsonSchema);
      tellBounds(jsonSchema);
    },
  });
}
