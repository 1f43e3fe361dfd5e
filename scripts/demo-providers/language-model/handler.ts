import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
} from "../provider";

const MODELS_PATH = "/v1/models";

/** Keys with which people and tests see an error without a fault rule. */
const INVALID_KEY = "demo-ungueltig";
const KEY_WITHOUT_CREDITS = "demo-ohne-guthaben";

const MODELS = ["gpt-6-luna", "gpt-6-sol", "gpt-5.4-mini"];

/**
 * OpenAI and compatible services: `GET /v1/models`, with which a key is tried. The base URL of a client ends in `/v1`.
 * Source: https://platform.openai.com/docs/api-reference/models/list
 */
export function createLanguageModel(): DemoProvider {
  return { name: "openai", answer, errorReply };
}

function answer(request: DemoRequest): DemoReply {
  if (request.path !== MODELS_PATH) {
    return refusal(404, `Invalid URL (${request.method} ${request.path})`, null);
  }
  if (request.method !== "GET") {
    return refusal(405, "Not allowed to POST on /v1/models.", "method_not_supported");
  }
  const key = /^Bearer\s+(\S+)$/i.exec(headerText(request, "authorization"))?.[1];
  if (key === undefined) {
    return refusal(401, "You didn't provide an API key.", null);
  }
  if (key === INVALID_KEY) return wrongKey(key);
  if (key === KEY_WITHOUT_CREDITS) return errorReply(429);
  const data = MODELS.map((id) => ({
    id,
    object: "model",
    created: 1_790_000_000,
    owned_by: "system",
  }));
  return jsonReply(200, { object: "list", data }, { delayMs: 200 });
}

/** Like the real service it repeats the ends of the key. */
function wrongKey(key: string): DemoReply {
  const masked = `${key.slice(0, 4)}${"*".repeat(8)}${key.slice(-4)}`;
  return refusal(
    401,
    `Incorrect API key provided: ${masked}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    "invalid_api_key",
  );
}

/** A plausible error body for a status that a fault rule asks for. */
function errorReply(status: number): DemoReply {
  switch (status) {
    case 401:
      return wrongKey(INVALID_KEY);
    case 429:
      return refusal(429, "You exceeded your current quota.", "insufficient_quota");
    default:
      return refusal(status, "The server had an error while processing your request.", null);
  }
}

function refusal(status: number, message: string, code: string | null): DemoReply {
  const type = status < 500 ? "invalid_request_error" : "server_error";
  return jsonReply(status, { error: { message, type, param: null, code } }, { delayMs: 60 });
}
