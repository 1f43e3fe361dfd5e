import { describe, expect, it } from "vitest";
import { insertUpload } from "~db/queries/uploads";
import { sendForm } from "~tests/forms";
import { completion } from "~tests/openai";
import { type Answer, reply, startRawServer } from "~tests/raw-server";
import { settingsOver } from "~tests/settings";
import { addJob, NOON, openTestStore } from "~tests/store";
import { loadPrices } from "../jobs/ledger/cost.server";
import { settingsForms } from "./settings-form.server";
import { osmSetting, retentionSetting } from "./team-settings.server";

const GOOD = completion({ content: "OK" });
const WRONG = reply(401, { error: { message: "wrong key" } });
const BY = { actor: "anna", now: 1_000, signal: new AbortController().signal };

type Fields = Record<string, string>;

const TO = "/einstellungen#openai";

async function settingsAt(answer: Answer, environment = {}) {
  const server = await startRawServer(answer);
  const settings = settingsOver(await openTestStore(), server.url, environment);
  const send = (fields: Fields) =>
    sendForm(settingsForms(settings, BY), { service: "openai", ...fields });
  return { server, settings, send, key: () => settings.credentials.findKey("openai") };
}

/** The sealed key in the reply to a refused form. */
function draftOf(shown: object): string {
  if ("draft" in shown && typeof shown.draft === "string") return shown.draft;
  throw new Error(`no draft in ${JSON.stringify(shown)}`);
}

describe("saving a key", () => {
  it("tries it first, without the blanks that came with it", async () => {
    const { server, send, key } = await settingsAt(GOOD);
    expect(await send({ intent: "save", key: " sk-\r\nneu \n" })).toEqual({
      to: TO,
      flash: { text: "OpenAI: Der Schlüssel ist geprüft und gespeichert." },
    });
    expect(server.requests[0]).toMatch(/\r\nauthorization: Bearer sk-neu\r\n/i);
    expect(await key()).toBe("sk-neu");
  });

  it.each<[string, Answer, RegExp]>([
    ["is refused", WRONG, /nicht angenommen \(401\): wrong key$/],
    ["can't be tried", (socket) => socket.destroy(), /nicht erreichbar/],
  ])("does not keep one that %s, until somebody says so", async (_, answer, message) => {
    const { settings, send, key } = await settingsAt(answer);
    await settings.credentials.save("openai", "sk-alt");
    const shown = await send({ intent: "save", key: "sk-falsch" });
    const check = { ok: false, message: expect.stringMatching(message) };
    expect(shown).toMatchObject({ status: 422, check });
    expect(JSON.stringify(shown)).not.toContain("sk-falsch");
    expect(await key()).toBe("sk-alt");
    const draft = draftOf(shown);
    expect(draft).toMatch(/^[\w-]+$/);
    expect(await send({ intent: "save-anyway", draft })).toMatchObject({ to: TO });
    expect(await key()).toBe("sk-falsch");
  });

  it("takes a draft for nothing but its own service, and no other sealed text for one", async () => {
    const { settings, send, key } = await settingsAt(WRONG);
    const draft = draftOf(await send({ intent: "save", key: "sk-falsch" }));
    await settings.credentials.save("vayne", "v");
    const sealedKey = Buffer.from(settings.cipher.seal("sk-x", "openai")).toString("base64url");
    const others: Fields[] = [
      { service: "serper", draft },
      { draft: `${draft.slice(0, -2)}AA` },
      { draft: sealedKey },
      { draft: "" },
      { draft: "nichts" },
    ];
    for (const fields of others) {
      expect(await send({ intent: "save-anyway", ...fields })).toMatchObject({
        errors: { key: expect.stringContaining("verloren gegangen") },
      });
    }
    expect(await key()).toBeNull();
    expect(await settings.credentials.findKey("serper")).toBeNull();
  });
});

describe("limits", () => {
  it.each([
    ["0,03", 0.03],
    ["0.125", 0.125],
    ["1.250,5", 1_250.5],
    ["1.250", 1_250],
    ["", null],
  ])("go with a price: %j is %s €", async (price, euros) => {
    const { settings, send } = await settingsAt(GOOD);
    expect(await send({ intent: "limits", price })).toMatchObject({ to: TO });
    expect((await loadPrices(settings.db))("openai")).toBe(euros);
  });
});

describe("the contact for OpenStreetMap", () => {
  const sendContact = async (contact: string) => {
    const { settings } = await settingsAt(GOOD);
    const forms = settingsForms(settings, BY);
    const shown = await sendForm(forms, { intent: "contact", contact });
    return { shown, kept: (await osmSetting.load(settings.db)).contact };
  };

  it.each(["team@firma.de", "https://firma.de/kontakt", ""])("„%s“ is kept", async (contact) => {
    const { shown, kept } = await sendContact(` ${contact} `);
    expect(shown).toMatchObject({ to: "/einstellungen#openstreetmap" });
    expect(kept).toBe(contact);
  });

  it("stands in the environment where that names it", async () => {
    const { settings } = await settingsAt(GOOD);
    const forms = settingsForms({ ...settings, isOsmContactFixed: true }, BY);
    const shown = await sendForm(forms, { intent: "contact", contact: "team@firma.de" });
    expect(shown).toMatchObject({
      status: 409,
      problem: expect.stringContaining("OSM_CONTACT"),
    });
    expect((await osmSetting.load(settings.db)).contact).toBe("");
  });

  it.each(["firma", "a@b", "Jörg@firma.de", "a b@firma.de", "javascript:a.de", "x@y.de)\r\nA: b"])(
    "„%s“ is refused",
    async (contact) => {
      const { shown, kept } = await sendContact(contact);
      expect(shown).toMatchObject({
        status: 422,
        errors: { contact: expect.stringMatching(/^Eine E-Mail-Adresse/) },
      });
      expect(kept).toBe("");
    },
  );
});

describe("the days that data is kept", () => {
  const DAY = 86_400_000;
  const AT = { ...BY, now: NOON };

  async function sendDays(intent: string, rawDays: string, uploadDays: string) {
    const { settings } = await settingsAt(GOOD);
    const { db } = settings;
    for (const age of [10, 40, 400]) await addJob(db, { finishedAt: AT.now - age * DAY });
    const upload = {
      fileName: "x",
      fileTable: "{}",
      createdBy: "anna",
      purpose: "profiles",
    } as const;
    await insertUpload(db, { ...upload, id: "u", createdAt: AT.now - 10 * DAY });
    const shown = await sendForm(settingsForms(settings, AT), { intent, rawDays, uploadDays });
    return { shown, kept: await retentionSetting.load(db) };
  }

  it("are 180 and 30 until somebody changes them, and say what they would delete", async () => {
    const { shown, kept } = await sendDays("retention-preview", "30", "7");
    expect(shown).toMatchObject({
      hints: {
        rawDays: "Heute würden 2 Läufe betroffen sein.",
        uploadDays: "Heute würde 1 Liste betroffen sein.",
      },
    });
    expect(kept).toEqual({ rawDays: 180, uploadDays: 30 });
  });

  it.each(["", "0", "3651", "-1", "1,5", "1.000", "1e2", "viele"])(
    "are refused at the field: „%s“",
    async (days) => {
      const { shown, kept } = await sendDays("retention", days, "30");
      expect(shown).toMatchObject({
        status: 422,
        errors: { rawDays: "Eine ganze Zahl von 1 bis 3.650 eingeben." },
      });
      expect(kept.rawDays).toBe(180);
    },
  );
});
