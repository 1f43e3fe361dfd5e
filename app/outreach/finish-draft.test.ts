import { describe, expect, it } from "vitest";
import { LEAD, SENDER } from "~tests/email";
import { finishDraft } from "./finish-draft";

function finish(body: string) {
  return finishDraft({ subject: "Betreff: Ihr Portal", body }, { lead: LEAD, sender: SENDER });
}

describe("a draft is finished", () => {
  it("and leaves every other gap, and what is whole", () => {
    const body = "Guten Tag Frau Groß,\n\nbei [Firma] ist viel zu tun.\n\nViele Grüße\nJ. Übel";
    expect(finish(body).body).toBe(body);
  });

  it.each([
    ["Betreff: Hallo\n\nGuten Tag,\n\nText", "Guten Tag,\n\nText"],
    ["Guten Tag,\\n\\nText", "Guten Tag,\n\nText"],
    ["Guten Tag,<br>\nFern\u200bwärme", "Guten Tag,\nFernwärme"],
    [" Guten Tag, \r\n\r\n\r\n\r\nText\n\n", "Guten Tag,\n\nText"],
  ])("in plain signs: %j", (given, body) => {
    expect(finish(given)).toEqual({ subject: "Ihr Portal", body });
  });
});
