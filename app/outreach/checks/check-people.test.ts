import { describe, expect, it } from "vitest";
import { EMPTY_SENDER, factsOf, SENDER } from "~tests/email";
import { checkPeople } from "./check-people";
import { checkSignature } from "./check-signature";

const mail = (body: string) => ({ subject: "Ihr Portal", body });
const FACTS = factsOf();
const NOBODY = factsOf({ lead: { contactName: null } });

describe("people", () => {
  it.each([
    ["Guten Tag Thomas Müller,\n\nText", "Thomas Müller"],
    ["Hallo Herr Schmidt,\n\nText", "Schmidt"],
    ["Sehr geehrter Herr Dr. Meier,\n\nText", "Meier"],
    ["Liebe Frau Klein,\n\nText", "Klein"],
    ["Guten Tag Anna Klein,\n\nText", "Klein"],
    ["Guten Tag,\n\nHerr Schmidt aus meinem Team hilft.", "Schmidt"],
    ["Guten Tag,\n\nDr. Weber leitet das Projekt.", "Weber"],
    ["Guten Tag,\n\nmein Kollege Olaf Fernau hilft.", "Olaf Fernau"],
    ["Guten Tag,\n\nSabine Krause schrieb mir.", "Sabine Krause"],
  ])("refuses „%s“", (body, name) => {
    expect(checkPeople(mail(body), FACTS).join(" ")).toContain(name);
  });

  it.each([
    "Guten Tag Frau Groß,\n\nText",
    "Sehr geehrte Frau Groß,\n\nText",
    "Hallo Frau Anna Groß,\n\nText",
    "Liebe Anna Groß,\n\nText",
    "Sehr geehrter Herr Groß,\n\nText",
  ])("refuses the guess of „%s“", (body) => {
    expect(checkPeople(mail(body), FACTS)).toEqual([
      "Die Anrede rät das Geschlecht; es ist nicht bekannt. Richtig ist der volle Name.",
    ]);
  });

  it.each([
    "Guten Tag Anna Groß,\n\nText",
    "Guten Tag,\n\nText",
    "Hallo,\n\nText",
    "Sehr geehrte Damen und Herren,\n\nText",
    "Liebes Team der Stadtwerke Kieferntal,\n\nText",
    "Guten Tag zusammen,\n\nText",
    "Guten Tag Anna Groß,\n\nich bin Jonas Übel von der Nordlicht Software GmbH.",
    "Guten Tag Anna Groß,\n\nIhre Kolleginnen und Kollegen im Kundenservice profitieren.",
    "Guten Tag Anna Groß,\n\nIhr Ansprechpartner für Portale bin ich.",
  ])("takes „%s“", (body) => {
    expect(checkPeople(mail(body), FACTS)).toEqual([]);
  });

  it("takes „Frau“ where the record says it, or the person", () => {
    const body = mail("Guten Tag Frau Groß,\n\nText");
    expect(checkPeople(body, factsOf({ lead: { contactName: "Frau Anna Groß" } }))).toEqual([]);
    expect(checkPeople(body, factsOf({ instructions: "Anrede: Frau Groß" }))).toEqual([]);
  });

  it("takes no name where none is known", () => {
    expect(checkPeople(mail("Guten Tag Anna Groß,\n\nText"), NOBODY)).not.toEqual([]);
  });
});

describe("the signature", () => {
  const closing = "Guten Tag,\n\nText\n\nMit freundlichen Grüßen\n";

  it.each([
    "Max Berger",
    "Jonas Übel\nGeschäftsführer",
    "Jonas Übel\nAndere Software AG",
    "Jonas Übel\nTel. 089 99999",
    "Ihr Team von Südlicht",
    "Jonas Übel\n\nPS: Wir schenken Ihnen das Portal.",
  ])("refuses „%s“", (signature) => {
    expect(checkSignature(mail(closing + signature), FACTS)).toHaveLength(1);
  });

  it.each([
    "Jonas Übel",
    "Jonas Übel\nVertrieb\nNordlicht Software GmbH",
    "Jonas Übel | Vertrieb | Nordlicht Software GmbH",
    "Jonas Übel, Vertrieb\nTel.: 030 23125 017\nE-Mail: jonas.uebel@nordlicht.example",
    "Jonas Übel\nTelefon 03023125017\nwww.nordlicht.example",
    "Ihr Jonas Übel",
    "",
  ])("takes „%s“", (signature) => {
    expect(checkSignature(mail(closing + signature), FACTS)).toEqual([]);
  });

  it("is empty where nothing is known of the sender", () => {
    const facts = factsOf({ sender: EMPTY_SENDER });
    expect(checkSignature(mail(closing), facts)).toEqual([]);
    expect(checkSignature(mail(`${closing}${SENDER.name}`), facts)).toHaveLength(1);
  });
});
