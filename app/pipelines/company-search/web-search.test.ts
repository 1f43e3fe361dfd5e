import { describe, expect } from "vitest";
import { adoptResult } from "~/jobs/adopt-result.server";
import { WEB_KEY } from "~/jobs/kinds/registry";
import { takeOff } from "~/leads/trash/block-list.server";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import type { NewJobRow } from "~db/schema";
import {
  FakeFinder,
  FakeWebSearch,
  servicesWith,
  webHit,
  webHits,
  webWith,
} from "~tests/fake-providers";
import { resumeRun, startRun } from "~tests/job-run";
import { addLead, it, NOON, openTestStore, setCeiling } from "~tests/store";
import { JobFailure } from "../../jobs/runner/job-run.server";
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
  it("stores each page before it asks for the next, and all before the first email", async () => {
    const db = await openTestStore();
    const known: number[] = [];
    const pages = webWith(webHits(1, 10), webHits(11, 10), webHits(21, 3));
    const webSearch = new FakeWebSearch(async (cursor, signal) => {
      known.push((await leads(db)).length);
      return pages.searchPage(SEARCH, cursor, signal);
    });
    let storedAtFirstEmail = 0;
    const finder = new FakeFinder(async (domain) => {
      if (finder.asked.length === 1) storedAtFirstEmail = (await leads(db)).length;
      return { state: "found", emails: [`info@${domain}`], creditsCharged: 1 };
    });
    const { run } = await search(db, webSearch, {}, finder);
    expect(known).toEqual([0, 10, 20]);
    expect(storedAtFirstEmail).toBe(23);
    expect(webSearch.asked).toEqual([null, "2", "3"]);
    expect(webSearch.searches[0]).toMatchObject({ query: "Maler", region: "Köln" });
    expect(finder.asked).toHaveLength(23);
    expect(run.job).toMatchObject({ found: 23, stored: 23, fresh: 23, progress: 99 });
  });

  it("makes a company of a page: its name, where its website begins, and the record", async () => {
    const db = await openTestStore();
    const link = "https://www.kiebitz-elektro.de/leistungen?x=1#oben";
    const { job } = await search(
      db,
      webWith([
        webHit(link, "Leistungen – Kiebitz Elektro GmbH | Köln"),
        webHit("http://stumm.de"),
      ]),
    );
    expect(await leads(db)).toMatchObject([
      {
        domain: "kiebitz-elektro.de",
        companyName: "Kiebitz Elektro GmbH",
        website: "https://www.kiebitz-elektro.de/",
        sourceType: "serp",
        sourceTerm: "Maler",
        email: null,
      },
      { domain: "stumm.de", companyName: null, website: "http://stumm.de/" },
    ]);
    const source = await db.selectFrom("leadSources").selectAll().executeTakeFirst();
    expect(source).toMatchObject({ jobId: job.id, sourceType: "serp", provider: "serper" });
    expect(JSON.parse(source?.payload ?? "")).toMatchObject({ link });
  });

  it("pages until there are enough different companies, and stores no more", async ({ db }) => {
    const webSearch = webWith(
      [...webHits(1, 5), ...webHits(1, 5).map(({ link }) => webHit(`${link}kontakt`))],
      webHits(6, 10),
      webHits(16, 10),
    );
    const { run } = await search(db, webSearch, { requested: 12 });
    expect(webSearch.asked).toEqual([null, "2"]);
    expect(run.job).toMatchObject({ stored: 12, fresh: 12, found: 17 });
    expect(await leads(db)).toHaveLength(12);
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
    // Whoever wants to know why sees which page of the platform it was.
    expect((await results(db))[1]?.website).toBe("https://www.gelbeseiten.de/gsbiz/1");
    expect(run.job).toMatchObject({ found: 7, stored: 2, fresh: 1 });
  });

  it("leaves an authority out until a person takes it, then and in every later search", async ({
    db,
  }) => {
    const hits = [
      webHit("https://www.ihk-kassel.de/mitglieder", "IHK Kassel-Marburg"),
      webHit("https://ihk-kassel.de/ausbildung"),
      webHit("https://www.facebook.com/maler"),
    ];
    const first = await search(db, webWith(hits));
    expect((await results(db)).map((row) => [row.domain, row.skipReason])).toEqual([
      [null, "authority"],
      [null, "authority"],
      [null, "platform"],
    ]);
    const by = { actor: "anna", now: NOON };
    const place = (position: number) => ({ jobId: first.job.id, position });
    await expect(adoptResult(db, place(3), by)).rejects.toMatchObject({ status: 409 });
    expect(await adoptResult(db, place(1), by)).toMatchObject({ domain: "ihk-kassel.de" });
    await expect(adoptResult(db, place(1), by)).rejects.toMatchObject({ status: 409 });
    expect(await leads(db)).toMatchObject([
      { domain: "ihk-kassel.de", website: "https://www.ihk-kassel.de/", sourceTerm: "Maler" },
    ]);
    expect((await results(db)).map((row) => [row.domain, row.isNew, row.skipReason])).toEqual([
      ["ihk-kassel.de", 1, null],
      ["ihk-kassel.de", 0, "duplicate"],
      [null, 0, "platform"],
    ]);
    expect(await getJob(db, first.job.id)).toMatchObject({ found: 3, stored: 1, fresh: 1 });

    expect((await search(db, webWith(hits))).run.job).toMatchObject({ stored: 1, fresh: 0 });
    await takeOff(db, "allowedDomains", "www.ihk-kassel.de");
    expect((await search(db, webWith(hits))).run.job).toMatchObject({ stored: 0 });
  });

  it("books every page with its price", async ({ db }) => {
    const webSearch = new FakeWebSearch(() => ({
      hits: webHits(1, 2),
      nextCursor: null,
      creditsCharged: 2,
    }));
    const { job } = await search(db, webSearch);
    expect(await calls(db)).toMatchObject([
      { jobId: job.id, step: "page 1", provider: "serper", status: "answered", creditsCharged: 2 },
    ]);
    expect(await db.selectFrom("providerUsage").selectAll().execute()).toMatchObject([
      { jobId: job.id, provider: "serper", calls: 1, billed: 1, credits: 2, saved: 0 },
    ]);
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
    // A restart among the emails does not search on, even if more calls are allowed by then.
    await db.deleteFrom("providerLimits").execute();
    const again = resumeRun(db, run.job);
    await webPipeline(servicesWith({ webSearch, emails: finder })).run(again.run);
    expect(webSearch.asked).toEqual([null, "2"]);
  });

  it("says that the key is missing", async ({ db }) => {
    const { run } = await startRun(db, { kind: "web" });
    const failure = webPipeline(servicesWith({})).run(run);
    await expect(failure).rejects.toThrow(JobFailure);
    await expect(failure).rejects.toThrow(WEB_KEY.missing);
  });
});
