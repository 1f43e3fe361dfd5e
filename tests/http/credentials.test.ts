import { expect, test } from "vitest";
import { z } from "zod";
import { readAnswer } from "../support/api-answers";
import { sendJson } from "../support/api-client";
import { readHtml } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const TestSchema = z.strictObject({
  ok: z.boolean(),
  message: z.string(),
  credits: z.number().optional(),
});

const app = await openTestApp({
  settings: {
    GOOGLE_PLACES_API_KEY: "",
    OPENAI_API_KEY: " \t",
    OPENAI_MODEL: "gpt-6-lunar",
    SERPER_API_KEY: "",
    VAYNE_API_KEY: "",
  },
});

const address = (path: string) => `${app.server.url}/api/credentials/${path}`;
const put = (service: string, key: string) => sendJson("PUT", address(service), { key });
const remove = (service: string) => fetch(address(service), { method: "DELETE" });

async function testOf(service: string) {
  return readAnswer(await fetch(address(`${service}/test`), { method: "POST" }), 200, TestSchema);
}

async function listServices() {
  return (await (await fetch(address("status"))).json()).services;
}

const entry = (service: string, origin: "env" | "database" | null) => ({
  service,
  configured: origin !== null,
  origin,
});

test("a key is stored, used, replaced and removed, and no field shows it", async () => {
  const others = [
    entry("anymailfinder", "env"),
    entry("serper", null),
    entry("vayne", null),
    entry("openai", null),
  ];
  const services = (origin: "database" | null) =>
    others.toSpliced(2, 0, entry("google-places", origin));
  expect(await listServices()).toEqual(services(null));
  const stored = await put("google-places", "demo-nicht-aktiviert");
  expect([stored.status, await stored.text()]).toEqual([204, ""]);
  expect(await listServices()).toEqual(services("database"));
  const words =
    /^Google Places: Der Zugang ist für .* freigeschaltet \(403\): Places API \(New\) has/;
  expect(await testOf("google-places")).toMatchObject({
    ok: false,
    message: expect.stringMatching(words),
  });
  await put("google-places", "guter-key");
  const works = { ok: true, message: "Der Schlüssel funktioniert." };
  expect(await testOf("google-places")).toEqual(works);
  const fields = (await readHtml(`${app.server.url}/einstellungen`)).match(
    /<input[^>]*type="password"[^>]*>/g,
  );
  expect(fields).toHaveLength(4);
  for (const field of fields ?? []) {
    expect(field).toContain('autoComplete="off"');
    expect(field).not.toMatch(/\svalue="[^"]/);
  }
  for (const _ of [1, 2]) expect((await remove("google-places")).status).toBe(204);
  expect(await listServices()).toEqual(services(null));
});

test("a key is tested with the model in use, and opened after a start with the same secret", async () => {
  await put("openai", "sk-guter-key");
  const message = expect.stringContaining("The model `gpt-6-lunar` does not exist");
  expect(await testOf("openai")).toEqual({ ok: false, message });
  await app.restart({ APP_SECRET: "x".repeat(32) });
  expect(await listServices()).toContainEqual(entry("openai", null));
  const page = await readHtml(`${app.server.url}/einstellungen`);
  expect(page).toContain("lässt sich nicht mehr lesen");
  expect(app.server.output()).not.toContain("x".repeat(32));
  await app.restart();
  expect(await listServices()).toContainEqual(entry("openai", "database"));
});
