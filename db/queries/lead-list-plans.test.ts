import { CompiledQuery, type RootOperationNode, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FILTERS, SORTS } from "~tests/lead-samples";
import { type Db, openDatabase } from "../client";
import type { LeadListFilter } from "./lead-conditions";
import {
  countLeads,
  findLeadPage,
  type LeadPageRequest,
  type LeadSort,
  type LeadTotal,
  TEXT_TOTAL_CAP,
  UNCOUNTED,
} from "./lead-list";

const AFTER = { key: "x", seq: 1 };
const ALL_FILTERS: Record<string, LeadListFilter> = { ...FILTERS, chosen: { ids: ["a", "b"] } };

/**
 * Whose hits are collected by an index and then sorted, instead of walking the order and leaving out what does not
 * match: what is chosen one by one, and for the newest first also a span of days.
 */
const COLLECTED: Record<string, readonly LeadSort[]> = {
  chosen: SORTS,
  "created between": ["createdAt"],
};

/** What no index of an order covers, so that the rows themselves are looked at. */
const READING_ROWS = new Set([
  "not contacted",
  "no favorite",
  "created from",
  "created before",
  "created between",
  "chosen",
]);

const INDEX_OF: Record<LeadSort, RegExp> = {
  createdAt:
    /^(?:SCAN leads( USING (COVERING )?INDEX leads_(by_seq|contacted|favorite))?|SEARCH leads USING (INTEGER PRIMARY KEY|(COVERING )?INDEX leads_(by_seq|contacted|favorite)) .*|SEARCH labelled USING PRIMARY KEY \((?:tag|term_key)=.*)$/,
  updatedAt: /leads_(contacted_|favorite_)?by_updated/,
  companyName: /leads_(contacted_|favorite_)?by_name/,
  domain: /leads_(contacted_|favorite_)?by_domain|sqlite_autoindex_leads_2/,
  city: /leads_(contacted_|favorite_)?by_city/,
  salesScore: /leads_(contacted_|favorite_)?by_score/,
  sourceTerm: /leads_(contacted_|favorite_)?by_term/,
};

describe("the plan of a page of leads without text", () => {
  let db: Db;
  let nodes: RootOperationNode[] = [];
  beforeAll(async () => {
    db = await openDatabase(":memory:");
  });
  afterAll(() => db.destroy());

  /** The statements that are run, each behind a word that asks SQLite how it would do it. */
  async function explained<T>(
    word: string,
    run: (watched: Db) => Promise<unknown>,
  ): Promise<T[][]> {
    nodes = [];
    await run(
      db.withPlugin({
        transformQuery: ({ node }) => {
          nodes.push(node);
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    );
    const answers = [];
    for (const node of nodes) {
      const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: "plan" });
      const { rows } = await db.executeQuery<T>(
        CompiledQuery.raw(`${word} ${sql}`, [...parameters]),
      );
      answers.push(rows);
    }
    return answers;
  }

  async function plansOf(run: (watched: Db) => Promise<unknown>): Promise<string[][]> {
    const plans = await explained<{ detail: string }>("EXPLAIN QUERY PLAN", run);
    return plans.map((plan) => plan.map(({ detail }) => detail.trim()));
  }

  /** Columns that the statement which finds the ids of a page takes from the table of leads. */
  async function columnsRead(request: LeadPageRequest): Promise<number> {
    const table = await sql<{ root: number }>`
      SELECT rootpage AS root FROM sqlite_master WHERE name = 'leads'`.execute(db);
    const [program = []] = await explained<{ opcode: string; p1: number; p2: number }>(
      "EXPLAIN",
      (watched) => findLeadPage(watched, request, UNCOUNTED),
    );
    const cursors = program
      .filter(({ opcode, p2 }) => opcode === "OpenRead" && p2 === table.rows[0]?.root)
      .map(({ p1 }) => p1);
    return program.filter(({ opcode, p1 }) => opcode === "Column" && cursors.includes(p1)).length;
  }

  /** The steps that find the ids of a page; the rows behind them are fetched by their keys. */
  async function stepsOf(
    request: LeadPageRequest,
    hints: Partial<LeadTotal> = {},
  ): Promise<string[]> {
    const total = { ...UNCOUNTED, ...hints };
    const [steps] = await plansOf((watched) => findLeadPage(watched, request, total));
    if (steps === undefined) throw new Error("no query was made");
    return steps;
  }

  it.each(Object.keys(ALL_FILTERS).flatMap((name) => SORTS.map((sort) => [name, sort] as const)))(
    "neither sorts nor reads the table for „%s“ by %s",
    async (name, sort) => {
      const filter = ALL_FILTERS[name] ?? {};
      const isCollected = COLLECTED[name]?.includes(sort) ?? false;
      for (const dir of ["asc", "desc"] as const) {
        for (const after of [undefined, AFTER]) {
          const steps = await stepsOf({ filter, sort, dir, limit: 50, offset: 0, after });
          const sorts = steps.some((step) => step.includes("TEMP B-TREE FOR ORDER BY"));
          expect({ steps, sorts }).toEqual({ steps, sorts: isCollected });
          // A page that sorts must begin at what was asked for, any other walks its order.
          expect(steps[0]).toMatch(isCollected ? /^SEARCH leads USING / : INDEX_OF[sort]);
        }
      }
    },
  );

  it("counts by the counters alone where these can tell", async () => {
    await db
      .insertInto("leadTagCounts")
      .values({ tag: "messe", spelling: "Messe", n: 5 })
      .execute();
    const counted = [{}, FILTERS.contacted, FILTERS["state and type"], FILTERS.score, FILTERS.tag];
    for (const filter of counted) {
      const plans = await plansOf((watched) => countLeads(watched, filter ?? {}));
      expect(plans.flat().join()).not.toMatch(/\b(leads|labelled|lead_tags|lead_terms)\b/);
    }
  });

  it.each(Object.keys(ALL_FILTERS).flatMap((name) => SORTS.map((sort) => [name, sort] as const)))(
    "reads no rows for „%s“ by %s while it walks",
    async (name, sort) => {
      if (COLLECTED[name]?.includes(sort)) return;
      const filter = ALL_FILTERS[name] ?? {};
      const count = await columnsRead({ filter, sort, dir: "asc", limit: 50, offset: 0 });
      expect(count > 0).toBe(READING_ROWS.has(name));
    },
  );

  it.each(SORTS)("begins at a tag that few leads have (by %s)", async (sort) => {
    for (const dir of ["asc", "desc"] as const) {
      for (const filter of [{ tags: ["eil", "messe"] }, { tags: ["messe"], contacted: true }]) {
        const request = { filter, sort, dir, limit: 50, offset: 0 };
        const few = await stepsOf(request, {
          rarest: { kind: "tag", key: "messe", n: TEXT_TOTAL_CAP },
        });
        expect(few[0]).toBe("SEARCH labelled USING PRIMARY KEY (tag=?)");
        const isSorted = few.some((step) => step.includes("TEMP B-TREE FOR ORDER BY"));
        expect(isSorted).toBe(sort !== "createdAt");
        const many = await stepsOf(request, {
          rarest: { kind: "tag", key: "messe", n: TEXT_TOTAL_CAP + 1 },
        });
        const newest = filter.contacted ? /INDEX leads_contacted$/ : /^SEARCH labelled USING/;
        expect(many[0]).toMatch(sort === "createdAt" ? newest : INDEX_OF[sort]);
        expect(many.join()).not.toContain("ORDER BY");
      }
    }
  });

  it("begins at a state that few leads are in", async () => {
    const filter = { federalStates: ["Bremen"] };
    const request = { filter, sort: "createdAt", dir: "desc", limit: 50, offset: 0 } as const;
    const few = await stepsOf(request, { filterHits: TEXT_TOTAL_CAP });
    expect(few[0]).toMatch(/^SEARCH leads USING COVERING INDEX leads_by_facet/);
    const many = await stepsOf(request, { filterHits: TEXT_TOTAL_CAP + 1 });
    expect(many[0]).toBe("SCAN leads USING COVERING INDEX leads_by_seq");
  });

  it("goes on within the search index, instead of leaving out what was before", async () => {
    const filter = { q: "gmbh" };
    for (const dir of ["asc", "desc"] as const) {
      const request = { filter, sort: "createdAt", dir, limit: 50, offset: 0 } as const;
      const [first] = await stepsOf({ ...request, after: AFTER });
      // How FTS5 writes a bound of the row number that it seeks to.
      expect(first).toMatch(
        dir === "asc" ? /^SCAN lead_search_index .*>$/ : /^SCAN lead_search_index .*<$/,
      );
    }
  });

  it("looks for a frequent text among the leads of a rare tag", async () => {
    const filter = { q: "gmbh", tags: ["messe"] };
    for (const sort of SORTS) {
      const request = { filter, sort, dir: "desc", limit: 50, offset: 0 } as const;
      const steps = await stepsOf(request, { rarest: { kind: "tag", key: "messe", n: 5 } });
      expect(steps[0]).toBe("SEARCH labelled USING PRIMARY KEY (tag=?)");
    }
  });

  it("fetches the rows of a page by their keys", async () => {
    const row = { domain: "a.de", emails: "[]", topics: "[]", sourceType: "maps" as const };
    const keys = {
      nameKey: "",
      domainKey: "",
      cityKey: "",
      termKey: "",
      createdAt: 0,
      updatedAt: 0,
    };
    await db
      .insertInto("leads")
      .values({ id: "a", ...row, ...keys })
      .execute();
    const request: LeadPageRequest = {
      filter: {},
      sort: "domain",
      dir: "asc",
      limit: 9,
      offset: 0,
    };
    const plans = await plansOf((watched) => findLeadPage(watched, request, UNCOUNTED));
    expect(plans).toHaveLength(2);
    expect(plans[1]?.[0]).toContain("USING INTEGER PRIMARY KEY (rowid=?)");
  });
});
