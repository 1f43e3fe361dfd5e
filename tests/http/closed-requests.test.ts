import { expect, test, vi } from "vitest";
import { resetProviders, setFault } from "../support/api-client";
import { listCalls } from "../support/provider-calls";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();

/** Sends what makes the server ask the model, and leaves while it asks. */
async function leaveMeanwhile(path: string, init: RequestInit): Promise<void> {
  const { origin } = app.providers;
  await resetProviders(origin);
  await setFault(origin, { provider: "openai", fault: { hang: true } });
  const controller = new AbortController();
  const sent = fetch(`${app.server.url}${path}`, {
    method: "POST",
    signal: controller.signal,
    ...init,
  });
  const left = expect(sent).rejects.toThrow();
  await vi.waitFor(async () => expect(await listCalls(origin)).toHaveLength(1), 10_000);
  controller.abort();
  await left;
}

test.each<[string, string, RequestInit]>([
  [
    "a program",
    "/api/ai-search",
    {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ description: "Maler in Bayern", mode: "custom" }),
    },
  ],
  [
    "a person",
    "/suche",
    { body: new URLSearchParams({ intent: "suggest", description: "Maler", mode: "custom" }) },
  ],
])("%s that leaves while the model is asked is no error of the program", async (_, path, init) => {
  await leaveMeanwhile(path, init);
  // The server has seen it and is done with it by then.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(app.server.output()).not.toMatch(/"level":[45]0/);
});
