import { expect, it } from "vitest";
import { answerOutreach } from "./outreach";

const LEAD = {
  companyName: "Stadtwerke Kieferntal GmbH",
  city: "Kieferntal",
  contactName: "Anna Groß",
  companyType: "Stadtwerke",
  topics: ["Strom", "Gas", "Glasfaser"],
};
const SENDER = {
  name: "Jonas Übel",
  position: "Vertrieb",
  company: "Nordlicht GmbH",
  email: "",
  phone: "",
  website: "",
};
const OFFER = {
  sells: "Software für Kundenportale. Und vieles mehr.",
  package: { name: "Premium", description: "Für Versorger." },
};

function ask(change: object = {}, attempt = 0) {
  const data = {
    lead: LEAD,
    sender: SENDER,
    offer: OFFER,
    tone: "formell",
    instructions: "",
    ...change,
  };
  const answer = answerOutreach(data, attempt);
  if (answer === undefined) throw new Error("not understood");
  return answer;
}

it("writes formally, from the fields it is given", () => {
  const { subject, body } = ask();
  expect(subject).toBe("Software für Kundenportale: ein Vorschlag für Stadtwerke Kieferntal GmbH");
  expect(body).toMatch(/^Guten Tag Anna Groß,\n\n/);
  for (const words of [
    "Stadtwerke Kieferntal GmbH",
    "Strom, Gas und Glasfaser",
    "Software für Kundenportale.",
    "das Paket Premium (Für Versorger).",
  ]) {
    expect(body).toContain(words);
  }
  expect(body).not.toContain("vieles mehr");
  expect(body).toMatch(/\n\nMit freundlichen Grüßen\nJonas Übel\nVertrieb\nNordlicht GmbH$/);
});

it("writes in a relaxed way, and to nobody by name where no name is known", () => {
  expect(ask({ tone: "locker" }).body).toMatch(/^Hallo Anna Groß,.*Viele Grüße\nJonas Übel/s);
  const lead = { companyName: "Maler Vogt" };
  expect(ask({ lead }).body).toMatch(/^Sehr geehrte Damen und Herren,/);
  expect(ask({ lead, tone: "locker" }).body).toMatch(/^Guten Tag,/);
});

it("differs between the tones in every paragraph", () => {
  const [formal, casual] = [ask(), ask({ tone: "locker" })].map(({ body }) => body.split("\n\n"));
  expect(formal).toHaveLength(6);
  for (const paragraph of formal ?? []) expect(casual).not.toContain(paragraph);
});

it("speaks of what the team sells, and not of what the firm does", () => {
  const lead = { companyName: "Dach Vogt", topics: ["Dacharbeiten"] };
  expect(ask({ lead }).subject).toBe("Software für Kundenportale: ein Vorschlag für Dach Vogt");
  expect(ask({ lead, tone: "locker" }).subject).toMatch(/: eine Idee für Dach Vogt$/);
  const sells = "Alles, was Betriebe brauchen.";
  expect(ask({ lead, offer: { sells } }).subject).toBe("Alles: ein Vorschlag für Dach Vogt");
  expect(ask({ lead: { companyName: "Dach ".repeat(40) } }).subject.length).toBeLessThan(111);
  expect(ask({ offer: { sells: "" }, lead: {} }).subject).toBe("Ein Vorschlag");
});

it("says what it is asked to say", () => {
  const wish = "Einladung zur Vorführung am 4. Dezember";
  expect(ask({ instructions: wish }).body).toContain(`Folgendes: ${wish}.`);
  expect(ask({ instructions: `Bitte kurz. ${wish}.`, tone: "locker" }).body).toContain(
    `Und noch etwas: ${wish}.`,
  );
  expect(ask({ instructions: "Bitte erwähne unser Büro vor Ort" }).body).toContain(
    "Folgendes: unser Büro vor Ort.",
  );
  expect(ask({ instructions: "Bitte kurz." }).body).not.toContain("Folgendes");
});

it("names the town once", () => {
  expect(ask().body.match(/Kieferntal/g)).toHaveLength(1);
  expect(ask({ lead: { ...LEAD, companyName: "Energie AG" } }).body).toContain(
    "Energie AG in Kieferntal",
  );
});

it("follows simple wishes", () => {
  expect(ask({ instructions: "Bitte um einen Termin." }).body).toContain("kurzes Telefonat?");
  expect(ask({ instructions: "Bitte kurz." }).body).not.toContain("Premium");
  expect(ask({ instructions: "Ohne Paket." }).body).not.toContain("Premium");
  expect(ask({ instructions: "Bitte duzen.", tone: "locker" }).body).toContain("für euch");
  expect(ask({ instructions: "Bitte duzen." }).body).not.toContain("euch");
});

it("has at most 160 words, and fewer when an answer did not fit", () => {
  const long = "Wort ".repeat(300);
  const { body } = ask({ offer: { sells: long, package: { name: "Premium", description: long } } });
  expect(body.split(/\s+/).length).toBeLessThanOrEqual(160);
  expect(ask({}, 1).body.length).toBeLessThan(ask().body.length);
});

it("knows its own data only", () => {
  expect(answerOutreach([], 0)).toBeUndefined();
});
