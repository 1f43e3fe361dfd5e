import { expect, it } from "vitest";
import { completion, refusal } from "~tests/openai";
import { type Answer, bodyOf, reply, startRawServer } from "~tests/raw-server";
import { RateLimiter } from "./fetch/rate-limiter.server";
import { checkKey } from "./providers.server";
import type { KeyCheck, Service } from "./services";

const KEY = "sk-test-0123456789";
const WORKS = "Der Schlüssel funktioniert.";

async function check(service: Service, answers: Answer[], path = "", model = "gpt-6-luna") {
  const server = await startRawServer(...answers);
  const url = `${server.url}${path}`;
  const baseUrls = {
    anymailfinder: url,
    serper: url,
    "google-places": url,
    vayne: url,
    openai: url,
  };
  const setup = {
    baseUrls,
    model,
    findKey: async () => null,
    limiter: new RateLimiter(1),
    settings: { retrySpeed: 10_000 },
  };
  const result = await checkKey(setup, service, KEY, new AbortController().signal);
  return { result, requests: server.requests, refusals: setup.limiter.refusals };
}

const session = (state: string) => reply(200, { linkedin_authentication: state });
const CREDITS = reply(200, { credit_available: 1840 });
const WORDS = completion({ content: "OK" });

it.each<[Service, string, string[], RegExp, Answer]>([
  [
    "anymailfinder",
    "/finder/",
    ["GET /finder/v5.1/account"],
    /^authorization: sk-test-0123456789$/im,
    reply(200, {}),
  ],
  [
    "serper",
    "/serper/",
    ["GET /serper/account"],
    /^x-api-key: sk-test-0123456789$/im,
    reply(200, { balance: 1 }),
  ],
  [
    "google-places",
    "/karten/",
    ["POST /karten/v1/places:searchText"],
    /^x-goog-api-key: sk-test-0123456789$/im,
    reply(200, {}),
  ],
  [
    "openai",
    "",
    ["POST /v1/chat/completions"],
    /^authorization: Bearer sk-test-0123456789$/im,
    WORDS,
  ],
  ["openai", "/eigen", ["POST /eigen/chat/completions"], /./, WORDS],
])("asks %s behind the path „%s“ with the key", async (service, path, asked, head, answer) => {
  const { result, requests } = await check(service, [answer], path);
  expect(result.ok).toBe(true);
  expect(requests.map((request) => request.split(" HTTP", 1)[0])).toEqual(asked);
  expect(requests[0]?.replaceAll("\r", "")).toMatch(head);
});

it("asks Google for the id of one place", async () => {
  const { requests } = await check("google-places", [reply(200, { places: [{ id: "ChIJ1" }] })]);
  expect(requests[0]).toMatch(/\r\nx-goog-fieldmask: places\.id\r\n/i);
  expect(bodyOf(requests[0])).toMatchObject({ textQuery: "Rathaus Berlin", pageSize: 1 });
});

it("asks the model for a word, and takes a service's that knows no new parameters", async () => {
  const unknown = "Unrecognized request argument supplied: max_completion_tokens";
  const { result, requests } = await check("openai", [refusal(400, { message: unknown }), WORDS]);
  expect(result).toEqual({ ok: true, message: WORKS });
  const messages = [{ role: "user", content: "Antworte nur mit OK." }];
  expect(requests.map(bodyOf)).toEqual([
    { model: "gpt-6-luna", messages, max_completion_tokens: 16 },
    { model: "gpt-6-luna", messages },
  ]);
});

it.each<[string, Service, Answer[], KeyCheck]>([
  ["no ids", "google-places", [reply(200, {})], { ok: true, message: WORKS }],
  [
    "a rest of searches",
    "serper",
    [reply(200, { balance: 2492, rateLimit: 5 })],
    { ok: true, message: `${WORKS} Guthaben: 2.492 Suchen.`, credits: 2492 },
  ],
  [
    "one search",
    "serper",
    [reply(200, { balance: 1 })],
    { ok: true, message: `${WORKS} Guthaben: 1 Suche.`, credits: 1 },
  ],
  [
    "a rest in parts",
    "anymailfinder",
    [reply(200, { credits_left: 12_345.5, email: "a@firma.de" })],
    { ok: true, message: `${WORKS} Guthaben: 12.345,5 Credits.`, credits: 12_345.5 },
  ],
  [
    "an unknown rest",
    "anymailfinder",
    [reply(200, { credits_left: null })],
    { ok: true, message: WORKS },
  ],
  [
    "an account that is connected",
    "vayne",
    [CREDITS, session("active")],
    { ok: true, message: `${WORKS} Guthaben: 1.840 Profile.`, credits: 1840 },
  ],
  [
    "an account that is not",
    "vayne",
    [CREDITS, session("expired")],
    {
      ok: false,
      message:
        "Der Schlüssel wird angenommen. Vayne ist nicht mit LinkedIn verbunden (expired). Das Konto auf https://www.vayne.io verbinden, dann noch einmal versuchen.",
      credits: 1840,
    },
  ],
  ["words", "openai", [WORDS], { ok: true, message: WORKS }],
  [
    "that thinking took too long",
    "openai",
    [refusal(400, { message: "Could not finish the message because max_tokens was reached." })],
    { ok: true, message: WORKS },
  ],
])("understands %s from %s", async (_, service, answers, expected) => {
  const { result } = await check(service, answers);
  expect(result).toEqual(expected);
});

it.each<[Service, Answer[]]>([
  ["serper", [reply(200, { balance: 0 })]],
  ["anymailfinder", [reply(200, { credits_left: 0 })]],
  ["vayne", [reply(200, { credit_available: 0 }), session("active")]],
])(
  "takes a key of %s without credit for a good one, and marks the service",
  async (service, answers) => {
    const { result, refusals } = await check(service, answers);
    const message = "Schlüssel gültig, aber das Guthaben ist aufgebraucht.";
    expect(result).toEqual({ ok: true, message, credits: 0 });
    expect(refusals.get(service)).toBe("Guthaben aufgebraucht");
  },
);

// Each adapter tests its further refusals.
it.each<[Service, string, Answer, string]>([
  [
    "anymailfinder",
    "a wrong key that is repeated",
    reply(401, { error: "unauthorized", message: `The key ${KEY} is invalid.` }),
    "Anymailfinder: Der Zugangsschlüssel wird nicht angenommen (401): The key ••• is invalid.",
  ],
  [
    "serper",
    "something else",
    reply(200, { konto: "leer" }),
    "Serper: Die Antwort des Dienstes ist nicht lesbar (200): unerwartetes Feld balance",
  ],
  [
    "google-places",
    "a lost connection",
    (socket) => socket.destroy(),
    "Google Places: Der Dienst ist gerade nicht erreichbar, bitte die Verbindung des Servers prüfen",
  ],
  [
    "vayne",
    "a service that is down",
    reply(503, "down"),
    "Vayne: Der Dienst ist gestört (503): down",
  ],
  [
    "openai",
    "credit that another service calls a bad request",
    refusal(400, { message: "Your credit balance is too low to access the API." }),
    "OpenAI: Guthaben aufgebraucht (400): Your credit balance is too low to access the API.",
  ],
  [
    "openai",
    "words beside no error",
    reply(401, { object: "error", message: "Unauthorized" }),
    "OpenAI: Der Zugangsschlüssel wird nicht angenommen (401): Unauthorized",
  ],
])("says in the words of %s what %s means, after one call", async (service, _, answer, message) => {
  const { result, requests } = await check(service, [answer]);
  const spent = message.includes("Guthaben aufgebraucht") ? { credits: 0 } : {};
  expect(result).toEqual({ ok: false, message, ...spent });
  expect(requests).toHaveLength(1);
});
