import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findLeadPage } from "~tests/lead-samples";
import { addJob } from "~tests/store";
import { type Db, openDatabase } from "../client";
import { countLeads, findHits, findPageSeqs } from "./lead-list";
import { FEW } from "./lead-matches";

const LEADS = FEW + 960;
const APPROVED_FROM = 1_200;

/** More leads with one word than a text search counts. Names are distinct, and the newest comes first by name too. */
async function fill(db: Db): Promise<void> {
  await sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${LEADS})
    INSERT INTO leads (id, domain, source_type, name_key, domain_key, city_key, term_key, approved, follow_up_at, created_at, updated_at)
    SELECT 'id-' || n, 'firma-' || n || '.de', 'maps', 'firma ' || (100000 - n), '', '', '',
      n >= ${APPROVED_FROM}, 100000 - n, n, n FROM numbers`.execute(db);
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
      count: FEW,
      isExact: false,
    });
    expect(await countLeads(db, { q: "h" })).toMatchObject({
      count: FEW,
      isExact: false,
    });
    expect(await countLeads(db, { q: "selten" })).toMatchObject({ count: 21, isExact: true });
    expect(await countLeads(db, {})).toMatchObject({ count: LEADS, isExact: true });
  });

  it("is counted with filters besides", async () => {
    const all = await countLeads(db, { q: "haeufig", hasEmail: false });
    expect(all).toMatchObject({ count: FEW, isExact: false });
    const many = await countLeads(db, { q: "haeufig", approved: true });
    expect(many).toMatchObject({ count: LEADS - APPROVED_FROM + 1 - 19, isExact: true });
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
      const page = await findLeadPage(db, filter, { sort, dir, limit: 3 }, countLeads);
      expect(page.map(({ seq }) => seq)).toEqual(wanted);
    }
  });

  it("is listed where others stand before it in an order", async () => {
    const filter = { createdBefore: FEW + 300 };
    const order = { sort: "companyName", dir: "asc" } as const;
    const wanted = [1, 2, 3, 4, 5].map((step) => filter.createdBefore - step);
    for (const hits of [await countLeads(db, filter), await findHits(db, filter)]) {
      const request = { ...order, limit: 3 };
      const page = await findPageSeqs(db, request, hits);
      expect(page).toEqual(wanted.slice(0, 3));
      const after = { key: `firma ${100_000 - (page[1] ?? 0)}`, seq: page[1] ?? 0 };
      expect(await findPageSeqs(db, { ...request, after }, hits)).toEqual(wanted.slice(2));
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
    const order = { sort: "companyName", dir: "desc", limit: 51 } as const;
    const rest = Array.from({ length: 20 }, (_, index) => last + 1 + index);
    expect(await findPageSeqs(db, { ...order, after }, total)).toEqual(rest);
  });

  it("is listed by day where very many are due", async () => {
    const filter = { followUpBefore: 100_000 - 20 };
    const order = { sort: "followUpAt", limit: 3, offset: 1 } as const;
    for (const hits of [await countLeads(db, filter), await findHits(db, filter)]) {
      const first = await findPageSeqs(db, { ...order, dir: "asc" }, hits);
      expect(first).toEqual([LEADS - 1, LEADS - 2, LEADS - 3]);
      expect(await findPageSeqs(db, { ...order, dir: "desc" }, hits)).toEqual([22, 23, 24]);
    }
  });

  it("is found whole, chunk by chunk", async () => {
    const hits = await findHits(db, { q: "haeufig" });
    const order = { sort: "createdAt", dir: "asc", limit: 5_000 } as const;
    const found: number[] = [];
    for (let chunks = 0; chunks < 4; chunks += 1) {
      const seq = found.at(-1) ?? 0;
      found.push(...(await findPageSeqs(db, { ...order, after: { key: seq, seq } }, hits)));
    }
    const all = Array.from({ length: LEADS }, (_, index) => index + 1);
    const wanted = all.filter((seq) => seq % 500 !== 0);
    // Only numbers, since a diff of two long lists takes minutes.
    expect(found.length).toBe(wanted.length);
    expect(found.findIndex((seq, index) => seq !== wanted[index])).toBe(-1);
  });

  it("is listed beyond what was counted", async () => {
    const filter = { q: "haeufig" };
    const request = { sort: "createdAt", dir: "asc", limit: LEADS, offset: FEW } as const;
    const page = await findLeadPage(db, filter, request, countLeads);
    expect(page.length).toBe(LEADS - Math.floor(LEADS / 500) - FEW);
  });
});
