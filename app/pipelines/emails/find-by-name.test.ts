import { describe, expect } from "vitest";
import { adoptResult } from "~/jobs/adopt-result.server";
import { moveLeadsToTrash } from "~db/queries/deleted-leads";
import { getJob } from "~db/queries/jobs";
import { ask, askAll, calls, lookups, startWithRows } from "~tests/email-search";
import { foundPerson, NOT_FOUND } from "~tests/fake-providers";
import { addLead, it } from "~tests/store";
import { eraseLeads } from "../../leads/trash/delete-leads.server";
import type { EmailAnswer } from "../../providers/email-finder";
import { personEmails } from "./email-question";

const ERIKA = { name: "Erika Mustermann", title: "Geschäftsführerin", profileUrl: null };
const BY = { actor: "anna", now: Date.now() };

describe("a company of which only the name is known", () => {
  it("becomes a lead at the domain of the address, in one step with the call", async ({ db }) => {
    const { asked, job, leads, results } = await ask(
      db,
      [{ companyName: "Müller Bäder GmbH" }],
      () => foundPerson("erika@xn--mller-bder-w5a5z.de"),
    );
    expect(asked).toEqual(["Müller Bäder GmbH ceo"]);
    expect(leads).toMatchObject([
      {
        domain: "xn--mller-bder-w5a5z.de",
        companyName: "Müller Bäder GmbH",
        email: "erika@xn--mller-bder-w5a5z.de",
        contactName: ERIKA.name,
        sourceType: "csv",
        sourceTerm: "Liste.csv",
      },
    ]);
    expect(results).toMatchObject([
      {
        leadSeq: leads[0]?.seq,
        domain: "xn--mller-bder-w5a5z.de",
        isNew: 1,
        skipReason: null,
        emailState: "found",
        contactName: ERIKA.name,
      },
    ]);
    expect(job).toMatchObject({ stored: 1, fresh: 1, progress: 99 });
    expect(await calls(db)).toMatchObject([{ step: "email #1", status: "answered" }]);
    expect(await lookups(db)).toMatchObject([
      { subject: "name:mueller baeder gmbh", domain: "xn--mller-bder-w5a5z.de" },
    ]);
  });

  it("is known by an unsure address, too, which nobody writes to", async ({ db }) => {
    const unverifiedEmail = "erika@firma.de";
    const answer: EmailAnswer = { ...NOT_FOUND, state: "risky", unverifiedEmail, contact: ERIKA };
    const { leads, states } = await ask(db, [{ companyName: "Firma" }], () => answer);
    expect(leads).toMatchObject([{ domain: "firma.de", email: null, contactName: ERIKA.name }]);
    expect(states).toEqual(["risky"]);
  });

  it("is not where one of its people sits by now, at another company's domain", async ({ db }) => {
    const contactName = ERIKA.name;
    const answers: Record<string, string> = {
      "Elektro Wendelgrund Erika Mustermann": "erika@konzern-beispiel.de",
      "Stadtwerke Musterstadt GmbH Erika Mustermann": "erika@sw-musterstadt.de",
    };
    const { leads, results, warnings } = await ask(
      db,
      [
        { companyName: "Elektro Wendelgrund", contactName },
        { companyName: "Stadtwerke Musterstadt GmbH", contactName },
      ],
      (asked) => foundPerson(answers[asked] ?? ""),
      personEmails,
    );
    expect(leads.map(({ domain }) => domain)).toEqual(["sw-musterstadt.de"]);
    expect(results).toMatchObject([
      { leadSeq: null, domain: "konzern-beispiel.de", skipReason: "candidate" },
      { domain: "sw-musterstadt.de", skipReason: null },
    ]);
    expect(warnings[0]).toContain("Elektro Wendelgrund (gefunden: konzern-beispiel.de)");
  });

  it("is taken with its addresses by a person, though its domain does not fit its name", async ({
    db,
  }) => {
    const rows = [{ companyName: "Wendelgrund" }, { companyName: "Anders" }];
    const { job } = await ask(db, rows, () => foundPerson("erika@fremd.de"));
    const adopt = (position: number) => adoptResult(db, { jobId: job.id, position }, BY);
    expect(await adopt(1)).toEqual({ domain: "fremd.de", isRemembered: false });
    await expect(adopt(1)).rejects.toMatchObject({ status: 409 });
    const [lead, ...others] = await db.selectFrom("leads").selectAll().execute();
    expect(lead).toMatchObject({
      domain: "fremd.de",
      companyName: "Wendelgrund",
      nameGuessed: null,
      email: "erika@fremd.de",
      contactName: ERIKA.name,
      sourceType: "csv",
    });
    expect(others).toEqual([]);
    const results = db.selectFrom("jobResults").selectAll().orderBy("position");
    expect(await results.execute()).toMatchObject([
      { leadSeq: lead?.seq, skipReason: null, isNew: 1, emailState: "found" },
      { leadSeq: null, skipReason: "candidate", domain: "fremd.de" },
    ]);
    expect(await getJob(db, job.id)).toMatchObject({ stored: 1, fresh: 1 });
  });

  it("gets the addresses of all its people, and stays one lead", async ({ db }) => {
    const { leads, results } = await ask(
      db,
      [
        { companyName: "Wendelgrund", contactName: "Eva Nord" },
        { companyName: "Wendelgrund", contactName: "Otto Süd" },
      ],
      (asked) => foundPerson(`${asked.includes("Eva") ? "eva" : "otto"}@wendelgrund.de`),
      personEmails,
    );
    expect(leads).toMatchObject([
      {
        contactName: "Eva Nord",
        email: "eva@wendelgrund.de",
        emails: '["eva@wendelgrund.de","otto@wendelgrund.de"]',
      },
    ]);
    expect(results).toMatchObject([
      { skipReason: null },
      { skipReason: "duplicate", contactName: "Otto Süd" },
    ]);
  });

  it("meets a lead that is there, a domain of the same job, and the block list", async ({ db }) => {
    await addLead(db, { domain: "alt.de" });
    await db
      .insertInto("blockedDomains")
      .values({ domain: "gesperrt.de", createdAt: 0, createdBy: "anna" })
      .execute();
    const names = ["bekannt.de", "alt.de", "gesperrt.de", "neu.de", "neu.de"];
    const rows = names.map((domain, index) => ({ companyName: `${index} ${domain}` }));
    const known = { lead: { domain: "bekannt.de" }, emailState: null };
    const { job, results } = await ask(db, [known, ...rows], (asked) =>
      foundPerson(`erika@${asked.split(" ")[1]}`),
    );
    expect(results.map(({ skipReason, isNew }) => [skipReason, isNew])).toEqual([
      [null, 0],
      ["duplicate", 0],
      [null, 0],
      ["blocked", 0],
      [null, 1],
      ["duplicate", 0],
    ]);
    expect(job).toMatchObject({ stored: 2, fresh: 1 });
  });

  it("is not what is left of a lead that was deleted or erased", async ({ db }) => {
    const scene = await startWithRows(db, [
      { lead: { domain: "weg.de", companyName: "Weg GmbH" } },
      { lead: { domain: "ganzweg.de", companyName: "Ganz Weg GmbH" } },
    ]);
    const all = await db.selectFrom("leads").select(["seq", "id"]).orderBy("seq").execute();
    const seqs = all.map(({ seq }) => seq);
    await moveLeadsToTrash(db, seqs, { id: "deletion", at: BY.now, actor: BY.actor });
    await eraseLeads(db, { ids: [all[1]?.id ?? ""] });
    const { asked, results } = await askAll(db, scene, () => foundPerson("erika@weg.de"));
    expect(asked).toEqual([]);
    expect(results.map((row) => [row.emailState, row.skipReason])).toEqual([
      ["failed", null],
      ["failed", null],
    ]);
  });
});
