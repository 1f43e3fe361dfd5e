import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findLeadPage } from "~tests/lead-samples";
import { addJob } from "~tests/store";
import { type Db, openDatabase } from "../client";
import {
  countLeads,
  FILTERED_TEXT_TOTAL_CAP,
  findMatchingSeqs,
  findPageSeqs,
  TEXT_TOTAL_CAP,
  UNCOUNTED,
} from "./lead-list";

const LEADS = TEXT_TOTAL_CAP + 960;
const APPROVED_FROM = 1_200;

/** More leads with one word than a text search counts; every name different, the newest first by name too. */
async function fill(db: Db): Promise<void> {
  await sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${LEADS})
    INSERT INTO leads (id, domain, source_type, name_key, domain_key, city_key, term_key, approved, created_at, updated_at)
    SELECT 'id-' || n, 'firma-' || n || '.de', 'maps', 'firma ' || (100000 - n), '', '', '',
      n >= ${APPROVED_FROM}, n, n FROM numbers`.execute(db);
  await sql`INSERT INTO lead_search (seq, document)
    SELECT seq, iif(seq % 500 = 0, 'selten', 'haeufig') || char(10, 10) FROM leads`.execute(db);
}

describe("a text that very many leads hold", { timeout: 120_000 }, () => {
  let db: Db;
  beforeAll(async () => {
    db = await openDatabase(":memory:");
    await fill(db);
  }, 120_000);
  afterAll(() => db.destroy());

  it("is counted up to a limit", async () => {
    expect(await countLeads(db, { q: "haeufig" })).toMatchObject({
      count: TEXT_TOTAL_CAP,
      isExact: false,
    });
    expect(await countLeads(db, { q: "h" })).toMatchObject({
      count: TEXT_TOTAL_CAP,
      isExact: false,
    });
    expect(await countLeads(db, { q: "selten" })).toMatchObject({ count: 21, isExact: true });
    expect(await countLeads(db, {})).toMatchObject({ count: LEADS, isExact: true });
  });

  it("is counted up to a lower limit with filters besides", async () => {
    const many = await countLeads(db, { q: "haeufig", approved: true });
    expect(many).toMatchObject({ count: FILTERED_TEXT_TOTAL_CAP, isExact: false });
    const none = await countLeads(db, { q: "haeufig", hasEmail: true });
    expect(none).toMatchObject({ count: 0, isExact: true });
    const chosen = await countLeads(db, { q: "haeufig", ids: ["id-1", "id-500", "id-501"] });
    expect(chosen).toMatchObject({ count: 2, isExact: true });
    const early = await countLeads(db, { q: "haeufig", createdBefore: 500 });
    expect(early).toMatchObject({ count: 499, isExact: true });
  });

  it.each([
    ["createdAt", "desc", [LEADS, LEADS - 1, LEADS - 2]],
    ["createdAt", "asc", [1, 2, 3]],
    ["companyName", "asc", [LEADS, LEADS - 1, LEADS - 2]],
    ["companyName", "desc", [1, 2, 3]],
    ["updatedAt", "asc", [1, 2, 3]],
  ] as const)("is listed in order by %s %s", async (sort, dir, wanted) => {
    for (const filter of [{ q: "haeufig" }, { q: "ha" }, { q: "h" }]) {
      const request = { filter, sort, dir, limit: 3, offset: 0 };
      const page = await findLeadPage(db, request, await countLeads(db, filter));
      expect(page.map(({ seq }) => seq)).toEqual(wanted);
    }
  });

  it("is listed where others stand before it in an order", async () => {
    const filter = { createdBefore: TEXT_TOTAL_CAP + 300 };
    const order = { sort: "companyName", dir: "asc" } as const;
    const wanted = [1, 2, 3, 4, 5].map((step) => filter.createdBefore - step);
    for (const total of [await countLeads(db, filter), UNCOUNTED]) {
      const request = { filter, ...order, limit: 3, offset: 0 };
      const page = await findPageSeqs(db, request, total);
      expect(page).toEqual(wanted.slice(0, 3));
      const after = { key: `firma ${100_000 - (page[1] ?? 0)}`, seq: page[1] ?? 0 };
      expect(await findPageSeqs(db, { ...request, after }, total)).toEqual(wanted.slice(2));
    }
  });

  it("is listed to its end within a run, without leads that the filter leaves out", async () => {
    const { id } = await addJob(db);
    await sql`INSERT INTO job_results (job_id, position, lead_seq) SELECT ${id}, seq, seq FROM leads`.execute(
      db,
    );
    const filter = { foundBy: [{ jobIds: [id] }], createdBefore: LEADS - 20 };
    const total = await countLeads(db, filter);
    expect(total).toMatchObject({ count: LEADS - 21 });
    const last = LEADS - 41;
    const after = { key: `firma ${100_000 - last}`, seq: last };
    const order = { sort: "companyName", dir: "desc", limit: 51, offset: 0 } as const;
    const rest = Array.from({ length: 20 }, (_, index) => last + 1 + index);
    expect(await findPageSeqs(db, { filter, ...order, after }, total)).toEqual(rest);
  });

  it("is found whole, chunk by chunk", async () => {
    const filter = { q: "haeufig" };
    const found: number[] = [];
    for (let chunks = 0; chunks < 4; chunks += 1) {
      found.push(
        ...(await findMatchingSeqs(db, filter, { after: found.at(-1) ?? 0, limit: 5_000 })),
      );
    }
    const all = Array.from({ length: LEADS }, (_, index) => index + 1);
    const wanted = all.filter((seq) => seq % 500 !== 0);
    // Numbers alone: showing how two long lists differ takes minutes.
    expect(found.length).toBe(wanted.length);
    expect(found.findIndex((seq, index) => seq !== wanted[index])).toBe(-1);
  });

  it("is listed beyond what was counted", async () => {
    const filter = { q: "haeufig" };
    const request = {
      filter,
      sort: "createdAt",
      dir: "asc",
      limit: LEADS,
      offset: TEXT_TOTAL_CAP,
    } as const;
    const page = await findLeadPage(db, request, await countLeads(db, filter));
    expect(page.length).toBe(LEADS - Math.floor(LEADS / 500) - TEXT_TOTAL_CAP);
  });
});
