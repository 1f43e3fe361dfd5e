import { answerAiSearch } from "./ai-search";
import type { AnswerForm } from "./chat-request";
import { answerEnrichment } from "./enrichment";
import { answerGenerally } from "./generic-answer";
import { answerOutreach } from "./outreach";
import { answerSupplement } from "./supplement";

/** The values that a field may have; empty where it is free. */
export type Choices = (field: string) => readonly string[];

/**
 * Answers one kind of question from its data.
 *
 * @param attempt how many answers did not fit before
 * @returns undefined where the data is not that of the kind
 */
export type Answerer = (data: unknown, attempt: number, choices: Choices) => object | undefined;

const ANSWERERS: ReadonlyMap<string, Answerer> = new Map([
  ["ai_search", answerAiSearch],
  ["supplement", answerSupplement],
  ["enrichment", answerEnrichment],
  ["outreach", answerOutreach],
]);

function choicesOf(form: AnswerForm): Choices {
  return (field) => {
    const property = form.properties?.[field];
    const forms = property === undefined ? [] : [property, ...(property.anyOf ?? [])];
    return forms
      .flatMap((entry) => entry.enum ?? [])
      .filter((value): value is string => typeof value === "string");
  };
}

/** The answer to a question of a known kind from its data, to any other in its form. */
export function answerFor(
  { name, form }: { name: string; form: AnswerForm },
  data: unknown,
  attempt: number,
): unknown {
  return ANSWERERS.get(name)?.(data, attempt, choicesOf(form)) ?? answerGenerally(form);
}
