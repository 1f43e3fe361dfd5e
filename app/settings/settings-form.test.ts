import { describe, expect, it } from "vitest";
import { findProviderLimits } from "~db/queries/provider-limits";
import { type Answer, reply, startRawServer } from "~tests/raw-server";
import { settingsOver } from "~tests/settings";
import { openTestStore } from "~tests/store";
import { isRefusal } from "../refusal";
import { type CardResult, runSettingsForm } from "./settings-form.server";

const GOOD = reply(200, { data: [{ id: "gpt-6-luna" }] });
const WRONG = reply(401, { error: { message: "wrong key" } });
const BY = { actor: "anna", now: 1_000, signal: new AbortController().signal };

type Fields = Record<string, string | undefined>;

async function settingsAt(answer: Answer, environment = {}) {
  const server = await startRawServer(answer);
  const settings = settingsOver(await openTestStore(), server.url, environment);
  const send = (fields: Fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ service: "openai", ...fields })) {
      if (value !== undefined) form.set(name, value);
    }
    return runSettingsForm(settings, form, BY);
  };
  const resultOf = async (fields: Fields): Promise<CardResult> => {
    const outcome = await send(fields);
    if ("result" in outcome) return outcome.result;
    throw new Error(`the card was left: ${outcome.flash.text}`);
  };
  return { server, settings, send, resultOf, key: () => settings.credentials.findKey("openai") };
}

async function refusedDraft(result: CardResult): Promise<string> {
  if (result.kind === "refused") return result.draft;
  throw new Error(`not refused but ${result.kind}`);
}

describe("saving a key", () => {
  it("tries it first, without the blanks that came with it", async () => {
    const { server, send, key } = await settingsAt(GOOD);
    expect(await send({ intent: "save", key: " sk-\r\nneu \n" })).toEqual({
      service: "openai",
      flash: { text: "OpenAI: Der Schlüssel ist geprüft und gespeichert." },
    });
    expect(server.requests[0]).toMatch(/\r\nauthorization: Bearer sk-neu\r\n/i);
    expect(await key()).toBe("sk-neu");
  });

  it.each<[string, Answer, RegExp]>([
    ["is refused", WRONG, /nicht angenommen \(401\): wrong key$/],
    ["can't be tried", (socket) => socket.destroy(), /nicht erreichbar/],
  ])("does not keep one that %s, until somebody says so", async (_, answer, message) => {
    const { settings, send, resultOf, key } = await settingsAt(answer);
    await settings.credentials.save("openai", "sk-alt");
    const result = await resultOf({ intent: "save", key: "sk-falsch" });
    expect(result).toMatchObject({ kind: "refused", check: { ok: false } });
    expect(result).toMatchObject({ check: { message: expect.stringMatching(message) } });
    expect(JSON.stringify(result)).not.toContain("sk-falsch");
    expect(await key()).toBe("sk-alt");
    const draft = await refusedDraft(result);
    expect(draft).toMatch(/^[\w-]+$/);
    expect(await send({ intent: "save-anyway", draft })).toMatchObject({ service: "openai" });
    expect(await key()).toBe("sk-falsch");
  });

  it("takes a draft for nothing but its own service, and no other sealed text for one", async () => {
    const { settings, resultOf, key } = await settingsAt(WRONG);
    const draft = await refusedDraft(await resultOf({ intent: "save", key: "sk-falsch" }));
    await settings.credentials.save("vayne", "v");
    const sealedKey = Buffer.from(settings.cipher.seal("sk-x", "openai")).toString("base64url");
    for (const fields of [
      { service: "serper", draft },
      { draft: `${draft.slice(0, -2)}AA` },
      { draft: sealedKey },
      { draft: "" },
      { draft: "nichts" },
    ]) {
      const result = await resultOf({ intent: "save-anyway", ...fields });
      expect(result).toMatchObject({ kind: "key-fault" });
    }
    expect(await key()).toBeNull();
    expect(await settings.credentials.findKey("serper")).toBeNull();
  });

  it("says at the field what can't be a key, and calls nobody", async () => {
    const { server, resultOf } = await settingsAt(GOOD);
    expect(await resultOf({ intent: "save", key: "  \n" })).toEqual({
      service: "openai",
      kind: "key-fault",
      message: "Einen Schlüssel eingeben.",
    });
    expect(await resultOf({ intent: "save", key: "schlüssel" })).toMatchObject({
      kind: "key-fault",
    });
    expect(await resultOf({ intent: "save" })).toMatchObject({ kind: "key-fault" });
    expect(server.requests).toEqual([]);
  });
});

it("changes nothing about a key of the environment, and does not try what was typed", async () => {
  const { server, settings, resultOf, key } = await settingsAt(WRONG, { openai: "sk-env" });
  const draft = Buffer.from(settings.cipher.seal("sk-x", "draft openai")).toString("base64url");
  for (const fields of [
    { intent: "save", key: "sk-neu" },
    { intent: "save-anyway", draft },
    { intent: "remove" },
  ]) {
    expect(await resultOf(fields)).toEqual({
      service: "openai",
      kind: "key-fault",
      message:
        "Dieser Schlüssel ist in der Umgebung des Servers gesetzt und lässt sich nur dort ändern.",
    });
  }
  expect(server.requests).toEqual([]);
  expect(await key()).toBe("sk-env");
});

it("tests and removes a key", async () => {
  const { settings, send, resultOf, key } = await settingsAt(GOOD);
  await settings.credentials.save("openai", "sk-alt");
  expect(await resultOf({ intent: "test" })).toEqual({
    service: "openai",
    kind: "test",
    check: { ok: true, message: "Der Schlüssel funktioniert." },
  });
  expect(await send({ intent: "remove" })).toEqual({
    service: "openai",
    flash: { text: "OpenAI: Der Schlüssel ist entfernt." },
  });
  expect(await key()).toBeNull();
});

describe("limits", () => {
  it("are kept, with the defaults where a field is empty", async () => {
    const { settings, send } = await settingsAt(GOOD);
    const fields = { maxConcurrent: "2", maxPerMinute: "", monthlyCeiling: "1.000" };
    expect(await send({ intent: "limits", ...fields })).toMatchObject({ service: "openai" });
    expect(await findProviderLimits(settings.db)).toEqual([
      {
        provider: "openai",
        maxConcurrent: 2,
        maxPerMinute: 60,
        monthlyCeiling: 1_000,
        updatedAt: 1_000,
        updatedBy: "anna",
      },
    ]);
  });

  it("come back with what was typed and a sentence at each fault", async () => {
    const { settings, resultOf } = await settingsAt(GOOD);
    const fields = { maxConcurrent: "21", maxPerMinute: "60", monthlyCeiling: "v".repeat(1_000) };
    expect(await resultOf({ intent: "limits", ...fields })).toEqual({
      service: "openai",
      kind: "limits-fault",
      errors: {
        maxConcurrent: "Eine ganze Zahl von 1 bis 20, oder leer.",
        monthlyCeiling: "Eine ganze Zahl von 1 bis 1.000.000, oder leer.",
      },
      typed: { ...fields, monthlyCeiling: "v".repeat(40) },
    });
    expect(await findProviderLimits(settings.db)).toEqual([]);
  });
});

it("refuses a form of no service or with no action", async () => {
  const { send } = await settingsAt(GOOD);
  for (const [fields, status] of [
    [{ service: "unbekannt", intent: "remove" }, 404],
    [{ service: "constructor", intent: "remove" }, 404],
    [{ intent: "alles" }, 400],
    [{}, 400],
  ] as const) {
    const error = await send(fields).catch((reason: unknown) => reason);
    expect(isRefusal(error) && error.status).toBe(status);
  }
});
