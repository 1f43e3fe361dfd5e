import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COUNTERS } from "~tests/deleted-leads";
import { findLeadPage } from "~tests/lead-samples";
import { type Db, openDatabase } from "../client";
import {
  countLeads,
  FILTERED_TEXT_TOTAL_CAP,
  findMatchingSeqs,
  TEXT_TOTAL_CAP,
  UNCOUNTED,
} from "./lead-list";

const LEADS = TEXT_TOTAL_CAP + 60;
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
    expect(await countLeads(db, { q: "selten" })).toMatchObject({ count: 20, isExact: true });
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

  it("is walked by strides and cursors where its leads stand far behind in an order", async () => {
    // As if there were a million leads, so that walks are long; those found last are the first by name.
    const scale = async (sign: "*" | "/") => {
      for (const table of COUNTERS)
        await sql`UPDATE ${sql.table(table)} SET n = n ${sql.raw(sign)} 100`.execute(db);
    };
    await scale("*");
    const below = 7_700;
    const found: number[] = [];
    for (let pages = 0; pages < 3; pages += 1) {
      const last = found.at(-1);
      const after = last === undefined ? undefined : { key: `firma ${100_000 - last}`, seq: last };
      const order = { sort: "companyName", dir: "asc" } as const;
      const filter = { createdBefore: below };
      const request = { filter, ...order, limit: 200, offset: after === undefined ? 5 : 0, after };
      const page = await findLeadPage(db, request, UNCOUNTED);
      found.push(...page.map(({ seq }) => seq));
    }
    expect(found).toEqual(Array.from({ length: 600 }, (_, at) => below - 6 - at));
    await scale("/");
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
      limit: 50,
      offset: TEXT_TOTAL_CAP,
    } as const;
    const page = await findLeadPage(db, request, await countLeads(db, filter));
    expect(page.length).toBe(LEADS - Math.floor(LEADS / 500) - TEXT_TOTAL_CAP);
  });
});
