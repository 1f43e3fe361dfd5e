import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findJobResults } from "~db/queries/job-results";
import { FakeFinder, servicesWith, webHit, webWith } from "~tests/fake-providers";
import { startRun } from "~tests/job-run";
import { FakeSites } from "~tests/reading";
import { addLead, it, openTestStore } from "~tests/store";
import { adoptResult } from "../../jobs/adopt-result.server";
import type { SitePage } from "../../providers/website/company-site";
import type { ImprintReading } from "../../reading/imprint/imprint";
import { imprintSetting } from "../../settings/team-settings.server";
import { webPipeline } from "./search-companies.server";

const NOTHING = {
  ...{ companyName: null, legalForm: null, phone: null, personalEmail: null, management: [] },
  ...{ registerCourt: null, registerNumber: null, vatId: null, economicId: null },
};

function imprintOf(
  domain: string,
  postalCode: string,
  city: string,
  named: Partial<ImprintReading> = {},
): SitePage[] {
  const url = `https://${domain}/impressum`;
  const imprint = { street: "Gasse 1", postalCode, city, email: `info@${domain}`, ...named };
  return [{ url, kind: "impressum", title: "", text: "", imprint: { ...NOTHING, ...imprint } }];
}

const HITS = ["nah.de", "fern.de", "stumm.de", "bekannt-fern.de", "bekannt-nah.de", "weit.de"];

/** Six companies: two are known, two lie in Augsburg and Berlin, and one names no place. */
async function search(
  db: Db,
  { region = "Hamburg", enrich = true, finder = new FakeFinder() } = {},
) {
  await addLead(db, { domain: "bekannt-fern.de", city: "Augsburg", postalCode: "86150" });
  await addLead(db, { domain: "bekannt-nah.de", federalState: "Hamburg" });
  const params = JSON.stringify({ query: "Maler", region, count: 50, enrich });
  const sites = new FakeSites({
    "nah.de": imprintOf("nah.de", "22844", "Norderstedt"),
    "fern.de": imprintOf("fern.de", "86150", "Augsburg"),
    "weit.de": imprintOf("weit.de", "10115", "Berlin"),
  });
  const webSearch = webWith(HITS.map((domain) => webHit(`https://${domain}/`)));
  const scene = await startRun(db, { kind: "web", params, query: "Maler", region });
  const services = { webSearch, emails: finder, sites, readsImprints: true };
  await webPipeline(servicesWith(services)).run(scene.run);
  return { ...scene, sites, finder };
}

const reasons = async (db: Db) => {
  const rows = await db.selectFrom("jobResults").selectAll().orderBy("position").execute();
  return rows.map(({ skipReason }) => skipReason);
};
const OUT = "outside";

describe("a web search of a region", () => {
  it("leaves out what lies elsewhere by its website or by the store, and keeps the rest", async ({
    db,
  }) => {
    const { run, sites, finder } = await search(db);
    expect(await reasons(db)).toEqual([null, OUT, null, OUT, null, OUT]);
    expect(run.job).toMatchObject({ found: 6, stored: 3, fresh: 2 });
    expect(new Set(sites.asked)).not.toContain("https://bekannt-fern.de/");
    const [near] = await db
      .selectFrom("leads")
      .selectAll()
      .where("domain", "=", "nah.de")
      .execute();
    expect(near).toMatchObject({ city: "Norderstedt", email: "info@nah.de" });
    const kept = db.selectFrom("leadEvidence").select("leadSeq").distinct();
    expect(await kept.where("source", "=", "imprint").execute()).toHaveLength(1);
    // An email from the website saves a paid question, and is counted as saved.
    expect(finder.asked.toSorted()).toEqual(["bekannt-nah.de", "stumm.de"]);
    expect(run.job.note).toMatch(/^Impressum: 1 von 3 E-Mails gefunden, 1 Abfrage bei/);
    const { results } = await findJobResults(db, run.job.id, "outside", 10, 0);
    expect(results.map(({ city }) => city)).toEqual(["Augsburg", "Augsburg", "Berlin"]);
    expect((await findJobResults(db, run.job.id, "skipped", 10, 0)).total).toBe(0);
  });

  it("leaves out whom its Impressum calls an association, unless that is sought or known", async ({
    db,
  }) => {
    const associations = {
      "dach.de": "Fachverband Dach e.V.",
      "malerei.de": "Malerbetrieb für alle e.V.",
      "kenne-ich.de": "Fachverband Putz e.V.",
    };
    await addLead(db, { domain: "kenne-ich.de" });
    const sites = new FakeSites(
      Object.fromEntries(
        Object.entries(associations).map(([domain, companyName]) => {
          const named = { companyName, legalForm: "e.V." };
          return [domain, imprintOf(domain, "20095", "Hamburg", named)];
        }),
      ),
    );
    const params = JSON.stringify({ query: "Maler", region: "", count: 50, enrich: true });
    const search = async () => {
      const hits = [...Object.keys(associations), "dach.de/mitglieder"];
      const webSearch = webWith(hits.map((one) => webHit(`https://${one}`)));
      const { run } = await startRun(db, { kind: "web", params, query: "Maler", region: null });
      await webPipeline(servicesWith({ webSearch, sites, readsImprints: true })).run(run);
      return run;
    };
    const run = await search();
    expect(await reasons(db)).toEqual(["authority", null, null, "duplicate"]);
    const by = { actor: "a", now: 0 };
    const taken = await adoptResult(db, { jobId: run.job.id, position: 1 }, by);
    expect(taken).toEqual({ domain: "dach.de", isRemembered: true });
    const lead = db.selectFrom("leads").selectAll().where("domain", "=", "dach.de");
    expect(await lead.executeTakeFirst()).toMatchObject({ city: "Hamburg", email: "info@dach.de" });
    await db.deleteFrom("leads").where("domain", "=", "dach.de").execute();
    expect((await search()).job).toMatchObject({ found: 4, stored: 3, fresh: 1 });
  });

  it.each([
    ["no emails are looked for", true, false],
    ["the team wants none of it", false, true],
  ])("reads nothing where %s, and judges what is known", async (_, isRead, enrich) => {
    const db = await openTestStore();
    await imprintSetting.save(db, { isRead, personalEmail: false }, { actor: "a", now: 0 });
    expect((await search(db, { enrich })).sites.asked).toEqual([]);
    expect(await reasons(db)).toEqual([null, null, null, OUT, null, null]);
  });
});
