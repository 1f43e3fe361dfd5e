import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import type { NewJobRow } from "~db/schema";
import {
  FakeFinder,
  type FakeWebSearch,
  servicesWith,
  webHit,
  webHits,
  webWith,
} from "~tests/fake-providers";
import { resumeRun, startRun } from "~tests/job-run";
import { addLead, it, openTestStore, setCeiling } from "~tests/store";
import type { EmailFinder } from "../../providers/email-finder";
import { webPipeline } from "./search-companies.server";

const SEARCH = { query: "Maler", region: "Köln", count: 50 };
const SEARCH_ONLY = JSON.stringify({ ...SEARCH, enrich: false });
const WITH_EMAILS = JSON.stringify({ ...SEARCH, enrich: true });

/** Runs a search to its end; without emails unless there is a finder. */
async function search(
  db: Db,
  webSearch: FakeWebSearch,
  fields: Partial<NewJobRow> = {},
  emails: EmailFinder | null = null,
) {
  const params = emails === null ? SEARCH_ONLY : WITH_EMAILS;
  const scene = await startRun(db, { kind: "web", params, ...fields });
  await webPipeline(servicesWith({ webSearch, emails })).run(scene.run);
  return scene;
}

const results = (db: Db) => db.selectFrom("jobResults").selectAll().orderBy("position").execute();
const calls = (db: Db) => db.selectFrom("providerCalls").selectAll().orderBy("id").execute();
const leads = (db: Db) => db.selectFrom("leads").selectAll().orderBy("seq").execute();
const warningsOf = ({ job }: { job: { warnings: string } }): unknown => JSON.parse(job.warnings);

describe("a search of the web", () => {
  it("stores a page's company with its source", async ({ db }) => {
    const hits = [webHit("https://www.eins.de/leistungen", "Eins GmbH"), webHit("http://stumm.de")];
    const { job } = await search(db, webWith(hits));
    const company = { companyName: "Eins GmbH", website: "https://www.eins.de/", email: null };
    expect(await leads(db)).toMatchObject([
      { ...company, domain: "eins.de", sourceType: "serp", sourceTerm: "Maler" },
      { domain: "stumm.de", companyName: null, website: "http://stumm.de/" },
    ]);
    const source = await db.selectFrom("leadSources").selectAll().executeTakeFirst();
    expect(source).toMatchObject({ jobId: job.id, sourceType: "serp", provider: "serper" });
  });

  it("counts what is no company's own page, and the same company again", async ({ db }) => {
    await addLead(db, { domain: "bekannt.de" });
    const { run } = await search(
      db,
      webWith(
        [
          webHit("https://www.neu.de/"),
          webHit("https://www.gelbeseiten.de/gsbiz/1"),
          webHit("https://neu.de/impressum"),
          webHit("https://bekannt.de/"),
          webHit("https://192.168.0.1/"),
        ],
        [webHit("https://www.kununu.com/de/neu"), webHit("https://shop.neu.de/")],
      ),
    );
    expect((await results(db)).map((row) => [row.domain, row.isNew, row.skipReason])).toEqual([
      ["neu.de", 1, null],
      [null, 0, "platform"],
      ["neu.de", 0, "duplicate"],
      ["bekannt.de", 0, null],
      [null, 0, "no_domain"],
      [null, 0, "platform"],
      ["neu.de", 0, "duplicate"],
    ]);
    // The result shows the platform's page.
    expect((await results(db))[1]?.website).toBe("https://www.gelbeseiten.de/gsbiz/1");
    expect(run.job).toMatchObject({ found: 7, stored: 2, fresh: 1 });
  });

  it("counts as doubles what the search beside it has found", async ({ db }) => {
    const parent = await search(db, webWith(webHits(1, 4)), { kind: "maps" });
    const { run } = await search(db, webWith(webHits(3, 10)), { parentId: parent.job.id });
    expect(run.job).toMatchObject({ found: 10, stored: 8, fresh: 8 });
    const rows = await results(db);
    expect(rows.filter(({ skipReason }) => skipReason === "duplicate")).toHaveLength(2);
    expect(await leads(db)).toHaveLength(12);
  });
});

describe("a search of the web that meets a limit", () => {
  it("ends at the monthly ceiling with a warning, and goes on with what it found", async () => {
    const db = await openTestStore();
    await setCeiling(db, "serper", 2);
    const webSearch = webWith(webHits(1, 10), webHits(11, 10), webHits(21, 10));
    const finder = new FakeFinder();
    const { run } = await search(db, webSearch, {}, finder);
    expect(webSearch.asked).toEqual([null, "2"]);
    expect(run.job).toMatchObject({ found: 20, stored: 20, failureKind: "ceiling" });
    expect(warningsOf(run)).toEqual([
      "Serper: Die Monatsgrenze von 2 Aufrufen ist erreicht; weitere wurden nicht gemacht. In den Einstellungen lässt sie sich ändern.",
    ]);
    expect(finder.asked).toHaveLength(20);
    expect(await calls(db)).toHaveLength(22);
    // A restart in the email phase does not search again, even if more calls are allowed by then.
    await db.deleteFrom("providerLimits").execute();
    const again = resumeRun(db, run.job);
    await webPipeline(servicesWith({ webSearch, emails: finder })).run(again.run);
    expect(webSearch.asked).toEqual([null, "2"]);
  });
});
