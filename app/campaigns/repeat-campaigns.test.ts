import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mapsPipeline } from "~/pipelines/company-search/search-companies.server";
import { findToday } from "~/search/today.server";
import type { Db } from "~db/client";
import { insertRows } from "~db/queries/insert-rows";
import { findUnreadLeads } from "~db/queries/lead-enrichments";
import { findLeadsBySeq } from "~db/queries/lead-list";
import { addSearchToHistory } from "~db/queries/search-history";
import { openJobs, tasksOf } from "~tests/campaign-store";
import { FakeFinder, FakeMaps, place, servicesWith } from "~tests/fake-providers";
import { startRunner } from "~tests/job-runner";
import { addJob, addLead, openTestStore, setCeiling, ZONE } from "~tests/store";
import type { SearchParams } from "../jobs/kinds/job-params.server";
import { campaignCents } from "../jobs/ledger/cost.server";
import { SERVICE_NAMES } from "../providers/services";
import { pricesSetting } from "../settings/team-settings.server";
import { findCampaign } from "./find-campaigns.server";
import {
  changeRepeat,
  dueDays,
  repeatDaily,
  startDueRuns,
  tellCeiling,
} from "./repeat-campaigns.server";
import { onJobEnded, pauseCampaign, repeatTasks } from "./run-campaigns.server";

const ID = "search";
const CONFIGURED = { configured: true, origin: "database", isUnreadable: false } as const;
const HOUR = 3_600_000;
const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour - 1);

class OpenMaps extends FakeMaps {
  override readonly id = "openstreetmap";
  override readonly name = "OpenStreetMap";
}

/** Companies that two sources know, and a server whose clock the test sets. */
async function openWorld({ hasKey = true, hasModel = false } = {}) {
  vi.useFakeTimers({ toFake: ["Date"], now: at(6, 12) });
  const known: Record<"google" | "osm", string[]> = { google: [], osm: [] };
  const answer = (source: "google" | "osm") => () => ({
    hits: known[source].map((domain) => place(domain, `https://${domain}/`)),
    nextCursor: null,
    creditsCharged: source === "google" ? 1 : 0,
  });
  const maps = { google: new FakeMaps(answer("google")), osm: new OpenMaps(answer("osm")) };
  const finder = new FakeFinder();
  const services = servicesWith({ emails: finder });
  services.providers.maps = async (source = "google") => maps[source === "osm" ? "osm" : "google"];
  const db = openTestStore();
  const ended = (trx: Db, job: Parameters<typeof onJobEnded>[1]) => onJobEnded(trx, job, ZONE);
  const { runner, feed } = startRunner(db, mapsPipeline(services), ended);
  const status = async () => {
    const keys = [
      "anymailfinder" as const,
      ...(world.hasKey ? (["google-places"] as const) : []),
      ...(hasModel ? (["openai"] as const) : []),
    ];
    return keys.map((service) => ({ service, ...CONFIGURED }));
  };
  const { providers } = services;
  const scene = { db, feed, timeZone: ZONE, providers, jobs: runner, credentials: { status } };
  const world = {
    ...{ scene, db, maps, finder, known, hasKey },
    async settle() {
      await vi.waitFor(async () => expect(await openJobs(db)).toEqual([]), {
        timeout: 20_000,
        interval: 2,
      });
    },
    /** An hourly turn of the server. */
    async turn(now: number) {
      vi.setSystemTime(now);
      await startDueRuns(scene, now);
      await world.settle();
    },
    /** A search of the past that becomes a campaign, perhaps with another ceiling. */
    async start(monthlyCeilingCents?: number, searched: Partial<SearchParams> = {}) {
      const terms = { query: "Maler", region: "Köln" };
      const params = JSON.stringify({ ...terms, count: 50, enrich: true, ...searched });
      const { id: jobId } = await addJob(db, { ...terms, status: "complete", params });
      const search = { id: ID, mode: "custom", createdAt: at(6, 11), queueId: null } as const;
      await addSearchToHistory(db, { ...search, ...terms, jobId });
      await repeatDaily(scene, ID, "anna");
      if (monthlyCeilingCents !== undefined) await changeRepeat(scene, ID, { monthlyCeilingCents });
      await world.settle();
    },
  };
  onTestFinished(() => void vi.useRealTimers());
  return world;
}

const leadTimes = async (db: Db) => {
  const leads = await db.selectFrom("leads").select(["domain", "createdAt"]).execute();
  return new Map(leads.map(({ domain, createdAt }) => [domain, createdAt]));
};

const STEP = 3;

describe("thirty days", { timeout: 120_000 }, () => {
  it("bring each planted company the next morning, within the ceiling, and tell it in one line", async () => {
    const world = await openWorld();
    const { db, scene, known, maps, finder } = world;
    const ceiling = 270;
    await world.start(ceiling);
    const planted: { domain: string; day: number }[] = [];
    const reachedOn: number[] = [];
    // From Friday, November 6; November 31 is December 1.
    for (let hour = 15; hour < 30 * 24 + 15; hour += STEP) {
      const day = 6 + Math.floor(hour / 24);
      const time = hour % 24;
      for (const source of time === 18 ? (["google", "osm"] as const) : []) {
        if (source === "osm" && day % 3 > 0) continue;
        known[source].push(`${source}-${day}.de`);
        planted.push({ domain: `${source}-${day}.de`, day });
      }
      const isStopped = day === 11 || (day === 12 && time < 9);
      if (isStopped) continue;
      const isAhead = day === 14 && time >= 12 && time < 18;
      const isBehind = (day === 19 && time >= 12) || (day === 20 && time === 0);
      await world.turn(at(day, time) + (isAhead ? 48 : isBehind ? -72 : 0) * HOUR);
      if (time !== 9) continue;
      const { repeated, added } = await findToday(scene, "anna");
      const news = [...(await leadTimes(db)).values()].filter((made) => made >= at(day - 1, 0));
      expect([repeated.reduce((sum, { fresh }) => sum + fresh, 0), added]).toEqual([
        news.length,
        0,
      ]);
      const { campaign } = await findCampaign(db, ID);
      const { text } = await tellCeiling(scene, campaign);
      if (text.endsWith("Gesucht wird deshalb nur in OpenStreetMap.")) reachedOn.push(day);
    }
    const found = await leadTimes(db);
    const isLate = ({ domain, day }: (typeof planted)[number]) =>
      (found.get(domain) ?? Number.POSITIVE_INFINITY) > at(day + 1, 10);
    const runs = (await tasksOf(db, ID)).slice(1).map(({ day, source }) => `${day} ${source}`);
    const november = await campaignCents(db, ID, "2026-11");
    const figures = {
      planted: planted.length,
      found: found.size,
      emails: finder.asked.length,
      late: planted.filter(isLate).map(({ domain }) => domain),
      doubled: runs.filter((run, index) => runs.indexOf(run) !== index),
      reachedOn,
      november: Math.round(november),
      december: Math.round(await campaignCents(db, ID, "2026-12")),
      openCalls: maps.osm.asked.length,
      paidCalls: maps.google.asked.length,
    };
    expect(figures).toEqual({
      planted: 40,
      found: 40,
      // Known leads cost nothing.
      emails: 40,
      // Planted before the stop, or beyond the ceiling; it found them on December 1.
      late: ["google-10.de", ...[22, 23, 24, 25, 26, 27, 28, 29].map((day) => `google-${day}.de`)],
      // The clock had said the 16th two days before.
      doubled: ["2026-11-16 osm", "2026-11-16 google"],
      reachedOn: [22, 23, 24, 25, 26, 27, 28, 29, 30],
      november: 121,
      december: 66,
      openCalls: 30,
      paidCalls: 22,
    });
    expect(november + 160).toBeGreaterThan(ceiling);
  });
});

describe("a repetition", () => {
  const runsOf = async (db: Db) =>
    (await tasksOf(db, ID)).map(({ day, source, status }) => `${day} ${source} ${status}`);
  const FIRST = "2026-11-06 null done";

  it("without a key asks Google nothing, fails at nothing, and says why", async () => {
    const world = await openWorld({ hasKey: false });
    const { db, scene, maps } = world;
    await world.start();
    await world.turn(at(7, 6));
    expect(await runsOf(db)).toEqual([FIRST, "2026-11-07 osm done"]);
    expect(maps.google.asked).toEqual([]);
    // Other campaigns still ask Google.
    expect(await db.selectFrom("campaignSearches").selectAll().execute()).toEqual([]);
    expect(await tellCeiling(scene, (await findCampaign(db, ID)).campaign)).toEqual({
      text: "Bei Google Places wird nicht gesucht: Der Schlüssel fehlt.",
      lacks: "google-places",
    });
    world.hasKey = true;
    await world.turn(at(8, 6));
    expect((await runsOf(db)).slice(2)).toEqual(["2026-11-08 osm done", "2026-11-08 google done"]);
  });

  it.each(["google-places", "openai"] as const)(
    "pays nothing where the price of %s is unknown",
    async (service) => {
      const world = await openWorld({ hasModel: true });
      const { db, scene, known, maps, finder } = world;
      await world.start();
      known.osm.push("frei.de");
      const by = { actor: "anna", now: at(6, 12) };
      await pricesSetting.save(db, { [service]: null }, by);
      await world.turn(at(7, 6));
      expect(await runsOf(db)).toEqual([FIRST, "2026-11-07 osm done"]);
      expect(maps.google.asked).toEqual([]);
      expect(finder.asked).toEqual(service === "openai" ? [] : ["frei.de"]);
      expect(await tellCeiling(scene, (await findCampaign(db, ID)).campaign)).toEqual({
        text: `Bei Google Places wird nicht gesucht: Der Preis von ${SERVICE_NAMES[service]} ist nicht bekannt.`,
        lacks: service,
      });
    },
  );

  it("stops paying once the price of what it used is gone", async () => {
    const world = await openWorld();
    const { db } = world;
    await world.start();
    await world.turn(at(7, 6));
    await pricesSetting.save(db, { "google-places": null }, { actor: "anna", now: at(7, 7) });
    expect(await campaignCents(db, ID, "2026-11")).toBe(Number.POSITIVE_INFINITY);
  });

  it("beyond its ceiling asks open data alone, and pays for nothing", async () => {
    const world = await openWorld();
    const { db, scene, known, maps, finder } = world;
    await world.start(100);
    known.osm.push("frei.de");
    known.google.push("teuer.de");
    await world.turn(at(7, 6));
    expect([...(await leadTimes(db)).keys()]).toEqual(["frei.de"]);
    expect([maps.google.asked.length, finder.asked]).toEqual([0, []]);
    const run = ["2026-11-07 osm done", "2026-11-07 google cancelled"];
    expect(await runsOf(db)).toEqual([FIRST, ...run]);
    const { campaign } = await findCampaign(db, ID);
    expect(campaign.status).toBe("complete");
    expect((await tellCeiling(scene, campaign)).text).toBe(
      "Im November 2026 sind noch 1,00\u00a0€ von 1,00\u00a0€ übrig; eine Suche bei Google Places kostet höchstens 1,60\u00a0€. Gesucht wird deshalb nur in OpenStreetMap.",
    );
  });

  it("cancels at its ceiling all that would cost, and keeps no such searches of earlier days", async () => {
    const world = await openWorld();
    const { db } = world;
    await world.start(170);
    const more = [2, 3].map((position) => ({
      ...{ campaignId: ID, position, term: `T${position}`, foldedTerm: `t${position}` },
      ...({ state: "Köln", city: "", status: "done", day: "2026-11-06" } as const),
    }));
    await insertRows(db, "campaignTasks", more);
    world.known.google.push(...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `g${number}.de`));
    await world.turn(at(7, 6));
    const google = (await tasksOf(db, ID)).filter(({ source }) => source === "google");
    expect(google.map(({ status }) => status)).toEqual(["done", "cancelled", "cancelled"]);
    await world.turn(at(8, 6));
    expect((await runsOf(db)).filter((run) => run.includes("07 google cancelled"))).toEqual([]);
  });

  it("keeps its runs for 32 days", async () => {
    const world = await openWorld();
    await world.start();
    await world.turn(at(7, 6));
    await world.turn(at(39, 5));
    expect(await runsOf(world.db)).toHaveLength(5);
    await world.turn(at(40, 5));
    expect((await runsOf(world.db)).filter((run) => run.startsWith("2026-11-07"))).toEqual([]);
  });

  it("runs once where two turns meet, not on the day of the past search, and ends when told", async () => {
    const world = await openWorld();
    const { db, scene } = world;
    await world.start();
    for (const repeat of ["weekly", "daily"] as const) {
      await changeRepeat(scene, ID, { repeat });
      expect(await runsOf(db)).toEqual([FIRST]);
    }
    await Promise.all([startDueRuns(scene, at(7, 6)), startDueRuns(scene, at(7, 6))]);
    await world.settle();
    await repeatDaily(scene, ID, "anna");
    await world.turn(at(7, 7));
    const both = ["2026-11-07 osm done", "2026-11-07 google done"];
    expect(await runsOf(db)).toEqual([FIRST, ...both]);
    await startDueRuns(scene, at(8, 6));
    await changeRepeat(scene, ID, { repeat: "never" });
    await world.settle();
    await world.turn(at(16, 6));
    expect(await runsOf(db)).toEqual([FIRST, ...both, "2026-11-08 osm done"]);
    await db.updateTable("campaigns").set({ status: "running" }).execute();
    await changeRepeat(scene, ID, { repeat: "never" });
    expect((await findCampaign(db, ID)).campaign.status).toBe("complete");
    const unknown = changeRepeat(scene, "x", { repeat: "daily" });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
    await expect(repeatDaily(scene, "x", "anna")).rejects.toMatchObject({ status: 409 });
  });

  it.each([
    [{ count: 20 }, 20, 500],
    [{ count: 300 }, 60, 500],
    [{ source: "osm" }, 50, 0],
    [{ enrich: false }, 50, 0],
  ] as const)("of a search with %j", async (searched, count, monthlyCeilingCents) => {
    const world = await openWorld();
    await world.start(undefined, searched);
    const { campaign } = await findCampaign(world.db, ID);
    expect(campaign).toMatchObject({ count, monthlyCeilingCents, repeat: "daily" });
  });

  it("goes on by itself, free at once and paid the next month, after the month's calls were used up", async () => {
    const world = await openWorld();
    const { db, known } = world;
    await world.start();
    await setCeiling(db, "google-places", 1);
    await world.turn(at(7, 5));
    known.google.push("neu-dort.de");
    for (let day = 8; day <= 30; day += 1) {
      known.osm.push(`osm-${day}.de`);
      await world.turn(at(day, 6));
      expect((await leadTimes(db)).has(`osm-${day}.de`)).toBe(true);
    }
    expect((await runsOf(db)).slice(-2)).toEqual([
      "2026-11-30 osm done",
      "2026-11-30 google failed",
    ]);
    const { campaign } = await findCampaign(db, ID);
    expect(campaign.status).toBe("paused");
    expect(campaign.pauseReason).toContain("Google Places");
    await world.turn(at(31, 6));
    expect((await leadTimes(db)).has("neu-dort.de")).toBe(true);
    const { status, pauseReason } = (await findCampaign(db, ID)).campaign;
    expect([status, pauseReason]).toEqual(["complete", null]);
  });

  it("waits where a person paused it", async () => {
    const world = await openWorld();
    const { db, scene } = world;
    await world.start();
    await startDueRuns(scene, at(7, 6));
    await pauseCampaign(scene, ID);
    await world.settle();
    const before = await runsOf(db);
    await world.turn(at(8, 6));
    expect(await runsOf(db)).toEqual(before);
  });

  it("takes over the searches of a campaign that stopped; its failures can be repeated in the end", async () => {
    const world = await openWorld();
    const { db, scene } = world;
    await world.start();
    const stopped = { status: "paused", pauseReason: "Google Places: keine Antwort" } as const;
    await db.updateTable("campaigns").set(stopped).execute();
    await db.updateTable("campaignTasks").set({ status: "waiting" }).execute();
    await startDueRuns(scene, at(7, 6));
    expect(await runsOf(db)).toEqual([
      "2026-11-06 null cancelled",
      "2026-11-07 osm running",
      "2026-11-07 google waiting",
    ]);
    expect((await findCampaign(db, ID)).campaign.pauseReason).toBeNull();
    await world.settle();
    await db.updateTable("campaignTasks").set({ status: "failed" }).execute();
    await changeRepeat(scene, ID, { repeat: "never" });
    await repeatTasks(scene, ID);
    await world.settle();
    // Google has just searched it.
    expect(await runsOf(db)).toEqual([
      "2026-11-06 null skipped",
      "2026-11-07 osm done",
      "2026-11-07 google done",
    ]);
  });

  it("counts what the leads still to be read may cost", async () => {
    const world = await openWorld();
    const { db } = world;
    await world.start();
    const spent = await campaignCents(db, ID, "2026-11");
    const parentId = (await tasksOf(db, ID)).at(-1)?.jobId ?? "";
    await addJob(db, { kind: "reading", parentId, requested: 100 });
    expect(await campaignCents(db, ID, "2026-11")).toBeCloseTo(spent + 3.9);
  });

  it("asks no model about a known lead that was never read", async () => {
    const world = await openWorld();
    const { db, known } = world;
    await world.start();
    await addLead(db, { domain: "bekannt.de", email: null });
    known.osm.push("bekannt.de", "neu.de");
    await world.turn(at(7, 6));
    const { jobId } = (await tasksOf(db, ID)).at(-2) ?? {};
    const seqs = await findUnreadLeads(db, jobId ?? "", 0);
    expect((await findLeadsBySeq(db, seqs)).map(({ domain }) => domain)).toEqual(["neu.de"]);
    expect(world.finder.asked).toEqual(["neu.de"]);
  });
});

describe("the day that is due", () => {
  it.each([
    ["daily", "2026-11-06T03:59Z", "2026-11-05"],
    ["daily", "2026-11-06T04:00Z", "2026-11-06"],
    // The nights in which the clocks change.
    ["daily", "2026-10-25T04:30Z", "2026-10-25"],
    ["daily", "2027-03-28T04:30Z", "2027-03-28"],
    ["workdays", "2026-11-06T12:00Z", "2026-11-06"],
    ["workdays", "2026-11-07T12:00Z", "2026-11-06"],
    ["workdays", "2026-11-08T12:00Z", "2026-11-06"],
    ["workdays", "2026-11-09T12:00Z", "2026-11-09"],
    ["weekly", "2026-11-08T12:00Z", "2026-11-02"],
    ["weekly", "2026-11-09T12:00Z", "2026-11-09"],
  ] as const)("of %s at %s is %s", (repeat, now, day) => {
    expect(dueDays(Date.parse(now), ZONE)[repeat]).toBe(day);
  });
});
