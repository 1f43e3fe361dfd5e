import { describe, expect, it } from "vitest";
import { EMPTY_SENDER, LEAD, SENDER } from "~tests/email";
import { countWords, finishDraft } from "./finish-draft";

function finish(body: string, { subject = "Ihr Portal", sender = SENDER, lead = LEAD } = {}) {
  return finishDraft({ subject, body }, { lead, sender });
}

const write = (...paragraphs: string[]) =>
  ["Guten Tag,", ...paragraphs, "Viele Grüße"].join("\n\n");
const words = (count: number, word: string) => `${`${word} `.repeat(count).trim()}.`;

describe("a draft is finished", () => {
  it.each([
    ["[Ihr Name]\n[Ihre Position], [Ihre Firma]", "Jonas Übel\nVertrieb, Nordlicht Software GmbH"],
    ["Tel. [Telefonnummer] | {E-Mail}", "Tel. 030 23125 017\njonas.uebel@nordlicht.example"],
    ["Ihr Name\n[Ihre Kontaktdaten]", "Jonas Übel\n030 23125 017\njonas.uebel@nordlicht.example"],
    ["[Vorname] [Nachname]", "Jonas Übel"],
    ["Jonas Übel\n[Anschrift]", "Jonas Übel"],
    ["[Ihr Name]\n[Datum]", "Jonas Übel\n[Datum]"],
  ])("with the sender's own in „%s“", (signature, expected) => {
    const body = (end: string) => `${write("Text.")}\n${end}`;
    expect(finish(body(signature)).body).toBe(body(expected));
  });

  it("without what the sender has not given", () => {
    const signature = "[Ihr Name]\n[Ihre Position], [Ihre Firma]\nTel.: [Telefonnummer]";
    const { body } = finish(`${write("Text.")}\n${signature}`, {
      sender: { ...EMPTY_SENDER, name: "Jonas Übel", company: "Nordlicht GmbH" },
    });
    expect(body).toBe(`${write("Text.")}\nJonas Übel\nNordlicht GmbH`);
  });

  it.each([
    ["Guten Tag [Name],", "Guten Tag Anna Groß,"],
    ["Guten Tag Frau [Nachname],", "Guten Tag Frau Groß,"],
    ["Liebes Team der [Firma],", "Liebes Team der Stadtwerke Kieferntal GmbH,"],
    ["Guten Tag [Anrede] [Nachname],", "Guten Tag [Anrede] Groß,"],
  ])("with the lead's own in „%s“", (greeting, expected) => {
    const rest = "\n\nmein Name ist [Name] von [Firma].";
    const said = "\n\nmein Name ist Jonas Übel von Nordlicht Software GmbH.";
    expect(finish(greeting + rest).body).toBe(expected + said);
    expect(finish("Text", { subject: "Portal für [Firma]" }).subject).toBe(
      "Portal für Stadtwerke Kieferntal GmbH",
    );
  });

  it("and leaves a firm's placeholder that may be either's", () => {
    const body = write("Bei [Firma] ist viel zu tun.", "Rufen Sie [Name] an.");
    expect(finish(body).body).toBe(body);
  });

  it.each([
    ["a paragraph that is just enough", [60, 30, 45, 60], [60, 30, 60]],
    ["the longest where one is not enough", [60, 36, 25, 70], [60, 25, 70]],
    ["nothing from one that fits", [80, 75], [80, 75]],
    ["nothing from one that is far too long", [100, 102], [100, 102]],
  ])("by cutting %s", (_, counts, expected) => {
    const text = (list: readonly number[]) =>
      write(...list.map((count) => words(count, `W${count}`)));
    expect(finish(text(counts)).body).toBe(text(expected));
  });

  it("by cutting the last sentences where there are two paragraphs, never below the limit of words", () => {
    const first = [words(50, "Eins"), words(20, "Zwei"), words(20, "Drei")];
    const last = words(80, "Vier");
    const { body, dropped } = finish(write(first.join(" "), last));
    expect(dropped).toEqual(first.slice(2));
    expect(body).toBe(write(first.slice(0, 2).join(" "), last));
    expect(countWords(body)).toBeLessThanOrEqual(160);
  });

  it("by cutting a line where no line is empty", () => {
    const lines = [words(60, "Eins"), words(40, "Zwei"), words(70, "Drei")];
    const { body } = finish(`Guten Tag,\n${lines.join("\n")}\nViele Grüße`);
    expect(body).toBe(write([lines[0], lines[2]].join("\n")));
  });

  it("with a list that keeps the line before it", () => {
    const list = `Das Portal kann:\n\n- ${words(40, "Vieles")}`;
    expect(finish(write(words(60, "Eins"), list, words(70, "Drei"))).body).toBe(
      write(words(60, "Eins"), words(70, "Drei")),
    );
  });

  it.each([
    ["Betreff: Hallo\n\nGuten Tag,\n\nText", "Guten Tag,\n\nText"],
    ["Guten Tag,\\n\\nText", "Guten Tag,\n\nText"],
    ["Guten Tag,<br>\nFern\u200bwärme", "Guten Tag,\n\nFernwärme"],
  ])("in plain signs: %j", (given, body) => {
    expect(finish(given, { subject: "Betreff: Ihr Portal" })).toEqual({
      subject: "Ihr Portal",
      body,
      dropped: [],
    });
  });
});
