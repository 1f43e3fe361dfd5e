import { expect, it } from "vitest";
import { createLanguageModel } from "./handler";

function ask(authorization: string | undefined, method = "GET", path = "/v1/models") {
  const request = { method, path, query: new URLSearchParams(), headers: { authorization } };
  const { status, body } = createLanguageModel().answer({ ...request, body: "" });
  return { status, body: JSON.parse(body) };
}

it("lists models for any key but those that are refused", () => {
  const { status, body } = ask("Bearer demo");
  expect(status).toBe(200);
  expect(body).toMatchObject({ object: "list" });
  expect(body.data).toContainEqual(expect.objectContaining({ id: "gpt-6-luna", object: "model" }));
});

it.each([
  [undefined, 401, null],
  ["demo", 401, null],
  ["Bearer demo-ungueltig", 401, "invalid_api_key"],
  ["Bearer demo-ohne-guthaben", 429, "insufficient_quota"],
])("with the header %s answers %i %s", (authorization, status, code) => {
  const answer = ask(authorization);
  expect(answer.status).toBe(status);
  expect(answer.body.error).toMatchObject({ code, message: expect.stringMatching(/\S/) });
});

it("does not repeat a refused key as a whole", () => {
  expect(JSON.stringify(ask("Bearer demo-ungueltig").body)).not.toContain("demo-ungueltig");
});

it("knows nothing else", () => {
  expect(ask("Bearer demo", "POST").status).toBe(405);
  expect(ask("Bearer demo", "GET", "/models").status).toBe(404);
  expect(ask("Bearer demo", "POST", "/v1/chat/completions").status).toBe(404);
});

it("has words of its own for a status of a fault rule", () => {
  const { status, body } = createLanguageModel().errorReply(500);
  expect([status, JSON.parse(body).error.type]).toEqual([500, "server_error"]);
});
