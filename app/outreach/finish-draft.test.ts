import { describe, expect, it } from "vitest";
import { LEAD, SENDER } from "~tests/email";
import { finishDraft } from "./finish-draft";

function finish(body: string) {
  return finishDraft({ subject: "Betreff: Ihr Portal", body }, { lead: LEAD, sender: SENDER });
}

describe("a draft is finished", () => {
  it("with a subject of one line", () => {
    const draft = { subject: "Betreff: Ihr\n**Portal**", body: "Guten Tag," };
    expect(finishDraft(draft, { lead: LEAD, sender: SENDER }).subject).toBe("Ihr Portal");
  });

  it("and leaves every other gap, and what is whole", () => {
    const body = "Guten Tag Frau Groß,\n\nbei [Firma] ist viel zu tun.\n\nViele Grüße\nJ. Übel";
    expect(finish(body).body).toBe(body);
  });

  it.each([
    ["Betreff: Hallo\n\nGuten Tag,\n\nText", "Guten Tag,\n\nText"],
    ["Guten Tag,\\n\\nText", "Guten Tag,\n\nText"],
    ["Guten Tag,<br>\nFern\u200bwärme", "Guten Tag,\nFernwärme"],
    ["**Betreff:** Hallo\n\n## Guten Tag\n\n* **Eins**\n* _zwei_", "Guten Tag\n\n- Eins\n- zwei"],
    ["Kund*innen und *alle* anderen: 3 * 4", "Kund*innen und alle anderen: 3 * 4"],
    [
      "[Portal](https://a.example/x_y_z) und <b@a.example>",
      "Portal (https://a.example/x_y_z) und b@a.example",
    ],
    [" Guten Tag, \r\n\r\n\r\n\r\nText\n\n", "Guten Tag,\n\nText"],
  ])("in plain signs: %j", (given, body) => {
    expect(finish(given)).toEqual({ subject: "Ihr Portal", body });
  });
});
