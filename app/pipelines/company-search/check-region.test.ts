import { describe, expect } from "vitest";
import { adoptOutside, adoptResult } from "~/jobs/adopt-result.server";
import type { Db } from "~db/client";
import { findJobResults } from "~db/queries/job-results";
import { FakeFinder, servicesWith, untilAborted, webHit, webWith } from "~tests/fake-providers";
import { resumeRun, startRun } from "~tests/job-run";
import { FakeSites } from "~tests/reading";
import { addLead, it, NOON, openTestStore } from "~tests/store";
import type { SitePage, SiteReader } from "../../providers/website/company-site";
import { imprintSetting } from "../../settings/team-settings.server";
import { webPipeline } from "./search-companies.server";

const NOTHING = {
  ...{ companyName: null, legalForm: null, phone: null, personalEmail: null, management: [] },
  ...{ registerCourt: null, registerNumber: null, vatId: null },
};

function imprintOf(domain: string, postalCode: string, city: string): SitePage[] {
  const url = `https://${domain}/impressum`;
  const place = { street: "Gasse 1", postalCode, city, email: `info@${domain}` };
  return [{ url, kind: "impressum", title: "", text: "", imprint: { ...NOTHING, ...place } }];
}

const HITS = ["nah.de", "fern.de", "stumm.de", "bekannt-fern.de", "bekannt-nah.de", "weit.de"];

/** Of six companies two are known; of the others two lie in Augsburg and Berlin, and one says nothing. */
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
    const kept = db.selectFrom("leadEvidence").select("source").where("source", "=", "imprint");
    expect(await kept.execute()).toHaveLength(1);
    // What the reading brought is no question any more, and counts as one that was saved.
    expect(finder.asked.toSorted()).toEqual(["bekannt-nah.de", "stumm.de"]);
    expect(run.job.note).toMatch(/^Impressum: 1 von 3 E-Mails gefunden, 1 Abfrage bei/);
    const { results } = await findJobResults(db, run.job.id, "outside", 10, 0);
    expect(results.map(({ city }) => city)).toEqual(["Augsburg", "Augsburg", "Berlin"]);
    expect((await findJobResults(db, run.job.id, "skipped", 10, 0)).total).toBe(0);
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

  it("stores nothing of a page while its websites are read, and all of it after a stop", async ({
    db,
  }) => {
    const params = JSON.stringify({ query: "Maler", region: "Hamburg", count: 50, enrich: true });
    const { run, controller, job } = await startRun(db, { kind: "web", params, query: "Maler" });
    const webSearch = webWith(HITS.map((domain) => webHit(`https://${domain}/`)));
    const services = { webSearch, emails: new FakeFinder(), readsImprints: true };
    const readSite: SiteReader["readSite"] = (_, signal) => {
      queueMicrotask(() => controller.abort("cancelled"));
      return untilAborted(signal);
    };
    const slow = { readSite, close: async () => {} };
    await expect(
      webPipeline(servicesWith({ ...services, sites: slow })).run(run),
    ).rejects.toThrow();
    expect(await reasons(db)).toEqual([]);
    await webPipeline(servicesWith(services)).run(resumeRun(db, job).run);
    expect(await reasons(db)).toEqual(HITS.map(() => null));
  });

  it("checks nothing where the region is not understood", async ({ db }) => {
    await search(db, { region: "Mittelerde" });
    expect(await reasons(db)).toEqual(HITS.map(() => null));
  });

  it("takes one or all of them when somebody asks for that", async ({ db }) => {
    const { job } = await search(db);
    const by = { actor: "anna", now: NOON };
    const one = await adoptResult(db, { jobId: job.id, position: 2 }, by);
    expect(one).toEqual({ domain: "fern.de", isRemembered: false });
    expect(await adoptOutside(db, job.id, by)).toBe(2);
    expect(await adoptOutside(db, job.id, by)).toBe(0);
    expect(await reasons(db)).toEqual(HITS.map(() => null));
    const lead = db.selectFrom("leads").selectAll().where("domain", "=", "fern.de");
    expect(await lead.executeTakeFirst()).toMatchObject({
      city: "Augsburg",
      postalCode: "86150",
      federalState: "Bayern",
    });
  });
});
