import { sql } from "kysely";
import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { mapsWith, servicesWith } from "~tests/fake-providers";
import { it } from "~tests/store";
import { startSearchQueue } from "./start-search.server";

function servicesFor(db: Db) {
  const { providers } = servicesWith({ maps: mapsWith([]) });
  return { db, providers, jobs: { wake: vi.fn() } };
}

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
