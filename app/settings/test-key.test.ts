import { expect, it } from "vitest";
import { completion } from "~tests/openai";
import { type Answer, startRawServer } from "~tests/raw-server";
import { settingsOver } from "~tests/settings";
import { openTestStore } from "~tests/store";
import { testKey, testStoredKey } from "./test-key.server";

const signal = new AbortController().signal;
const OK = completion({ content: "OK" });

async function settingsAt(answer: Answer, environment = {}) {
  const server = await startRawServer(answer);
  return { server, settings: settingsOver(await openTestStore(), server.url, environment) };
}

it("tries the key of the environment", async () => {
  const { server, settings } = await settingsAt(OK, { openai: "sk-env" });
  expect(await testStoredKey(settings, "openai", signal)).toMatchObject({ ok: true });
  expect(server.requests[0]).toMatch(/\r\nauthorization: Bearer sk-env\r\n/i);
  const usage = settings.db.selectFrom("providerUsage").select(["provider", "calls"]);
  expect(await usage.execute()).toEqual([{ provider: "openai", calls: 1 }]);
});

it("does not wait for its turn behind a job", async () => {
  const { settings } = await settingsAt(OK);
  const { limiter } = settings.providerSetup;
  limiter.configure("openai", { maxConcurrent: 1, maxPerMinute: 60 });
  let finish = () => {};
  const job = limiter.of("openai")(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
    signal,
  );
  expect(await testKey(settings, "openai", "sk-x", signal)).toMatchObject({ ok: true });
  finish();
  await job;
});

it("answers when its time is over", async () => {
  const { settings } = await settingsAt(() => {});
  const check = await testKey(settings, "openai", "sk-x", signal, 20);
  expect(check).toEqual({ ok: false, message: expect.stringMatching(/nicht rechtzeitig fertig/) });
});

it("does not hide a fault of our own", async () => {
  const { settings } = await settingsAt(OK);
  const broken = { ...settings.providerSetup.baseUrls, openai: "keine Adresse" };
  const providerSetup = { ...settings.providerSetup, baseUrls: broken };
  await expect(testKey({ ...settings, providerSetup }, "openai", "sk-x", signal)).rejects.toThrow(
    TypeError,
  );
});
