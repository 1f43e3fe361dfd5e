import { describe, expect, it } from "vitest";
import { parseLeadForm, toFieldText } from "./lead-form";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("a form of the panel", () => {
  it("asks for what the person changed, and for nothing else", () => {
    const form = formOf({
      status: "qualifiziert",
      "seen.status": "neu",
      companyType: "Stadtwerk",
      "seen.companyType": "Stadtwerk",
      salesScore: "4",
      "seen.salesScore": "",
      topics: "Gas, Wasser ,, Gas",
      "seen.topics": "Gas",
    });
    expect(parseLeadForm(form)).toMatchObject({
      success: true,
      patch: { status: "qualifiziert", salesScore: 4, topics: ["Gas", "Wasser"] },
      changed: { status: "qualifiziert", salesScore: "4", topics: "Gas, Wasser ,, Gas" },
      seen: { status: "neu", companyType: "Stadtwerk", salesScore: "", topics: "Gas" },
    });
  });

  it("clears what the person emptied", () => {
    const form = formOf({
      notes: " \r\n ",
      "seen.notes": "alt",
      priority: "",
      "seen.priority": "hoch",
    });
    expect(parseLeadForm(form)).toMatchObject({ patch: { notes: null, priority: null } });
  });

  it("takes the line ends that browsers send for no change", () => {
    const form = formOf({ notes: "eins\r\nzwei", "seen.notes": "eins\nzwei" });
    expect(parseLeadForm(form)).toMatchObject({ success: true, patch: {}, changed: {} });
    expect(toFieldText("eins\r\nzwei")).toBe("eins\nzwei");
  });

  it("does not mind a value on the screen that is older than the rules for new ones", () => {
    const long = "x".repeat(9_000);
    const form = formOf({
      salesReason: long,
      "seen.salesReason": long,
      offerPackage: "Basis",
      "seen.offerPackage": "",
    });
    expect(parseLeadForm(form)).toMatchObject({
      success: true,
      patch: { offerPackage: "Basis" },
      seen: { salesReason: long, offerPackage: "" },
    });
  });

  it.each([
    ["status", "erledigt", /Erlaubt sind/],
    ["salesScore", "6", /von 1 bis 5/],
    ["salesScore", "viel", /./],
    ["companyType", "x".repeat(201), /Höchstens 200 Zeichen/],
    ["notes", "x".repeat(20_001), /Höchstens 20\.000 Zeichen/],
    ["topics", "x".repeat(101), /Höchstens 100 Zeichen/],
  ])("names the field at fault and keeps all that was typed: %s", (field, value, message) => {
    const parsed = parseLeadForm(formOf({ [field]: value, offerPackage: "Basis" }));
    expect(parsed).toMatchObject({
      success: false,
      values: { [field]: value, offerPackage: "Basis" },
      errors: { [field]: expect.stringMatching(message) },
    });
  });
});
