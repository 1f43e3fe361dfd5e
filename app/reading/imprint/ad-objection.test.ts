import { describe, expect, it } from "vitest";
import { findAdObjection } from "./ad-objection";

describe("an objection to advertising", () => {
  it.each([
    "Der Nutzung der hier veröffentlichten Kontaktdaten für nicht angeforderte Werbung wird hiermit widersprochen.",
    "DER VERWENDUNG UNSERER ADRESSE FÜR WERBUNG WIRD AUSDRÜCKLICH WIDERSPROCHEN.",
    "Gemaess Datenschutzgesetz widersprechen wir jeder kommerziellen Verwendung unserer Daten.",
    "Einer Nutzung meiner Telefonnummer für Werbung widerspreche ich.",
    "Die Zusendung von Werbung an unsere E-Mail-Adresse ist untersagt.",
    "Keine Werbung erwünscht.",
    "Bitte senden Sie uns keine Werbung.",
    "Werbeanrufe verbitten wir uns.",
    "Bei unverlangter Zusendung von Werbung behalten wir uns rechtliche Schritte vor.",
    "We object to the use of our contact data for unsolicited advertising.",
  ])("is found: %s", (sentence) => {
    const lines = ["Impressum", "Maler Beispiel GmbH", `Hinweis. ${sentence} Stand: Mai`];
    expect(findAdObjection(lines)).toBe(sentence);
  });

  it("is found in wrapped lines", () => {
    const lines = [
      "Der Nutzung unserer im Impressum veröffentlichten Daten zur Zusendung von",
      "Werbung und von Angeboten aller Art widersprechen wir",
      "ausdrücklich.",
    ];
    expect(findAdObjection(lines)).toBe(lines.join(" "));
  });

  it.each([
    "Werden Ihre Daten für Direktwerbung verarbeitet, haben Sie das Recht, jederzeit Widerspruch einzulegen.",
    "WENN SIE WIDERSPRECHEN, WERDEN IHRE DATEN NICHT MEHR FÜR DIREKTWERBUNG VERWENDET.",
    "Der Nutzung für Werbung kann jederzeit widersprochen werden.",
    "Wird der Verarbeitung für Werbung widersprochen, endet sie.",
    "Sie können Cookies zu Werbezwecken in Ihrem Browser widersprechen.",
    "Eine Weitergabe Ihrer Daten zu Werbezwecken ist unzulässig.",
    "Wir geben E-Mail-Adressen nicht für Werbung weiter.",
    "Entgegenstehenden Bedingungen wird hiermit widersprochen.",
    "Die Nutzung unserer Bilder für kommerzielle Zwecke ist untersagt.",
    "Wir machen Werbung, die ankommt: keine Werbung ohne Idee.",
  ])("is not seen in: %s", (sentence) => {
    expect(findAdObjection([sentence])).toBeNull();
  });
});
