import { sql } from "kysely";
import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { findSearches } from "~db/queries/search-history";
import { mapsWith, servicesWith, webWith } from "~tests/fake-providers";
import { it } from "~tests/store";
import { searchParamsOf } from "../jobs/kinds/job-params.server";
import type { SearchKind } from "../pipelines/company-search/search-schema.server";
import { repeatSearch } from "./search-history.server";
import { startSearch, startSearchQueue } from "./start-search.server";

function servicesFor(db: Db) {
  const { providers } = servicesWith({ maps: mapsWith([]), webSearch: webWith([]) });
  return { db, providers, jobs: { wake: vi.fn() } };
}

describe("startSearch", () => {
  const SEARCH = { query: "Maler", region: "Köln", count: 500, enrich: false, supplement: true };

  it.for<[SearchKind, string[]]>([
    ["search", ["maps", "web"]],
    ["maps", ["maps"]],
    ["web", ["web"]],
  ])(
    "looks where it is told (%s), and there again when repeated",
    async ([kind, kinds], { db }) => {
      const region = kind === "web" ? "" : SEARCH.region;
      const services = servicesFor(db);
      await startSearch(services, { ...SEARCH, region, kind }, "anna");
      const [entry] = await findSearches(db, "custom", 1);
      await repeatSearch(services, entry?.id ?? "", "anna");
      const jobs = await db.selectFrom("jobs").selectAll().orderBy("id").execute();
      expect(jobs.map((job) => job.kind)).toEqual([...kinds, ...kinds]);
      const shares = jobs.map((job) => searchParamsOf(job));
      expect(shares.every(({ enrich }) => !enrich)).toBe(true);
      expect(shares.map(({ supplement }) => supplement)).toEqual(
        jobs.map((job) => (job.kind === "web" ? undefined : kind === "search")),
      );
    },
  );
});

describe("startSearchQueue", () => {
  const PAIRS = [
    { query: "Stadtwerke", region: "Köln" },
    { query: "Stadtwerke", region: "Bonn" },
    { query: "Fernwärme", region: "Köln" },
  ];

  it("queues all of them or none", async ({ db }) => {
    const services = servicesFor(db);
    await sql`CREATE TRIGGER third BEFORE INSERT ON search_history WHEN NEW.query = 'Fernwärme'
      BEGIN SELECT RAISE(ABORT, 'third refused'); END`.execute(db);
    const queued = startSearchQueue(services, { mode: "custom", pairs: PAIRS }, "anna");
    await expect(queued).rejects.toThrow("third refused");
    expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("searchHistory").select("id").execute()).toEqual([]);
    expect(services.jobs.wake).not.toHaveBeenCalled();
  });
});
