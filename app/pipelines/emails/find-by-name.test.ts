import { describe, expect } from "vitest";
import { parseList } from "~db/queries/leads";
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
import { deleteLeads, eraseLeads } from "../../leads/trash/delete-leads.server";
import type { EmailAnswer } from "../../providers/email-finder";
import { ProviderError } from "../../providers/provider-error";
import { personEmails } from "./email-question";

const ERIKA = { name: "Erika Mustermann", title: "Geschäftsführerin", profileUrl: null };
const BY = { actor: "anna", now: Date.now() };

describe("a company of which only the name is known", () => {
  it("becomes a lead at the domain of the address, in one step with the call", async ({ db }) => {
    const scene = await startWithResults(db, [{ companyName: "Müller Bäder GmbH" }]);
    const finder = await ask(scene, () => foundPerson("erika@xn--mller-bder-w5a5z.de"));
    expect(finder.asked).toEqual(["Müller Bäder GmbH ceo"]);
    const [lead] = await allLeads(db);
    expect(lead).toMatchObject({
      domain: "xn--mller-bder-w5a5z.de",
      companyName: "Müller Bäder GmbH",
      email: "erika@xn--mller-bder-w5a5z.de",
      contactName: ERIKA.name,
      sourceType: "csv",
      sourceTerm: "Liste.csv",
    });
    expect(await allResults(db, scene)).toMatchObject([
      {
        leadSeq: lead?.seq,
        domain: "xn--mller-bder-w5a5z.de",
        isNew: 1,
        skipReason: null,
        emailState: "found",
        contactName: ERIKA.name,
      },
    ]);
    expect(scene.run.job).toMatchObject({ stored: 1, fresh: 1, progress: 99 });
    expect(await calls(db)).toMatchObject([{ step: "email #1", status: "answered" }]);
    expect(await lookups(db)).toMatchObject([
      { subject: "name:mueller baeder gmbh", domain: "xn--mller-bder-w5a5z.de" },
    ]);
  });

  it("is known by an unsure address, too, which nobody writes to", async ({ db }) => {
    const scene = await startWithResults(db, [{ companyName: "Firma" }]);
    const unverifiedEmail = "erika@firma.de";
    await ask(scene, () => ({ ...NOT_FOUND, state: "risky", unverifiedEmail, contact: ERIKA }));
    expect(await allLeads(db)).toMatchObject([
      { domain: "firma.de", email: null, contactName: ERIKA.name },
    ]);
    expect(await statesOf(db, scene.job.id)).toEqual(["risky"]);
  });

  it("is not where one of its people sits by now, whose domain is another company's", async () => {
    const db = await openTestStore();
    const contactName = ERIKA.name;
    const scene = await startWithResults(db, [
      { companyName: "Elektro Wendelgrund", contactName },
      { companyName: "Stadtwerke Musterstadt GmbH", contactName },
    ]);
    const answers: Record<string, string> = {
      "Elektro Wendelgrund Erika Mustermann": "erika@konzern-beispiel.de",
      "Stadtwerke Musterstadt GmbH Erika Mustermann": "erika@sw-musterstadt.de",
    };
    await ask(scene, (asked) => foundPerson(answers[asked] ?? ""), personEmails);
    expect((await allLeads(db)).map(({ domain }) => domain)).toEqual(["sw-musterstadt.de"]);
    expect(await allResults(db, scene)).toMatchObject([
      { leadSeq: null, domain: null, skipReason: "no_domain", emailState: "other_domain" },
      { domain: "sw-musterstadt.de", skipReason: null },
    ]);
    expect(parseList(scene.run.job.warnings)[0]).toContain(
      "Elektro Wendelgrund (gefunden: konzern-beispiel.de)",
    );
  });

  it("gets the addresses of all its people, and stays one lead", async ({ db }) => {
    const scene = await startWithResults(db, [
      { companyName: "Wendelgrund", contactName: "Eva Nord" },
      { companyName: "Wendelgrund", contactName: "Otto Süd" },
    ]);
    const answer = (asked: string) =>
      foundPerson(asked.includes("Eva") ? "eva@wendelgrund.de" : "otto@wendelgrund.de");
    await ask(scene, answer, personEmails);
    expect(await allLeads(db)).toMatchObject([
      {
        contactName: "Eva Nord",
        email: "eva@wendelgrund.de",
        emails: '["eva@wendelgrund.de","otto@wendelgrund.de"]',
      },
    ]);
    expect(await allResults(db, scene)).toMatchObject([
      { skipReason: null },
      { skipReason: "duplicate", contactName: "Otto Süd" },
    ]);
  });

  it("meets a lead that is there, a domain of the same job, and the block list", async () => {
    const db = await openTestStore();
    const known = await resultOf(db, { domain: "bekannt.de" });
    await resultOf(db, { domain: "alt.de" });
    await db
      .insertInto("blockedDomains")
      .values({ domain: "gesperrt.de", createdAt: 0, createdBy: "anna" })
      .execute();
    const names = ["bekannt.de", "alt.de", "gesperrt.de", "neu.de", "neu.de"];
    const rows = names.map((domain, index) => ({ companyName: `${index} ${domain}` }));
    const scene = await startWithResults(db, [{ ...known, emailState: null }, ...rows]);
    await ask(scene, (asked) => foundPerson(`erika@${asked.split(" ")[1]}`));
    const rowsAfter = await allResults(db, scene);
    expect(rowsAfter.map(({ skipReason, isNew }) => [skipReason, isNew])).toEqual([
      [null, 0],
      ["duplicate", 0],
      [null, 0],
      ["blocked", 0],
      [null, 1],
      ["duplicate", 0],
    ]);
    expect(scene.run.job).toMatchObject({ stored: 2, fresh: 1 });
  });

  it.each<[string, EmailAnswer, string]>([
    ["nothing found", NOT_FOUND, "not_found"],
    ["a mailbox at a provider", foundPerson("erika@gmx.de"), "other_domain"],
    ["a wish to be left out", { ...NOT_FOUND, state: "blacklisted" }, "blacklisted"],
  ])("is left out after %s", async (_, answer, state) => {
    const db = await openTestStore();
    const scene = await startWithResults(db, [{ companyName: "Firma" }]);
    await ask(scene, () => answer);
    expect(await allLeads(db)).toEqual([]);
    expect(await allResults(db, scene)).toMatchObject([
      { emailState: state, skipReason: "no_domain", leadSeq: null },
    ]);
  });

  it("is left out after a failure, of its own or of all", async ({ db }) => {
    const rows = [{ companyName: "Eins" }, { companyName: "Zwei" }, { companyName: "Drei" }];
    const stored = await resultOf(db, { domain: "firma.de" });
    const scene = await startWithResults(db, [...rows, stored]);
    await ask(scene, (asked) => {
      const kind = asked.startsWith("Eins") ? "bad_request" : "no_credit";
      throw new ProviderError("Anymailfinder", kind, {});
    });
    expect((await allResults(db, scene)).map((row) => [row.emailState, row.skipReason])).toEqual([
      ["failed", "no_domain"],
      ["failed", "no_domain"],
      ["failed", "no_domain"],
      ["failed", null],
    ]);
    expect(parseList(scene.run.job.warnings)).toEqual([
      "Anymailfinder: Guthaben aufgebraucht. 1 gefundene Firma ist gespeichert, aber ohne gefundene Ansprechperson. 2 Firmen, von denen nur der Name bekannt ist, wurden nicht gespeichert.",
    ]);
  });

  it("is not what is left of a lead that was deleted or erased", async ({ db }) => {
    const rows = [
      await resultOf(db, { domain: "weg.de", companyName: "Weg GmbH" }),
      await resultOf(db, { domain: "ganzweg.de", companyName: "Ganz Weg GmbH" }),
    ];
    const scene = await startWithResults(db, rows);
    const all = await allLeads(db);
    await deleteLeads(
      db,
      all.map(({ seq }) => seq),
      BY,
    );
    await eraseLeads(db, [all[1]?.id ?? ""]);
    const finder = await ask(scene, () => foundPerson("erika@weg.de"));
    expect(finder.asked).toEqual([]);
    expect((await allResults(db, scene)).map((row) => [row.emailState, row.skipReason])).toEqual([
      ["failed", null],
      ["failed", null],
    ]);
  });
});
