import { stat } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openOwnApp, openTestApp } from "../support/test-app";

const StatusSchema = z.object({
  services: z.array(
    z.strictObject({
      service: z.string(),
      configured: z.boolean(),
      origin: z.enum(["env", "database"]).nullable(),
    }),
  ),
});
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

afterEach(async () => {
  for (const service of ["google-places", "serper", "openai", "vayne"]) await remove(service);
});

function put(service: string, body: unknown, url = app.server.url): Promise<Response> {
  return fetch(`${url}/api/credentials/${service}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

function remove(service: string): Promise<Response> {
  return fetch(`${app.server.url}/api/credentials/${service}`, { method: "DELETE" });
}

async function testOf(service: string) {
  const address = `${app.server.url}/api/credentials/${service}/test`;
  const response = await fetch(address, { method: "POST" });
  expect(response.status).toBe(200);
  return TestSchema.parse(await response.json());
}

async function statusOf(service: string, url = app.server.url) {
  const response = await fetch(`${url}/api/credentials/status`);
  const { services } = StatusSchema.parse(await response.json());
  return services.find((entry) => entry.service === service);
}

it("lists all services, with keys of the environment as configured", async () => {
  const response = await fetch(`${app.server.url}/api/credentials/status`);
  expect(await response.json()).toEqual({
    services: [
      { service: "anymailfinder", configured: true, origin: "env" },
      { service: "serper", configured: false, origin: null },
      { service: "google-places", configured: false, origin: null },
      { service: "vayne", configured: false, origin: null },
      { service: "openai", configured: false, origin: null },
    ],
  });
});

describe("a key", () => {
  it("is stored, used, replaced and removed", async () => {
    const stored = await put("google-places", { key: "demo-ungueltig" });
    expect([stored.status, await stored.text()]).toEqual([204, ""]);
    expect(await statusOf("google-places")).toMatchObject({ configured: true, origin: "database" });
    expect(await testOf("google-places")).toMatchObject({ ok: false });
    await put("google-places", { key: "guter-key" });
    expect(await testOf("google-places")).toEqual({
      ok: true,
      message: "Der Schlüssel funktioniert.",
    });
    expect((await remove("google-places")).status).toBe(204);
    expect((await remove("google-places")).status).toBe(204);
    expect(await statusOf("google-places")).toMatchObject({ configured: false, origin: null });
  });
});

describe("a test", () => {});

it("tests a key with the model in use, and says where there is none of that name", async () => {
  await put("openai", { key: "sk-guter-key" });
  const message = expect.stringContaining("The model `gpt-6-lunar` does not exist");
  expect(await testOf("openai")).toEqual({ ok: false, message });
});

it("opens stored keys after a start, but not with another secret", async () => {
  const own = await openOwnApp({ settings: { APP_SECRET: "", SERPER_API_KEY: "" } });
  const saved = await put("serper", { key: "guter-key" }, own.server.url);
  expect(saved.status).toBe(204);
  expect((await stat(`${own.server.databasePath}.secret`)).mode & 0o777).toBe(0o600);

  await own.restart();
  expect(await statusOf("serper", own.server.url)).toMatchObject({ origin: "database" });

  const other = await own.restart({ APP_SECRET: "x".repeat(32) });
  expect(await statusOf("serper", other.url)).toMatchObject({ configured: false, origin: null });
  const page = await (await fetch(`${other.url}/einstellungen`)).text();
  expect(page).toContain("lässt sich nicht mehr lesen");
  expect(other.output()).not.toContain("x".repeat(32));
});
