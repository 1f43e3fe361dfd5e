import { type DemoReply, jsonReply } from "../provider";
import { hashText } from "../world/seeded-random";
import { answerFor } from "./answer-for";
import { type ChatQuestion, readChat } from "./chat-request";
import { refusal } from "./errors";
import { obeyOrders } from "./gullible";

/** About what a token is in German text. */
const TOKEN_LENGTH = 3.5;

function countTokens(length: number): number {
  return Math.ceil(length / TOKEN_LENGTH);
}

function textFor(question: ChatQuestion, isGullible: boolean): string {
  if (question.wanted === undefined) return "Das Demomodell ist bereit.";
  const answer = answerFor(question.wanted, question.data, question.attempt);
  return JSON.stringify(isGullible ? obeyOrders(answer, question.data) : answer);
}

/** Answers a question, cut off where it asks for less than the answer needs. */
export function answerChat(
  body: string,
  { models, isGullible }: { models: readonly string[]; isGullible: boolean },
): DemoReply {
  const read = readChat(body);
  if ("problem" in read) {
    const { message, code, param } = read.problem;
    return refusal(400, message, code, param);
  }
  const { question } = read;
  const { model, maxTokens = Number.POSITIVE_INFINITY } = question;
  if (!models.includes(model)) {
    const message = `The model \`${model}\` does not exist or you do not have access to it.`;
    return refusal(404, message, "model_not_found");
  }
  const whole = textFor(question, isGullible);
  const isCut = countTokens(whole.length) > maxTokens;
  const text = isCut ? whole.slice(0, Math.floor(maxTokens * TOKEN_LENGTH)) : whole;
  const prompt_tokens = countTokens(question.length);
  const completion_tokens = countTokens(text.length);
  const hash = hashText(body);
  const completion = {
    id: `chatcmpl-DEMO${hash}`,
    object: "chat.completion",
    created: 1_795_165_200,
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: isCut ? "length" : "stop",
      },
    ],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    service_tier: "default",
  };
  // 300 to 900 ms, the same for the same question.
  return jsonReply(200, completion, { delayMs: 300 + (hash % 601) });
}
