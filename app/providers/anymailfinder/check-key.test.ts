import { expect, it } from "vitest";
import { type Answer, reply, startRawServer } from "~tests/raw-server";
import { checkAnymailfinderKey } from "./check-key.server";

const KEY = "amf-test-key";

async function check(answer: Answer) {
  const server = await startRawServer(answer);
  const access = { apiKey: KEY, baseUrl: `${server.url}/finder/` };
  const signal = new AbortController().signal;
  const result = await checkAnymailfinderKey(access, { retrySpeed: 10_000 }, signal);
  return { result, requests: server.requests };
}

it("asks for the account and says what is left", async () => {
  const { result, requests } = await check(reply(200, { credits_left: 387, email: "a@firma.de" }));
  expect(result).toEqual({
    ok: true,
    message: "Der Schlüssel funktioniert. Guthaben: 387 Credits.",
    credits: 387,
  });
  const [request = ""] = requests;
  expect(request).toMatch(/^GET \/finder\/v5\.1\/account HTTP/);
  expect(request).toMatch(/\r\nauthorization: amf-test-key\r\n/i);
});

it.each([
  [{ credits_left: 12_345.5 }, "Der Schlüssel funktioniert. Guthaben: 12.345,5 Credits."],
  [{ credits_left: 0 }, "Der Schlüssel funktioniert. Guthaben: 0 Credits."],
  [{ credits_left: null }, "Der Schlüssel funktioniert."],
  [{}, "Der Schlüssel funktioniert."],
])("reads %j", async (body, message) => {
  const { result } = await check(reply(200, body));
  expect(result).toMatchObject({ ok: true, message });
  expect("credits" in result).toBe(message.includes("Guthaben"));
});

it.each<[string, Answer, string]>([
  [
    "a wrong key",
    reply(401, { error: "unauthorized", message: `The key ${KEY} is invalid.` }),
    "Anymailfinder: Der Zugangsschlüssel wird nicht angenommen (401): The key ••• is invalid.",
  ],
  [
    "a fault of the service",
    reply(503, { error: "server_busy", error_explained: "Slow down." }),
    "Anymailfinder: Der Dienst ist gestört (503): Slow down.",
  ],
  [
    "an answer that is none",
    reply(200, "<title>Wartung</title>"),
    "Anymailfinder: Die Antwort des Dienstes ist nicht lesbar (200): Wartung",
  ],
])("says in the service's words what %s means, after one call", async (_, answer, message) => {
  const { result, requests } = await check(answer);
  expect(result).toEqual({ ok: false, message });
  expect(requests).toHaveLength(1);
});
