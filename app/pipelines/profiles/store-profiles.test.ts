import { describe, expect } from "vitest";
import { parseList } from "~db/queries/leads";
import { FakeProfileSearch, people } from "~tests/fake-profile-search";
import { FakeFinder, NOT_FOUND } from "~tests/fake-providers";
import { leadsOf, resultsOf, runProfiles, searchParams } from "~tests/profile-run";
import { addLead, it, openTestStore } from "~tests/store";

describe("the profiles of a file", () => {
  it("become a lead for each company, and a double for each further person of it", async () => {
    const db = await openTestStore();
    await addLead(db, { domain: "bekannt.de" });
    const profiles = [
      { name: "Eva Nord", company: "Neu", website: "neu.de" },
      { name: "Ole Süd", company: "Neu", website: "https://www.neu.de/x" },
      { name: "Ida West", company: "Bekannt", website: "bekannt.de" },
      { name: "Jan Ost", company: "Ohne" },
      { name: "Pia Mitte", company: "Seite", website: "https://facebook.com/seite" },
      { name: "Falsch Er", company: "Falsch", website: "falsch.de", matches: false },
    ];
    const { run } = await runProfiles(db, new FakeProfileSearch({ profiles }));
    const rows = await resultsOf(db);
    expect(
      rows.map((row) => [row.position, row.domain, row.isNew, row.skipReason, row.contactName]),
    ).toEqual([
      [1, "neu.de", 1, null, "Eva Nord"],
      [2, "neu.de", 0, "duplicate", "Ole Süd"],
      [3, "bekannt.de", 0, null, "Ida West"],
      [4, null, 0, "no_domain", "Jan Ost"],
      [5, null, 0, "platform", "Pia Mitte"],
    ]);
    expect(run.job).toMatchObject({ found: 5, stored: 2, fresh: 1 });
    expect(parseList(run.job.warnings)).toEqual([
      "1 Profil passte laut Export nicht zu den Filtern der Suche und wurde übersprungen.",
    ]);
    expect((await leadsOf(db)).map(({ contactName }) => contactName)).toEqual([
      "Ida West",
      "Eva Nord",
    ]);
  });

  it("are all stored before the first email is looked for, also those of large files", async () => {
    const db = await openTestStore();
    const stored: number[] = [];
    const finder = new FakeFinder(async () => {
      stored.push((await leadsOf(db)).length);
      return NOT_FOUND;
    });
    const search = new FakeProfileSearch({ profiles: people(60) });
    const params = searchParams({ enrich: true });
    const { run } = await runProfiles(db, search, { params }, finder);
    expect(new Set(stored)).toEqual(new Set([60]));
    expect(run.job).toMatchObject({ found: 60, stored: 60, phase: "emails", progress: 99 });
    expect((await resultsOf(db)).map(({ position }) => position)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  it("have their person's email looked for by domain, else by name", async ({ db }) => {
    const profiles = [
      { name: "Eva Nord", company: "Eins", website: "eins.de" },
      { name: "Ole Süd", company: "Zwei" },
      { name: "Pia Mitte", company: "Drei" },
      { company: "Vier", website: "vier.de" },
      { name: "Jan Ost", company: "Fünf", website: "fuenf.de", email: "jan@fuenf.de" },
    ];
    const finder = new FakeFinder((asked) => {
      const emails = {
        "eins.de Eva Nord": "eva@eins.de",
        "Zwei Ole Süd": "ole@zwei.de",
        "vier.de": "info@vier.de",
      };
      const email = Object.entries(emails).find(([question]) => question === asked)?.[1];
      return email === undefined
        ? NOT_FOUND
        : { state: "found", emails: [email], creditsCharged: 1 };
    });
    const params = searchParams({ enrich: true });
    const { run } = await runProfiles(db, new FakeProfileSearch({ profiles }), { params }, finder);
    expect(finder.asked).toEqual(["eins.de Eva Nord", "Zwei Ole Süd", "Drei Pia Mitte", "vier.de"]);
    const leads = await leadsOf(db);
    expect(leads.map(({ domain, email, contactName }) => [domain, email, contactName])).toEqual([
      ["eins.de", "eva@eins.de", "Eva Nord"],
      ["vier.de", "info@vier.de", null],
      ["fuenf.de", "jan@fuenf.de", "Jan Ost"],
      ["zwei.de", "ole@zwei.de", "Ole Süd"],
    ]);
    expect(leads.map(({ sourceType }) => sourceType)).toEqual(Array(4).fill("profiles"));
    expect((await resultsOf(db)).map(({ skipReason }) => skipReason)).toEqual([
      null,
      null,
      "no_domain",
      null,
      null,
    ]);
    expect(run.job).toMatchObject({ found: 5, stored: 4, fresh: 4 });
  });

  it("have their person's email looked for also where the company has one", async ({ db }) => {
    for (const domain of ["eins.de", "zwei.de", "drei.de"]) {
      const email = `info@${domain}`;
      await addLead(db, { domain, email, emails: JSON.stringify([email]) });
    }
    const profiles = [
      { name: "Eva Nord", company: "Eins", website: "eins.de" },
      { company: "Zwei", website: "zwei.de" },
      { name: "Jan Ost", company: "Drei", website: "drei.de", email: "jan@drei.de" },
    ];
    const finder = new FakeFinder(() => ({
      state: "found",
      emails: ["eva@eins.de"],
      creditsCharged: 1,
    }));
    const params = searchParams({ enrich: true });
    await runProfiles(db, new FakeProfileSearch({ profiles }), { params }, finder);
    expect(finder.asked).toEqual(["eins.de Eva Nord"]);
    const leads = await leadsOf(db);
    expect(leads.map(({ email, emails }) => [email, parseList(emails)])).toEqual([
      ["info@eins.de", ["info@eins.de", "eva@eins.de"]],
      ["info@zwei.de", ["info@zwei.de"]],
      ["info@drei.de", ["info@drei.de", "jan@drei.de"]],
    ]);
  });
});
