import { CompiledQuery, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Db, openDatabase } from "../client";
import type { LeadListFilter } from "./lead-conditions";
import {
  countLeads,
  findLeadPage,
  type LeadPageRequest,
  type LeadSort,
  UNCOUNTED,
} from "./lead-list";
import { FILTERS, SORTS } from "./lead-samples.test-support";

const AFTER = { key: "x", seq: 1 };
const ALL_FILTERS: Record<string, LeadListFilter> = { ...FILTERS, chosen: { ids: ["a", "b"] } };

/**
 * Whose hits are collected by an index and then sorted, instead of walking the order and leaving out what does not
 * match: what is chosen one by one, one search term, and for the newest first, which has no index but the table, also
 * several terms, states, and a span of days.
 */
const COLLECTED: Record<string, readonly LeadSort[]> = {
  chosen: SORTS,
  term: SORTS.filter((sort) => sort !== "sourceTerm"),
  "two terms": ["createdAt"],
  state: ["createdAt"],
  "two states": ["createdAt"],
  "state and type": ["createdAt"],
  "created between": ["createdAt"],
};

const INDEX_OF: Record<LeadSort, RegExp> = {
  createdAt:
    /^(?:SCAN leads( USING COVERING INDEX leads_(contacted|favorite)| USING INDEX leads_(contacted|favorite))?|SEARCH leads USING (INTEGER PRIMARY KEY|(COVERING )?INDEX leads_(contacted|favorite)) .*)$/,
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

  async function plansOf(run: (watched: Db) => Promise<unknown>): Promise<string[][]> {
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
    const plans = [];
    for (const node of nodes) {
      const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: "plan" });
      const explained = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]);
      const { rows } = await db.executeQuery<{ detail: string }>(explained);
      plans.push(rows.map(({ detail }) => detail.trim()));
    }
    return plans;
  }

  /** The steps that find the ids of a page; the rows behind them are fetched by their keys. */
  async function stepsOf(request: LeadPageRequest): Promise<string[]> {
    const [steps] = await plansOf((watched) => findLeadPage(watched, request, UNCOUNTED));
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
    for (const filter of [{}, FILTERS.contacted, FILTERS["state and type"], FILTERS.score]) {
      const plans = await plansOf((watched) => countLeads(watched, filter ?? {}));
      expect(plans.flat().join()).not.toMatch(/\bleads\b/);
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
