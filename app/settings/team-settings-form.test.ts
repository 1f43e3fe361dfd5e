import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { sendForm } from "~tests/forms";
import { it, NOON, openTestStore } from "~tests/store";
import { offerSetting, senderSetting } from "./team-settings.server";
import { findTeamTexts, teamTextForms } from "./team-settings-form.server";

const BY = { actor: "anna", now: NOON };
const GOOD = {
  intent: "save",
  seen: "",
  sells: "  Kundenportale\r\nfür Versorger  ",
  "sender.name": "Jonas  Übel",
  "sender.position": "",
  "sender.company": "Nordlicht Software GmbH",
  "sender.email": "jonas@nordlicht-bäder.de",
  "sender.phone": "030 / 23 12 50 17",
  "sender.website": "nordlicht.example",
};

const MAIL = "Eine Mailadresse wie name@firma.de eingeben.";
const PHONE = "Eine Telefonnummer wie 030 1234567 eingeben.";
const WEBSITE = "Eine Adresse wie www.firma.de eingeben.";

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
    expect(lastChange).toEqual({ updatedAt: NOON, updatedBy: "anna" });
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
    expect(await offerSetting.load(db)).toEqual(texts.offer);
    expect(await senderSetting.load(db)).toEqual(texts.sender);
  });

  const withRows = (...rows: Rows) => ({ rows });
  const withFields = (fields: Record<string, string>) => ({ fields });

  it.each<[string, string, { fields?: Record<string, string>; rows?: Rows }]>([
    ["offer.sells", "Beschreiben, was das Team verkauft.", withFields({ sells: "  " })],
    ["offer.sells", "Höchstens 2.000 Zeichen.", withFields({ sells: "a".repeat(2_001) })],
    ["offer.packages", "Mindestens ein Paket anlegen.", withRows()],
    ["offer.packages", "Höchstens 6 Pakete.", withRows(...rowsOf(7))],
    ["offer.packages.1.name", "Einen Namen eingeben.", withRows(["A", ""], [" ", "x"])],
    ["offer.packages.0.name", "Höchstens 60 Zeichen.", withRows(["a".repeat(61), ""])],
    ["offer.packages.0.description", "Höchstens 300 Zeichen.", withRows(["A", "a".repeat(301)])],
    [
      "offer.packages.1.name",
      "Diesen Namen hat schon ein anderes Paket.",
      withRows(["Basis", ""], ["basis ", ""]),
    ],
    ["sender.name", "Höchstens 200 Zeichen.", withFields({ "sender.name": "a".repeat(201) })],
    ["sender.email", MAIL, withFields({ "sender.email": "jonas" })],
    ["sender.phone", PHONE, withFields({ "sender.phone": "abc" })],
    ["sender.phone", PHONE, withFields({ "sender.phone": "12" })],
    ["sender.website", WEBSITE, withFields({ "sender.website": "keine url" })],
    ["sender.website", WEBSITE, withFields({ "sender.website": "firma" })],
    ["sender.website", WEBSITE, withFields({ "sender.website": "a@firma.de" })],
    ["sender.website", WEBSITE, withFields({ "sender.website": "javascript:a.de" })],
  ])("are refused at %s: %s", async (path, sentence, { fields, rows = [["A", ""]] }) => {
    const db = await openTestStore();
    expect(await send(db, formOf({ ...GOOD, ...fields }, rows))).toMatchObject({
      status: 422,
      errors: { [path]: sentence },
      // Nothing typed is lost.
      texts: {
        sender: { company: GOOD["sender.company"] },
        offer: { packages: rows.map(([name]) => ({ name })) },
      },
    });
    expect((await findTeamTexts(db)).lastChange).toBeNull();
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
      conflict: { updatedAt: 7, updatedBy: "berta" },
      texts: { offer: { sells: "Von Anna" } },
    });
    expect((await offerSetting.load(db)).sells).toBe("Von Berta");
    expect(await send(db, formOf({ ...mine, seen: "7" }))).toMatchObject(SAVED);
    expect((await offerSetting.load(db)).sells).toBe("Von Anna");
  });
});
