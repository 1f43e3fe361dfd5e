import { expect, it } from "vitest";
import { type Answer, reply, startRawServer } from "~tests/raw-server";
import { checkGooglePlacesKey } from "./check-key.server";

const KEY = "AIza-test-key";

async function check(answer: Answer, path = "") {
  const server = await startRawServer(answer);
  const access = { apiKey: KEY, baseUrl: `${server.url}${path}` };
  const signal = new AbortController().signal;
  const result = await checkGooglePlacesKey(access, { retrySpeed: 10_000 }, signal);
  return { result, requests: server.requests };
}

function refusal(status: number, message: string, reason: string): Answer {
  const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }];
  return reply(status, { error: { code: status, message, status: "X", details } });
}

it("asks for the id of one place", async () => {
  const { result, requests } = await check(reply(200, { places: [{ id: "ChIJ1" }] }), "/karten/");
  expect(result).toEqual({ ok: true, message: "Der Schlüssel funktioniert." });
  const [request = ""] = requests;
  expect(request).toMatch(/^POST \/karten\/v1\/places:searchText HTTP/);
  expect(request).toMatch(/\r\nx-goog-api-key: AIza-test-key\r\n/i);
  expect(request).toMatch(/\r\nx-goog-fieldmask: places\.id\r\n/i);
  expect(JSON.parse(request.slice(request.indexOf("\r\n\r\n")))).toMatchObject({
    textQuery: "Rathaus Berlin",
    pageSize: 1,
  });
});

it("takes an answer without places for a good one", async () => {
  expect((await check(reply(200, {}))).result.ok).toBe(true);
});

it.each<[string, Answer, string]>([
  [
    "a wrong key",
    refusal(400, "API key not valid. Please pass a valid API key.", "API_KEY_INVALID"),
    "Google Places: Der Zugangsschlüssel wird nicht angenommen (400): API key not valid. Please pass a valid API key.",
  ],
  [
    "an API that is not switched on",
    refusal(403, "Places API (New) has not been used in project 1.", "SERVICE_DISABLED"),
    "Google Places: Der Zugang ist für diesen Dienst nicht freigeschaltet (403): Places API (New) has not been used in project 1.",
  ],
  [
    "a project without billing",
    refusal(403, "This API method requires billing.", "BILLING_DISABLED"),
    "Google Places: Guthaben aufgebraucht (403): This API method requires billing.",
  ],
  [
    "a fault of the service",
    reply(503, "<title>Oops</title>", { "content-type": "text/html" }),
    "Google Places: Der Dienst ist gestört (503): Oops",
  ],
  [
    "something that is not Google",
    reply(200, { places: "nein" }),
    "Google Places: Die Antwort des Dienstes ist nicht lesbar (200): unerwartetes Feld places",
  ],
  [
    "a lost connection",
    (socket) => socket.destroy(),
    "Google Places: Der Dienst ist nicht erreichbar: UND_ERR_SOCKET",
  ],
])("says in Google's words what %s means, after one call", async (_, answer, message) => {
  const { result, requests } = await check(answer);
  expect(result).toEqual({ ok: false, message });
  expect(requests).toHaveLength(1);
});

it("hides the key in Google's words", async () => {
  const { result } = await check(refusal(400, `key ${KEY} not valid`, "API_KEY_INVALID"));
  expect(result.message).toMatch(/: key ••• not valid$/);
});
