import { describe, expect } from "vitest";
import { findEvents } from "~db/queries/leads";
import { ask, askAll, calls, lookups, startWithRows } from "~tests/email-search";
import { foundPerson, NOT_FOUND } from "~tests/fake-providers";
import { it, openTestStore } from "~tests/store";
import { companyEmails, personEmails } from "./email-question";

const ERIKA = { name: "Erika Mustermann", title: "Geschäftsführerin", profileUrl: null };
const FIRMA = { lead: { domain: "firma.de" } };
const erikaAtFirma = () => foundPerson("erika@firma.de");

describe("an answer about a lead's decision-maker", () => {
  it("gives the lead address and person with one event, and the result its person", async ({
    db,
  }) => {
    const profileUrl = "https://www.linkedin.com/in/erika";
    const answer = () => foundPerson("erika@firma.de", { profileUrl });
    const { asked, job, leads, results } = await ask(db, [FIRMA], answer);
    expect(asked).toEqual(["firma.de ceo"]);
    const contact = {
      contactName: ERIKA.name,
      contactTitle: ERIKA.title,
      contactProfileUrl: profileUrl,
    };
    expect(leads).toMatchObject([
      { email: "erika@firma.de", emails: '["erika@firma.de"]', ...contact },
    ]);
    expect(results).toMatchObject([{ emailState: "found", ...contact }]);
    const events = await findEvents(db, leads[0]?.seq ?? 0);
    expect(events).toMatchObject([{ kind: "email_found", jobId: job.id }]);
    expect(JSON.parse(events[0]?.changes ?? "")).toMatchObject({
      email: { from: null, to: "erika@firma.de" },
      contactName: { from: null, to: ERIKA.name },
    });
    expect(await calls(db)).toMatchObject([{ step: "email firma.de", creditsCharged: 2 }]);
    expect(await lookups(db)).toMatchObject([
      { subject: "firma.de", question: "decision-maker:ceo", domain: "firma.de", state: "found" },
    ]);
  });

  it.each([
    ["has a person", { contactName: "Karl Kunde" }],
    ["has a function", { contactTitle: "Einkauf" }],
    ["lost its person by hand", { editedFields: '["contactName"]' }],
    ["had its function edited", { editedFields: '["contactTitle"]' }],
  ])("leaves the person of a lead that %s", async (_, fields) => {
    const rows = [{ lead: { domain: "firma.de", ...fields } }];
    const { leads, results } = await ask(openTestStore(), rows, erikaAtFirma);
    const nobody = { contactName: null, contactTitle: null, contactProfileUrl: null };
    expect(leads).toMatchObject([{ email: "erika@firma.de", ...nobody, ...fields }]);
    expect(results).toMatchObject([{ contactName: ERIKA.name }]);
  });
});

describe("an address at another domain", () => {
  it("is kept with its person, and one warning says so", async ({ db }) => {
    const domains = ["eins.de", "zwei.de", "drei.de", "vier.de", "fuenf.de"];
    const addresses: Record<string, string> = { eins: "erika@shop.eins.de", zwei: "erika@gmx.de" };
    const { leads, states, warnings } = await ask(
      db,
      domains.map((domain) => ({ lead: { domain } })),
      (asked) => foundPerson(addresses[asked.split(".")[0] ?? ""] ?? "erika@konzern.de"),
    );
    const other = "other_domain";
    expect(states).toEqual(["found", other, other, other, other]);
    expect(leads.map(({ email, contactName }) => [email, contactName])).toEqual([
      ["erika@shop.eins.de", ERIKA.name],
      ["erika@gmx.de", ERIKA.name],
      ...Array(3).fill(["erika@konzern.de", ERIKA.name]),
    ]);
    expect(warnings).toEqual([
      "4 gefundene Adressen gehören zu einer anderen Domain als die Firma; bitte prüfen: zwei.de (gefunden: gmx.de), drei.de (gefunden: konzern.de), vier.de (gefunden: konzern.de) …",
    ]);
  });

  it("is fine where a company itself has its mailbox there, behind its own", async ({ db }) => {
    const answers: Record<string, string[]> = {
      "eins.de": ["info@eins.de", "info@konzern.de"],
      "zwei.de": ["info@konzern.de", "post@konzern.de"],
    };
    const { leads, warnings } = await ask(
      db,
      Object.keys(answers).map((domain) => ({ lead: { domain } })),
      (asked) => ({ state: "found", emails: answers[asked] ?? [], creditsCharged: 1 }),
      companyEmails,
    );
    expect(leads.map(({ emails }) => JSON.parse(emails))).toEqual(Object.values(answers));
    expect(warnings).toEqual([]);
  });
});

describe("the question for a person", () => {
  const max = { contactName: "Max Muster", contactTitle: "Einkäufer", contactProfileUrl: null };

  it("gives the lead the person that the result names, with what was found besides", async ({
    db,
  }) => {
    const profileUrl = "https://www.linkedin.com/in/max";
    const contact = { name: "Dr. Max Muster", title: "CPO", profileUrl };
    const scene = await startWithRows(db, [{ ...FIRMA, ...max }], { kind: "profiles" });
    const answer = () => foundPerson("max@firma.de", contact);
    const { asked, leads } = await askAll(db, scene, answer, personEmails);
    expect(asked).toEqual(["firma.de Max Muster"]);
    expect(leads).toMatchObject([{ email: "max@firma.de", ...max, contactProfileUrl: profileUrl }]);
    expect(await lookups(db)).toMatchObject([{ question: "person:max muster" }]);
    expect((await calls(db)).map(({ step }) => step)).toEqual(["email firma.de"]);
  });

  it("is not asked where nobody is named", async ({ db }) => {
    const rows = [FIRMA, { companyName: "Nur Name" }];
    const { asked, results } = await ask(db, rows, () => NOT_FOUND, personEmails);
    expect(asked).toEqual([]);
    expect(results.map((row) => [row.emailState, row.skipReason])).toEqual([
      [null, null],
      [null, "no_domain"],
    ]);
  });
});

describe("the memory of answers about persons", () => {
  it("answers with person and address, by any spelling of the name, and counts it", async ({
    db,
  }) => {
    await ask(db, [{ companyName: "Müller GmbH" }], () => foundPerson("erika@mueller.de"));
    await db.deleteFrom("leads").execute();
    const second = await ask(db, [{ companyName: "MUELLER  GmbH" }], () => NOT_FOUND);
    expect(second.asked).toEqual([]);
    expect(second.leads).toMatchObject([
      { domain: "mueller.de", email: "erika@mueller.de", contactName: ERIKA.name },
    ]);
    const usage = await db
      .selectFrom("providerUsage")
      .select(["calls", "saved"])
      .where("jobId", "=", second.job.id)
      .execute();
    expect(usage).toEqual([{ calls: 0, saved: 1 }]);
  });
});
