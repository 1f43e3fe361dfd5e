import { firstRequestHook } from "~/providers/fetch/sending";
import type {
  LanguageModel,
  ModelReply,
  ModelRequest,
} from "~/providers/language-model/language-model";
import { ProviderError } from "~/providers/provider-error";

/** What the fake model says to one question: a value as JSON, a bare text, a whole reply, or an error. */
export type FakeAnswer = { json: unknown } | { text: string } | Partial<ModelReply> | Error;

export interface FakeModel extends LanguageModel {
  /** Every question so far. */
  asked: ModelRequest[];
}

function toReply(answer: Exclude<FakeAnswer, Error>): ModelReply {
  const empty: ModelReply = {
    text: null,
    refusal: null,
    finish: "stop",
    promptTokens: 100,
    completionTokens: 20,
  };
  if ("json" in answer) return { ...empty, text: JSON.stringify(answer.json) };
  return { ...empty, ...answer };
}

/**
 * A language model that says what it is told, one answer for each question; the last one goes for all that follow.
 *
 * @param answers or a function that answers from the question
 */
export function fakeModel(
  answers: readonly FakeAnswer[] | ((request: ModelRequest) => FakeAnswer),
): FakeModel {
  const asked: ModelRequest[] = [];
  return {
    id: "openai",
    name: "OpenAI",
    model: "gpt-6-luna",
    concurrency: 3,
    asked,
    async complete(request) {
      await firstRequestHook()?.();
      asked.push({ ...request, messages: [...request.messages] });
      const answer =
        typeof answers === "function"
          ? answers(request)
          : (answers[asked.length - 1] ?? answers.at(-1));
      if (answer === undefined) throw new ProviderError("OpenAI", "upstream", {});
      if (answer instanceof Error) throw answer;
      return toReply(answer);
    },
  };
}

/** The data of a question, as it was handed over. */
export function dataOf(request: ModelRequest): unknown {
  const text = request.messages.find(({ role }) => role === "user")?.content ?? "";
  return JSON.parse(text.slice(text.indexOf("\n") + 1, text.lastIndexOf("\n")));
}
