import { describe, expect } from "vitest";
import { findEvents, parseList } from "~db/queries/leads";
import {
  allLeads,
  allResults,
  ask,
  calls,
  lookups,
  resultOf,
  startWithResults,
  statesOf,
} from "~tests/email-search";
import { foundPerson, NOT_FOUND } from "~tests/fake-providers";
import { it, openTestStore } from "~tests/store";
import { companyEmails, decisionMaker, personEmails } from "./email-question";

const ERIKA = { name: "Erika Mustermann", title: "Geschäftsführerin", profileUrl: null };

describe("an answer about a lead's decision-maker", () => {
  it("gives the lead address and person with one event, and the result its person", async () => {
    const db = await openTestStore();
    const scene = await startWithResults(db, [await resultOf(db, { domain: "firma.de" })]);
    const profileUrl = "https://www.linkedin.com/in/erika";
    const finder = await ask(scene, () => foundPerson("erika@firma.de", { profileUrl }));
    expect(finder.asked).toEqual(["firma.de ceo"]);
    const contact = {
      contactName: ERIKA.name,
      contactTitle: ERIKA.title,
      contactProfileUrl: profileUrl,
    };
    const [lead] = await allLeads(db);
    expect(lead).toMatchObject({
      email: "erika@firma.de",
      emails: '["erika@firma.de"]',
      ...contact,
    });
    expect(await allResults(db, scene)).toMatchObject([{ emailState: "found", ...contact }]);
    const events = await findEvents(db, lead?.seq ?? 0);
    expect(events).toMatchObject([{ kind: "email_found", jobId: scene.job.id }]);
    expect(JSON.parse(events[0]?.changes ?? "")).toMatchObject({
      email: { from: null, to: "erika@firma.de" },
      contactName: { from: null, to: ERIKA.name },
    });
    expect(await calls(db)).toMatchObject([{ step: "email firma.de", creditsCharged: 2 }]);
    expect(await lookups(db)).toMatchObject([
      { subject: "firma.de", question: "decision-maker:ceo", domain: "firma.de", state: "found" },
    ]);
  });

  it("puts the address behind those that are there, once", async ({ db }) => {
    const known = { email: "info@firma.de", emails: '["info@firma.de","post@firma.de"]' };
    const one = await resultOf(db, { domain: "firma.de", ...known });
    const two = await resultOf(db, {
      domain: "zwei.de",
      email: "Erika@Zwei.de",
      emails: '["Erika@Zwei.de"]',
      contactName: "Karl",
    });
    await ask(await startWithResults(db, [one, two]), (asked) =>
      foundPerson(`erika@${asked.split(" ")[0]}`),
    );
    expect(await allLeads(db)).toMatchObject([
      { email: "info@firma.de", emails: '["info@firma.de","post@firma.de","erika@firma.de"]' },
      { email: "Erika@Zwei.de", emails: '["Erika@Zwei.de"]', contactName: "Karl", version: 1 },
    ]);
  });

  it.each([
    ["has a person", { contactName: "Karl Kunde" }],
    ["has a function", { contactTitle: "Einkauf" }],
    ["lost its person by hand", { editedFields: '["contactName"]' }],
    ["had its function edited", { editedFields: '["contactTitle"]' }],
  ])("leaves the person of a lead that %s", async (_, fields) => {
    const db = await openTestStore();
    const scene = await startWithResults(db, [
      await resultOf(db, { domain: "firma.de", ...fields }),
    ]);
    const before = await allLeads(db);
    await ask(scene, () => foundPerson("erika@firma.de"));
    const [lead] = await allLeads(db);
    const { contactName, contactTitle, contactProfileUrl } = before[0] ?? {};
    expect(lead).toMatchObject({ email: "erika@firma.de", contactName, contactTitle });
    expect(lead?.contactProfileUrl).toBe(contactProfileUrl);
    expect(await allResults(db, scene)).toMatchObject([{ contactName: ERIKA.name }]);
  });

  it.each(['["email"]', '["emails"]'])("leaves addresses that were edited: %s", async (edited) => {
    const db = await openTestStore();
    const lead = { domain: "firma.de", editedFields: edited };
    await ask(await startWithResults(db, [await resultOf(db, lead)]), () =>
      foundPerson("erika@firma.de"),
    );
    expect(await allLeads(db)).toMatchObject([
      { email: null, emails: "[]", contactName: ERIKA.name },
    ]);
    const [{ seq } = { seq: 0 }] = await allLeads(db);
    expect(await findEvents(db, seq)).toMatchObject([{ kind: "updated" }]);
  });

  it("with an unsure address gives the person alone", async ({ db }) => {
    const scene = await startWithResults(db, [await resultOf(db, { domain: "firma.de" })]);
    await ask(scene, () => ({
      state: "risky",
      emails: [],
      unverifiedEmail: "erika@firma.de",
      contact: ERIKA,
      creditsCharged: 0,
    }));
    expect(await allLeads(db)).toMatchObject([{ email: null, contactName: ERIKA.name }]);
    expect(await statesOf(db, scene.job.id)).toEqual(["risky"]);
    expect(await lookups(db)).toMatchObject([{ address: "erika@firma.de", emails: "[]" }]);
  });
});

describe("an address at another domain", () => {
  it("is not taken over, nor its person, and one warning says so", async ({ db }) => {
    const domains = ["eins.de", "zwei.de", "drei.de", "vier.de", "fuenf.de"];
    const rows = await Promise.all(domains.map((domain) => resultOf(db, { domain })));
    const scene = await startWithResults(db, rows);
    await ask(scene, (asked) =>
      asked.startsWith("eins.de")
        ? foundPerson("erika@shop.eins.de")
        : foundPerson(asked.startsWith("zwei.de") ? "erika@gmx.de" : "erika@konzern.de"),
    );
    const other = "other_domain";
    expect(await statesOf(db, scene.job.id)).toEqual(["found", other, other, other, other]);
    expect((await allLeads(db)).map(({ email, contactName }) => [email, contactName])).toEqual([
      ["erika@shop.eins.de", ERIKA.name],
      ...Array(4).fill([null, null]),
    ]);
    expect(parseList(scene.run.job.warnings)).toEqual([
      "4 gefundene Adressen gehören zu einer anderen Domain als die Firma und wurden nicht übernommen: zwei.de (gefunden: gmx.de), drei.de (gefunden: konzern.de), vier.de (gefunden: konzern.de) …",
    ]);
  });

  it("is fine where a company itself has its mailbox there, behind those of its own", async () => {
    const db = await openTestStore();
    const rows = [
      await resultOf(db, { domain: "eins.de" }),
      await resultOf(db, { domain: "zwei.de" }),
    ];
    const scene = await startWithResults(db, rows);
    const answers: Record<string, string[]> = {
      "eins.de": ["info@eins.de", "info@konzern.de"],
      "zwei.de": ["info@konzern.de", "post@konzern.de"],
    };
    await ask(
      scene,
      (asked) => ({ state: "found", emails: answers[asked] ?? [], creditsCharged: 1 }),
      companyEmails,
    );
    expect((await allLeads(db)).map(({ emails }) => emails)).toEqual([
      '["info@eins.de","info@konzern.de"]',
      '["info@konzern.de","post@konzern.de"]',
    ]);
    expect(parseList(scene.run.job.warnings)).toEqual([]);
  });

  it("that is unsure keeps its person from the lead, too", async ({ db }) => {
    const scene = await startWithResults(db, [await resultOf(db, { domain: "firma.de" })]);
    const unverifiedEmail = "erika@konzern.de";
    await ask(scene, () => ({ ...NOT_FOUND, state: "risky", unverifiedEmail, contact: ERIKA }));
    expect(await allLeads(db)).toMatchObject([{ contactName: null }]);
    expect(await statesOf(db, scene.job.id)).toEqual(["risky"]);
  });
});

describe("the question for a person", () => {
  const max = { contactName: "Max Muster", contactTitle: "Einkäufer", contactProfileUrl: null };

  it("gives the lead the person that the result names, with what was found besides", async () => {
    const db = await openTestStore();
    const scene = await startWithResults(
      db,
      [{ ...(await resultOf(db, { domain: "firma.de" })), ...max }],
      { kind: "profiles" },
    );
    const profileUrl = "https://www.linkedin.com/in/max";
    const contact = { name: "Dr. Max Muster", title: "CPO", profileUrl };
    const finder = await ask(scene, () => foundPerson("max@firma.de", contact), personEmails);
    expect(finder.asked).toEqual(["firma.de Max Muster"]);
    expect(await allLeads(db)).toMatchObject([
      { email: "max@firma.de", ...max, contactProfileUrl: profileUrl },
    ]);
    expect(await lookups(db)).toMatchObject([{ question: "person:max muster" }]);
    expect((await calls(db)).map(({ step }) => step)).toEqual(["email firma.de"]);
  });

  it("is not asked where nobody is named", async ({ db }) => {
    const scene = await startWithResults(db, [
      await resultOf(db, { domain: "firma.de" }),
      { companyName: "Nur Name" },
    ]);
    const finder = await ask(scene, () => NOT_FOUND, personEmails);
    expect(finder.asked).toEqual([]);
    expect((await allResults(db, scene)).map((row) => [row.emailState, row.skipReason])).toEqual([
      [null, null],
      [null, "no_domain"],
    ]);
  });
});

describe("the memory of answers about persons", () => {
  it("answers with person and address, by any spelling of the name, and counts it", async () => {
    const db = await openTestStore();
    const first = await startWithResults(db, [{ companyName: "Müller GmbH" }]);
    await ask(first, () => foundPerson("erika@mueller.de"));
    await db.deleteFrom("leads").execute();
    const second = await startWithResults(db, [{ companyName: "MUELLER  GmbH" }]);
    const finder = await ask(second, () => NOT_FOUND);
    expect(finder.asked).toEqual([]);
    expect(await allLeads(db)).toMatchObject([
      { domain: "mueller.de", email: "erika@mueller.de", contactName: ERIKA.name },
    ]);
    const usage = await db
      .selectFrom("providerUsage")
      .select(["calls", "saved"])
      .where("jobId", "=", second.job.id)
      .execute();
    expect(usage).toEqual([{ calls: 0, saved: 1 }]);
  });

  it("keeps questions apart", async ({ db }) => {
    const row = await resultOf(db, { domain: "firma.de" });
    await ask(await startWithResults(db, [row]), () => NOT_FOUND);
    const sales = await ask(
      await startWithResults(db, [row]),
      () => NOT_FOUND,
      decisionMaker("sales"),
    );
    const company = await ask(await startWithResults(db, [row]), () => NOT_FOUND, companyEmails);
    expect([sales.asked, company.asked]).toEqual([["firma.de sales"], ["firma.de"]]);
  });
});
