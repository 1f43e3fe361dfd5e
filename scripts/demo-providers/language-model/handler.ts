import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
} from "../provider";
import { answerChat } from "./chat";
import { errorReply, INVALID_KEY, KEY_WITHOUT_CREDITS, refusal, wrongKey } from "./errors";

const MODELS_PATH = "/v1/models";
const CHAT_PATH = "/v1/chat/completions";
const METHODS = new Map([
  [MODELS_PATH, "GET"],
  [CHAT_PATH, "POST"],
]);

const MODELS = ["gpt-6-luna", "gpt-6-sol", "gpt-5.4-mini"];

/** With this key the model obeys whoever gives it orders, so that tests can prove that the product does not. */
const GULLIBLE_KEY = "demo-leichtglaeubig";

/**
 * OpenAI and compatible services: `GET /v1/models`, with which a key is tried, and `POST /v1/chat/completions`, which
 * answers from what it is given. The base URL of a client ends in `/v1`.
 * Source: https://platform.openai.com/docs/api-reference/chat/create
 */
export function createLanguageModel(): DemoProvider {
  return { name: "openai", answer, errorReply };
}

function answer(request: DemoRequest): DemoReply {
  const method = METHODS.get(request.path);
  if (method === undefined) {
    return refusal(404, `Invalid URL (${request.method} ${request.path})`, null);
  }
  if (request.method !== method) {
    const message = `Not allowed to ${request.method} on ${request.path}.`;
    return refusal(405, message, "method_not_supported");
  }
  const key = /^Bearer\s+(\S+)$/i.exec(headerText(request, "authorization"))?.[1];
  if (key === undefined) return refusal(401, "You didn't provide an API key.", null);
  if (key === INVALID_KEY) return wrongKey(key);
  if (key === KEY_WITHOUT_CREDITS) return errorReply(429);
  if (request.path === MODELS_PATH) return listModels();
  return answerChat(request.body, { models: MODELS, isGullible: key === GULLIBLE_KEY });
}

function listModels(): DemoReply {
  const data = MODELS.map((id) => ({
    id,
    object: "model",
    created: 1_790_000_000,
    owned_by: "system",
  }));
  return jsonReply(200, { object: "list", data }, { delayMs: 200 });
}
