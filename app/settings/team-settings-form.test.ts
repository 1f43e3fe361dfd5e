import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { sendForm } from "~tests/forms";
import { it, NOON, openTestStore } from "~tests/store";
import { loadOffer, loadSender } from "./team-settings.server";
import { findTeamTexts, teamTextForms } from "./team-settings-form.server";

const BY = { actor: "anna", now: NOON };
const GOOD = {
  intent: "save",
  seen: "",
  sells: "  Kundenportale\r\nfür Versorger  ",
  senderName: "Jonas  Übel",
  senderPosition: "",
  senderCompany: "Nordlicht Software GmbH",
  senderEmail: "jonas@nordlicht-bäder.de",
  senderPhone: "030 / 23 12 50 17",
  senderWebsite: "nordlicht.example",
};

type Rows = [name: string, description: string][];

function formOf(fields: Record<string, string>, rows: Rows = [["Basis", "Klein"]]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, description] of rows) {
    form.append("packageName", name);
    form.append("packageDescription", description);
  }
  return form;
}

const SAVED = { flash: { text: "Angebot und Absender sind gespeichert und gelten ab jetzt." } };

const send = (db: Db, form: FormData, by = BY) => sendForm(teamTextForms(db, by), form);

const rowsOf = (count: number): Rows =>
  Array.from({ length: count }, (_, index) => [`Paket ${index}`, ""]);

describe("the team's texts", () => {
  it("are the defaults until somebody saves them, then what was typed, evened out", async ({
    db,
  }) => {
    const before = await findTeamTexts(db);
    expect(before.lastChange).toBeNull();
    expect(before.texts.offer.packages.length).toBeGreaterThan(1);
    const rows: Rows = [
      ["Zuletzt", "Groß"],
      ["Basis", ""],
    ];
    expect(await send(db, formOf(GOOD, rows))).toMatchObject(SAVED);
    const { texts, lastChange } = await findTeamTexts(db);
    expect(lastChange).toEqual({ at: NOON, by: "anna" });
    expect(texts).toEqual({
      offer: {
        sells: "Kundenportale\nfür Versorger",
        packages: [
          { name: "Zuletzt", description: "Groß" },
          { name: "Basis", description: "" },
        ],
      },
      sender: {
        name: "Jonas Übel",
        position: "",
        company: "Nordlicht Software GmbH",
        email: "jonas@nordlicht-bäder.de",
        phone: "030 / 23 12 50 17",
        website: "nordlicht.example",
      },
    });
    expect(await loadOffer(db)).toEqual(texts.offer);
    expect(await loadSender(db)).toEqual(texts.sender);
  });

  it.each<[string, Record<string, string>, Rows, string, string]>([
    [
      "no offer",
      { sells: "  " },
      [["A", ""]],
      "offer.sells",
      "Beschreiben, was das Team verkauft.",
    ],
    ["a long offer", { sells: "a".repeat(2_001) }, [["A", ""]], "offer.sells", "Höchstens 2.000"],
    ["no package", {}, [], "offer.packages", "Mindestens ein Paket anlegen."],
    ["seven packages", {}, rowsOf(7), "offer.packages", "Höchstens 6 Pakete."],
    [
      "a nameless package",
      {},
      [
        ["A", ""],
        [" ", "x"],
      ],
      "offer.packages.1.name",
      "Einen Namen",
    ],
    ["a long name", {}, [["a".repeat(61), ""]], "offer.packages.0.name", "Höchstens 60 Zeichen."],
    ["a long text", {}, [["A", "a".repeat(301)]], "offer.packages.0.description", "Höchstens 300"],
    [
      "twins",
      {},
      [
        ["Basis", ""],
        ["basis ", ""],
      ],
      "offer.packages.1.name",
      "Diesen Namen hat schon",
    ],
    ["no address", { senderEmail: "jonas" }, [["A", ""]], "sender.email", "Eine Mailadresse wie"],
    [
      "a long name of the sender",
      { senderName: "a".repeat(201) },
      [["A", ""]],
      "sender.name",
      "Höchstens 200",
    ],
  ])(
    "with %s are refused at the field, and nothing typed is lost",
    async (_, fields, rows, path, sentence) => {
      const db = await openTestStore();
      expect(await send(db, formOf({ ...GOOD, ...fields }, rows))).toMatchObject({
        status: 422,
        errors: { [path]: expect.stringContaining(sentence) },
        texts: {
          sender: { phone: GOOD.senderPhone },
          offer: { packages: rows.map(([name]) => ({ name })) },
        },
      });
      expect((await findTeamTexts(db)).lastChange).toBeNull();
    },
  );

  it.each([
    ["senderPhone", "abc", "sender.phone", "Eine Telefonnummer wie 030 1234567 eingeben."],
    ["senderPhone", "12", "sender.phone", "Eine Telefonnummer wie 030 1234567 eingeben."],
    ["senderWebsite", "keine url", "sender.website", "Eine Adresse wie www.firma.de eingeben."],
    ["senderWebsite", "firma", "sender.website", "Eine Adresse wie www.firma.de eingeben."],
    ["senderWebsite", "a@firma.de", "sender.website", "Eine Adresse wie www.firma.de eingeben."],
    ["senderWebsite", "javascript:a.de", "sender.website", "Eine Adresse wie www.firma.de"],
  ])("with %s „%s“ are refused at %s", async (field, typed, path, sentence) => {
    const db = await openTestStore();
    const shown = await send(db, formOf({ ...GOOD, [field]: typed }));
    expect(shown).toHaveProperty("errors", { [path]: expect.stringContaining(sentence) });
    expect((await findTeamTexts(db)).lastChange).toBeNull();
  });

  it.each([
    { senderPhone: "+49 30 3432622-113", senderWebsite: "https://www.müller-bäder.de/team" },
    { senderPhone: "0043 1 5879123", senderWebsite: "nordlicht.example" },
    { senderPhone: "", senderWebsite: "", senderName: "Jo „J“ <b>" },
  ])("with %j are kept as they were typed", async (typed) => {
    const db = await openTestStore();
    expect(await send(db, formOf({ ...GOOD, ...typed }))).toMatchObject(SAVED);
    const { sender } = (await findTeamTexts(db)).texts;
    expect(sender).toMatchObject({ phone: typed.senderPhone, website: typed.senderWebsite });
  });

  it("get and lose rows without being saved", async ({ db }) => {
    const names = async (intent: string, rows: Rows) => {
      const shown = await send(db, formOf({ ...GOOD, intent }, rows));
      if (!("texts" in shown)) throw new Error("the page was left");
      expect(shown).toMatchObject({ status: 200, texts: { offer: { sells: GOOD.sells } } });
      return shown.texts?.offer.packages.map(({ name }) => name);
    };
    expect(await names("add", rowsOf(2))).toEqual(["Paket 0", "Paket 1", ""]);
    expect(await names("add", rowsOf(6))).toHaveLength(6);
    expect(await names("remove:0", rowsOf(3))).toEqual(["Paket 1", "Paket 2"]);
    expect(await names("remove:9", rowsOf(2))).toHaveLength(2);
    expect((await findTeamTexts(db)).lastChange).toBeNull();
  });

  it("that somebody else changed meanwhile are not overwritten unseen", async ({ db }) => {
    await send(db, formOf({ ...GOOD, sells: "Von Berta" }), { actor: "berta", now: 7 });
    const mine = { ...GOOD, sells: "Von Anna" };
    expect(await send(db, formOf(mine))).toMatchObject({
      status: 409,
      conflict: { at: 7, by: "berta" },
      texts: { offer: { sells: "Von Anna" } },
    });
    expect((await loadOffer(db)).sells).toBe("Von Berta");
    expect(await send(db, formOf({ ...mine, seen: "7" }))).toMatchObject(SAVED);
    expect((await loadOffer(db)).sells).toBe("Von Anna");
  });

  it("need a button that exists", async ({ db }) => {
    for (const intent of ["", "unbekannt"]) {
      await expect(send(db, formOf({ ...GOOD, intent }))).rejects.toMatchObject({ status: 400 });
    }
  });
});
