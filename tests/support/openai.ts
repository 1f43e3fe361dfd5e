import { z } from "zod";
import { Deadline } from "~/providers/language-model/deadline";
import type { ModelRequest } from "~/providers/language-model/language-model";
import { openai } from "~/providers/language-model/openai.server";
import type { Answer } from "./raw-server";
import { reply, startRawServer } from "./raw-server";

/** As long as real ones, whose ends services show. */
export const KEY = "sk-proj-4711abcdefghijklmnopqrstuvwxyz6789";

const FORM = z.strictObject({ passt: z.boolean(), score: z.int().min(1).max(5) });

/** A question about nothing much. */
export function question(change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    name: "lead_bewertung",
    jsonSchema: z.toJSONSchema(FORM, { target: "draft-7" }),
    messages: [
      { role: "system", content: "Bewerte den Lead." },
      { role: "user", content: "Müller „Elektro“ GmbH, Berlin" },
    ],
    maxTokens: 800,
    deadline: new Deadline(10_000, { countsQueue: false }),
    ...change,
  };
}

/** A whole answer of the service around one message. */
export function completion(
  message: Record<string, unknown>,
  rest: Record<string, unknown> = {},
  finish: string | null = "stop",
): Answer {
  return reply(200, {
    id: "chatcmpl-MUSTER0001",
    object: "chat.completion",
    created: 1_795_165_200,
    model: "gpt-6-luna",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 212, completion_tokens: 48, total_tokens: 260 },
    ...rest,
  });
}

/** An error as OpenAI words it. */
export function refusal(
  status: number,
  error: {
    message: string;
    type?: string;
    param?: string | null;
    code?: string | number | null;
    metadata?: object;
  },
  headers: Record<string, string> = {},
): Answer {
  const body = { type: "invalid_request_error", param: null, code: null, ...error };
  return reply(status, { error: body }, headers);
}

/** The adapter over a server that answers so. */
export async function modelAt(answers: readonly Answer[], path = "", retrySpeed = 10_000) {
  const server = await startRawServer(...answers);
  const access = { apiKey: KEY, baseUrl: `${server.url}${path}` };
  return { server, model: openai(access, { retrySpeed }, { model: "gpt-6-luna" }) };
}
