import { describe, expect } from "vitest";
import { parseList } from "~db/queries/leads";
import { FakeProfileSearch } from "~tests/fake-profile-search";
import { callsOf, leadsOf, resultsOf, runProfiles, searchParams } from "~tests/profile-run";
import { it, openTestStore, setCeiling } from "~tests/store";

describe("a search for profiles", () => {
  it("asks, orders, waits, has the file made and stores every company with its person", async () => {
    const db = await openTestStore();
    const search = new FakeProfileSearch();
    const { run } = await runProfiles(db, search);
    expect(search.calls).toEqual(["account", "hits", "start 50", "file", "download"]);
    expect(run.job).toMatchObject({ found: 3, stored: 3, fresh: 3, phase: "storing" });
    const [lead] = await leadsOf(db);
    expect(lead).toMatchObject({
      domain: "firma-1.de",
      companyName: "Firma 1",
      website: "https://firma-1.de",
      contactName: "Person1 Muster",
      contactTitle: "Leitung",
      contactProfileUrl: "https://www.linkedin.com/in/person1",
      sourceType: "profiles",
      sourceTerm: "Profilsuche",
    });
    const [result] = await resultsOf(db);
    expect(result).toMatchObject({
      position: 1,
      domain: "firma-1.de",
      isNew: 1,
      skipReason: null,
      emailState: null,
      contactName: "Person1 Muster",
      contactTitle: "Leitung",
      contactProfileUrl: "https://www.linkedin.com/in/person1",
    });
    const source = await db.selectFrom("leadSources").selectAll().executeTakeFirstOrThrow();
    expect(source).toMatchObject({ sourceType: "profiles", provider: "vayne", region: null });
    expect(JSON.parse(source.payload)).toEqual({
      fullName: "Person1 Muster",
      title: "Leitung",
      profileUrl: "https://www.linkedin.com/in/person1",
    });
  });

  it("moves its bar with the profiles that are fetched", async ({ db }) => {
    const progress: number[] = [];
    const looks = [0, 1, 2, 3].map((scraped) => ({ status: "scraping", scraped }));
    const search = new FakeProfileSearch({
      looks: [...looks, { status: "finished" }, { status: "finished", file: "ready" }],
      before: async (call) => {
        if (call !== "look") return;
        const job = await db.selectFrom("jobs").select("progress").executeTakeFirstOrThrow();
        progress.push(job.progress);
      },
    });
    await runProfiles(db, search);
    expect(progress).toEqual([6, 17, 29, 40]);
  });

  it.each([
    ["asked for", 50, { credits: 1000 }, { total: 100 }, 50, null],
    ["found", 50, { credits: 1000 }, { total: 20 }, 20, null],
    [
      "paid",
      50,
      { credits: 7 },
      { total: 100 },
      7,
      "Guthaben reicht für 7 Profile; gewünscht waren 50",
    ],
    [
      "allowed on a day",
      50,
      { dailyLimits: { people: 1, companies: 90 } },
      {},
      1,
      "Tageslimit reicht für 1 Profil; gewünscht waren 50",
    ],
    [
      "allowed on a day for companies",
      50,
      { dailyLimits: { people: 1, companies: 9 } },
      { kind: "companies" as const },
      9,
      "Tageslimit reicht für 9 Profile",
    ],
  ])("orders no more than is %s", async (_, count, account, hits, limit, warning) => {
    const db = await openTestStore();
    const search = new FakeProfileSearch({ account, hits });
    const { run } = await runProfiles(db, search, { params: searchParams({ count }) });
    expect(search.calls).toContain(`start ${limit}`);
    const warnings = parseList(run.job.warnings);
    if (warning === null) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringContaining(warning)]);
  });

  it.each([
    [
      { unavailableReason: "Vayne ist nicht mit LinkedIn verbunden." },
      /^Vayne ist nicht mit LinkedIn/,
    ],
    [{ credits: 0 }, /^Vayne: Guthaben aufgebraucht$/],
    [{ dailyLimits: { people: 0, companies: 5 } }, /^Vayne: Das Tageslimit ist erreicht/],
  ])("fails before it orders when the account can't: %j", async (account, words) => {
    const db = await openTestStore();
    const search = new FakeProfileSearch({ account });
    await expect(runProfiles(db, search)).rejects.toThrow(words);
    expect(search.count("start")).toBe(0);
    expect(await callsOf(db)).toEqual([]);
  });

  it("orders nothing beyond the ceiling of the month, and says so", async ({ db }) => {
    await setCeiling(db, "vayne", 0);
    const search = new FakeProfileSearch();
    const { run } = await runProfiles(db, search);
    expect(search.count("start")).toBe(0);
    expect(parseList(run.job.warnings).join()).toContain("Vayne: Die Monatsgrenze");
  });
});
