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

it.each<[Service, string, Answer]>([
  ["anymailfinder", "GET /x/v5.1/account authorization: KEY", reply(200, {})],
  ["serper", "GET /x/account x-api-key: KEY", reply(200, { balance: 1 })],
  ["google-places", "POST /x/v1/places:searchText x-goog-api-key: KEY", reply(200, {})],
  ["openai", "POST /x/chat/completions authorization: Bearer KEY", WORDS],
])("asks %s below a path with the key: %s", async (service, asked, answer) => {
  const { result, requests } = await check(service, [answer], "/x/");
  expect(result.ok).toBe(true);
  expect(requests).toHaveLength(1);
  const [, line, header] = /^(\S+ \S+) (.*)$/.exec(asked.replace("KEY", KEY)) ?? [];
  expect(requests[0]).toContain(`${line} HTTP/1.1`);
  expect(requests[0]?.toLowerCase()).toContain(`\r\n${header?.toLowerCase()}\r\n`);
});

it("asks Google for the id of one place", async () => {
  const { requests } = await check("google-places", [reply(200, { places: [{ id: "ChIJ1" }] })]);
  expect(requests[0]).toMatch(/\r\nx-goog-fieldmask: places\.id\r\n/i);
  expect(bodyOf(requests[0])).toMatchObject({ textQuery: "Rathaus Berlin", pageSize: 1 });
});

it("asks the model for a word, also if it refuses new parameters", async () => {
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
  [
    "a rest of searches",
    "serper",
    [reply(200, { balance: 2492, rateLimit: 5 })],
    { ok: true, message: `${WORKS} Guthaben: 2.492 Suchen.`, credits: 2492 },
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

it("accepts a key without credit, and marks the service", async () => {
  const answers = [reply(200, { credit_available: 0 }), session("active")];
  const { result, refusals } = await check("vayne", answers);
  const message = "Schlüssel gültig, aber das Guthaben ist aufgebraucht.";
  expect(result).toEqual({ ok: true, message, credits: 0 });
  expect(refusals.get("vayne")).toBe("Guthaben aufgebraucht");
});

it.each<[Service, Answer, string, object]>([
  [
    "serper",
    reply(200, { konto: "leer" }),
    "Serper: Die Antwort des Dienstes ist nicht lesbar (200): unerwartetes Feld balance",
    {},
  ],
  [
    "openai",
    refusal(400, { message: "Your credit balance is too low to access the API." }),
    "OpenAI: Guthaben aufgebraucht (400): Your credit balance is too low to access the API.",
    { credits: 0 },
  ],
])("reports what failed at %s after one call", async (service, answer, message, credits) => {
  const { result, requests } = await check(service, [answer]);
  expect(result).toEqual({ ok: false, message, ...credits });
  expect(requests).toHaveLength(1);
});
