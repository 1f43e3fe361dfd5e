import { type DemoReply, jsonReply } from "../provider";

/** Keys with which people and tests see an error without a fault rule. */
export const INVALID_KEY = "demo-ungueltig";
export const KEY_WITHOUT_CREDITS = "demo-ohne-guthaben";

/** An error in OpenAI's words and form. */
export function refusal(
  status: number,
  message: string,
  code: string | null,
  param: string | null = null,
): DemoReply {
  const type = status < 500 ? "invalid_request_error" : "server_error";
  return jsonReply(status, { error: { message, type, param, code } }, { delayMs: 60 });
}

/** Like the real service it repeats the ends of the key. */
export function wrongKey(key: string): DemoReply {
  const masked = `${key.slice(0, 4)}${"*".repeat(8)}${key.slice(-4)}`;
  return refusal(
    401,
    `Incorrect API key provided: ${masked}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    "invalid_api_key",
  );
}

/** A plausible error body for a status that a fault rule asks for. */
export function errorReply(status: number): DemoReply {
  switch (status) {
    case 401:
      return wrongKey(INVALID_KEY);
    case 429:
      return refusal(429, "You exceeded your current quota.", "insufficient_quota");
    default:
      return refusal(status, "The server had an error while processing your request.", null);
  }
}
