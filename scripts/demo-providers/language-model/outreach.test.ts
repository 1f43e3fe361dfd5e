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
  expect(subject).toBe("Unser Angebot zum Thema Strom");
  expect(body).toMatch(/^Guten Tag Anna Groß,\n\n/);
  for (const words of [
    "Stadtwerke Kieferntal GmbH",
    "Strom, Gas und Glasfaser",
    "Software für Kundenportale.",
    "Premium",
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
