import { expect, it } from "vitest";
import { type Answer, reply, startRawServer } from "~tests/raw-server";
import { languageModelKeyCheck } from "./check-key.server";

const KEY = "sk-test-0123456789";
const MODELS = { object: "list", data: [{ id: "gpt-6-luna", object: "model" }] };

async function check(answer: Answer, path = "", model = "gpt-6-luna") {
  const server = await startRawServer(answer);
  const access = { apiKey: KEY, baseUrl: `${server.url}${path}` };
  const signal = new AbortController().signal;
  const result = await languageModelKeyCheck(model)(access, { retrySpeed: 10_000 }, signal);
  return { result, requests: server.requests };
}

it.each([
  ["", "/v1/models"],
  ["/", "/v1/models"],
  ["/v1", "/v1/models"],
  ["/v1/", "/v1/models"],
  ["/api/v1", "/api/v1/models"],
  ["/eigen", "/eigen/models"],
])("behind the base path „%s“ lists the models at %s", async (path, address) => {
  const { result, requests } = await check(reply(200, MODELS), path);
  expect(result).toEqual({ ok: true, message: "Der Schlüssel funktioniert." });
  expect(requests[0]?.startsWith(`GET ${address} HTTP/1.1\r\n`)).toBe(true);
  expect(requests[0]).toMatch(/\r\nauthorization: Bearer sk-test-0123456789\r\n/i);
});

it.each([
  ["gpt-6-luna", [], "Der Schlüssel funktioniert."],
  ["llama3", ["qwen3:latest", "llama3:latest"], "Der Schlüssel funktioniert."],
  [
    "gpt-6-lun",
    ["gpt-6-luna", "gpt-6-sol"],
    "Der Schlüssel funktioniert. Das Modell „gpt-6-lun“ steht nicht in der Liste des Dienstes.",
  ],
])("the model %s among %j works: %s", async (model, ids, message) => {
  const answer = reply(200, { data: ids.map((id) => ({ id })) });
  const { result } = await check(answer, "", model);
  expect(result).toEqual({ ok: true, message });
});

it.each<[string, Answer, string]>([
  [
    "a wrong key",
    reply(401, {
      error: {
        message: "Incorrect API key provided: sk-te***********6789. See your account.",
        type: "invalid_request_error",
        param: null,
        code: "invalid_api_key",
      },
    }),
    "OpenAI: Der Zugangsschlüssel wird nicht angenommen (401): Incorrect API key provided: •••. See your account.",
  ],
  [
    "an empty quota",
    reply(429, { error: { message: "You exceeded your quota.", code: "insufficient_quota" } }),
    "OpenAI: Guthaben aufgebraucht (429): You exceeded your quota.",
  ],
  [
    "going too fast",
    reply(429, { error: { message: "Slow down.", code: "rate_limit_exceeded" } }),
    "OpenAI: Zu viele Anfragen in kurzer Zeit (429): Slow down.",
  ],
  [
    "a compatible server's number for a code",
    reply(402, { error: { message: "Insufficient credits", code: 402 } }),
    "OpenAI: Guthaben aufgebraucht (402): Insufficient credits",
  ],
  [
    "a compatible server's bare text",
    reply(403, { error: "no access" }),
    "OpenAI: Der Zugang ist für diesen Dienst nicht freigeschaltet (403): no access",
  ],
  [
    "a page in the place of the API",
    reply(200, "<title>Willkommen</title>", { "content-type": "text/html" }),
    "OpenAI: Die Antwort des Dienstes ist nicht lesbar (200): Willkommen",
  ],
])("says in the service's words what %s means, after one call", async (_, answer, message) => {
  const { result, requests } = await check(answer);
  expect(result).toEqual({ ok: false, message });
  expect(requests).toHaveLength(1);
});
