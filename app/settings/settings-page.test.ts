import { expect } from "vitest";
import { addUsage } from "~db/queries/provider-usage";
import { settingsOver } from "~tests/settings";
import { it, setCeiling } from "~tests/store";
import { ProviderError } from "../providers/provider-error";
import { findServiceStatus } from "./settings-page.server";

const NOW = Date.parse("2026-11-22T12:00:00Z");

it("tells which services lack a key, and which can't be used although they have one", async ({
  db,
}) => {
  const keys = { serper: "s", anymailfinder: "a", "google-places": "g", vayne: "v" };
  const settings = settingsOver(db, "http://127.0.0.1:9", keys);
  const { limiter } = settings.providerSetup;
  const lacks = async () => (await findServiceStatus(settings, NOW)).map(({ lack }) => lack);
  expect(await lacks()).toEqual([null, null, null, null, "kein Schlüssel"]);

  await setCeiling(db, "serper", 2);
  await addUsage(db, { month: "2026-10", provider: "serper", jobId: "a" }, { calls: 5 });
  await addUsage(db, { month: "2026-11", provider: "serper", jobId: "a" }, { calls: 1 });
  expect((await lacks())[1]).toBeNull();
  await addUsage(db, { month: "2026-11", provider: "serper", jobId: "b" }, { calls: 1 });
  expect((await lacks())[1]).toBe("Monatsgrenze erreicht");

  const { signal } = new AbortController();
  const refuse = () => Promise.reject(new ProviderError("Anymailfinder", "no_credit", {}));
  await limiter
    .of("anymailfinder")(refuse, signal)
    .catch(() => {});
  expect((await lacks())[2]).toBe("Guthaben aufgebraucht");
  const fail = () => Promise.reject(new ProviderError("Anymailfinder", "timeout", {}));
  await limiter
    .of("anymailfinder")(fail, signal)
    .catch(() => {});
  expect((await lacks())[2]).toBe("Guthaben aufgebraucht");
  await limiter.of("anymailfinder")(async () => "da", signal);
  expect((await lacks())[2]).toBeNull();
});
