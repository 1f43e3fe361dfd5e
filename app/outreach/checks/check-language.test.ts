import { expect, it } from "vitest";
import { emailOf, factsOf } from "~tests/email";
import { checkLanguage } from "./check-language";

const FACTS = factsOf();
const ENGLISH =
  "Dear Sir or Madam,\n\nwe build customer portals for utilities. Would you like to see how it works?\n\nKind regards\nJonas Übel";

it.each([
  ["a whole English email", { subject: "Customer portal", body: ENGLISH }],
  ["an English sentence among German ones", emailOf("Guten Tag,\n\nwe can help you with that.")],
  ["an English subject", emailOf("Ein Portal hilft.", "A proposal for your company")],
  [
    "another language",
    emailOf("nous proposons un portail pour vos clients et leurs contrats, simple et clair."),
  ],
  ["a list of words", emailOf("Portal Kunde Vertrag Rechnung Zähler Strom Wärme Netz Gas Wasser")],
])("refuses %s", (_, email) => {
  expect(checkLanguage(email, FACTS)).toHaveLength(1);
});

it.each([
  "ein Portal nimmt Ihrem Kundenservice viel Arbeit ab.",
  "Portale: einfach, schnell, günstig im Betrieb.",
  "unser Customer Service und Smart Metering as a Service passen zusammen.",
  "Wärmekunden haben andere Fragen als Stromkunden. Unser Portal berücksichtigt das.",
])("takes „%s“", (text) => {
  expect(checkLanguage(emailOf(text), FACTS)).toEqual([]);
});

it("takes the language that the person wants", () => {
  const facts = factsOf({ instructions: "Bitte auf Englisch." });
  expect(checkLanguage({ subject: "Portal", body: ENGLISH }, facts)).toEqual([]);
});

it("takes English names of the team's things", () => {
  const text = "unser Service as you like it for me hilft.";
  expect(checkLanguage(emailOf(text), FACTS)).toHaveLength(1);
  const facts = factsOf({ instructions: "Produkt: Service as you like it for me" });
  expect(checkLanguage(emailOf(text), facts)).toEqual([]);
});
