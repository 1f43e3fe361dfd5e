import { describe, expect, it } from "vitest";
import { EMPTY_SENDER, LEAD, SENDER } from "~tests/email";
import { finishDraft } from "./finish-draft";

function finish(body: string, sender = SENDER, lead = LEAD) {
  return finishDraft({ subject: "Betreff: Ihr Portal", body }, { lead, sender }).body;
}

const OWN =
  "Jonas Übel\nVertrieb\nNordlicht Software GmbH\n030 23125 017\njonas.uebel@nordlicht.example\nhttps://www.nordlicht.example";

describe("a draft is finished", () => {
  it.each(["[Ihr Name]\n[Datum]", "Ihr Name", "Jonas Übel, {{position}}"])(
    "with the sender's own lines for „%s“",
    (signature) => {
      const text = "Guten Tag,\n\nText.\n\nViele Grüße";
      expect(finish(`${text}\n${signature}`)).toBe(`${text}\n${OWN}`);
      expect(finish(`${text}\n${signature}`, { ...EMPTY_SENDER, name: "Jo" })).toBe(`${text}\nJo`);
      expect(finish(`${text}, [Ihr Name]`)).toBe(`${text}\n${OWN}`);
    },
  );

  it("with the contact's name in an open salutation, where it is known", () => {
    expect(finish("Hallo [Nachname],\n\nText.")).toBe("Guten Tag Anna Groß,\n\nText.");
    const nobody = { ...LEAD, contactName: null };
    expect(finish("Hallo [Nachname],\n\nText.", SENDER, nobody)).toContain("[Nachname]");
  });

  it("and leaves every other gap, and what is whole", () => {
    const body = "Guten Tag Frau Groß,\n\nbei [Firma] ist viel zu tun.\n\nViele Grüße\nJ. Übel";
    expect(finish(body)).toBe(body);
  });

  it.each([
    ["Betreff: Hallo\n\nGuten Tag,\n\nText", "Guten Tag,\n\nText"],
    ["Guten Tag,\\n\\nText", "Guten Tag,\n\nText"],
    ["Guten Tag,<br>\nFern\u200bwärme", "Guten Tag,\nFernwärme"],
    [" Guten Tag, \r\n\r\n\r\n\r\nText\n\n", "Guten Tag,\n\nText"],
  ])("in plain signs: %j", (given, body) => {
    expect(finish(given)).toBe(body);
    expect(
      finishDraft({ subject: "Betreff: Ihr Portal", body }, { lead: LEAD, sender: SENDER }),
    ).toEqual({ subject: "Ihr Portal", body });
  });
});
