import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COUNTERS } from "~tests/deleted-leads";
import { addSamples, FILTERS, SORTS, TEXT_FILTERS } from "~tests/lead-samples";
import { NOON } from "~tests/store";
import { explained } from "~tests/watched-queries";
import { type Db, openDatabase } from "../client";
import type { LeadListFilter } from "./lead-conditions";
import { countLeads, findPlans, type LeadSort, readPage, UNCOUNTED } from "./lead-list";

const LEADS = 100;
const TIMES = 10_000;
const PAGE = { dir: "desc", limit: 50, offset: 0 } as const;
const ALL_FILTERS: Record<string, LeadListFilter> = {
  ...FILTERS,
  ...TEXT_FILTERS,
  chosen: { ids: ["a", "b"] },
  mixed: { q: "firma x", tags: ["messe", "eil"], contacted: true, createdFrom: NOON },
};

/** How SQLite begins at each side; a column of flags may be an expression of the index. */
const FIRST_STEPS: Record<string, RegExp> = {
  leads_by_seq: /^(SCAN|SEARCH) facts USING (COVERING )?INDEX leads_by_seq/,
  tag: /^SEARCH side USING PRIMARY KEY \(tag=/,
  term: /^(SEARCH side USING PRIMARY KEY \(term_key=|CO-ROUTINE side)/,
  listed: /^SCAN side VIRTUAL TABLE/,
  leads_by_state: /^(CO-ROUTINE side|SEARCH ordered USING COVERING INDEX leads_by_state)/,
  leads_by_source: /^(CO-ROUTINE side|SEARCH ordered USING COVERING INDEX leads_by_source)/,
  text: /^SCAN side VIRTUAL TABLE/,
  leads_by_work: /^(SCAN|SEARCH) work USING COVERING INDEX leads_by_work/,
  documents: /^(SCAN|SEARCH) side/,
};

describe("the plan of a page of leads", () => {
  let db: Db;
  beforeAll(async () => {
    db = await openDatabase(":memory:");
    await addSamples(db, LEADS);
    // As if there were a million leads.
    for (const table of COUNTERS) {
      await sql`UPDATE ${sql.table(table)} SET n = n * ${TIMES}`.execute(db);
    }
  }, 60_000);
  afterAll(() => db.destroy());

  async function stepsOf(run: (watched: Db) => Promise<unknown>): Promise<string[][]> {
    const plans = await explained<{ detail: string }>(db, "EXPLAIN QUERY PLAN", run);
    return plans.map((plan) => plan.map(({ detail }) => detail.trim()));
  }

  /** Columns that a statement takes from the table of leads. */
  async function columnsRead(run: (watched: Db) => Promise<unknown>): Promise<number> {
    const table = await sql<{ root: number }>`
      SELECT rootpage AS root FROM sqlite_master WHERE name = 'leads'`.execute(db);
    const [program = []] = await explained<{ opcode: string; p1: number; p2: number }>(
      db,
      "EXPLAIN",
      run,
    );
    const cursors = program
      .filter(({ opcode, p2 }) => opcode === "OpenRead" && p2 === table.rows[0]?.root)
      .map(({ p1 }) => p1);
    return program.filter(({ opcode, p1 }) => opcode === "Column" && cursors.includes(p1)).length;
  }

  it.each(Object.keys(ALL_FILTERS))("is what SQLite does (%s)", async (name) => {
    const filter = ALL_FILTERS[name] ?? {};
    for (const sort of SORTS) {
      const request = { ...PAGE, filter, sort, after: { key: "x", seq: 1 }, isBackwards: false };
      for (const plan of await findPlans(db, request, UNCOUNTED)) {
        const read = (watched: Db) => readPage(watched, request, plan);
        const [steps = []] = await stepsOf(read);
        const [side = ""] = plan.name.split(",");
        const index = new RegExp(
          `^(SCAN|SEARCH) (side|ordered) USING (COVERING )?INDEX ${side}\\b`,
        );
        const context = `${plan.name} by ${sort}: ${steps.join(" | ")}`;
        expect(steps[0], context).toMatch(FIRST_STEPS[side] ?? index);
        // What walks its order sorts nothing; whatever is no side or set is looked up by its key.
        const sorts = steps.filter((step) => step.endsWith("FOR ORDER BY")).length;
        const sortedSets = plan.name.match(/in leads_by_(state|source)/g)?.length ?? 0;
        if (plan.isWalk) expect(sorts, context).toBe(sortedSets);
        const scans = steps
          .slice(1)
          .filter((step) => /^SCAN (facts|ordered|words|letters|tag)/.test(step));
        expect(scans.length, context).toBe(plan.name.includes("in leads_by_seq") ? 1 : 0);
        // Only an order that the side is not in takes the lead's row.
        const collects = sort !== "createdAt" && !steps[0]?.includes(" ordered ");
        if (!collects) expect(await columnsRead(read), context).toBe(0);
      }
    }
  });

  it("counts by the counters alone where these can tell", async () => {
    const without: LeadListFilter = { not: [["tag", "messe"]] };
    const ofBoth = FILTERS["neither of two states, with email"];
    const counted = [{}, FILTERS.contacted, FILTERS["state and type"], FILTERS.score, FILTERS.tag];
    counted.push(without, ofBoth);
    for (const filter of counted) {
      const plans = await stepsOf((watched) => countLeads(watched, filter ?? {}));
      expect(plans.flat().join()).not.toMatch(/\b(leads|facts|side|ordered)\b/);
    }
  });

  it("counts what is due by its own index", async () => {
    const [steps] = await stepsOf((watched) => countLeads(watched, { followUpBefore: NOON }));
    expect(steps).toEqual([expect.stringMatching(/COVERING INDEX leads_by_follow_up /)]);
  });

  describe("among a million leads", () => {
    const few = (kind: string, column: string, value: string, n: number) =>
      sql`UPDATE ${sql.table(kind)} SET n = ${n} WHERE ${sql.id(column)} = ${value}`.execute(db);

    beforeAll(async () => {
      for (const [tag, n] of [
        ["eil", 200],
        ["newsletter", 10_000],
        ["messe", 200_000],
      ] as const) {
        await sql`INSERT INTO lead_tag_counts (tag, spelling, n) VALUES (${tag}, ${tag}, ${n})
          ON CONFLICT DO UPDATE SET n = excluded.n`.execute(db);
      }
      await sql`INSERT INTO lead_facet_counts (kind, value, flags, n)
        VALUES ('federal_state', 'Bremen', 0, 900), ('company_type', 'Verein', 0, 3000)`.execute(
        db,
      );
      await few("lead_term_counts", "term_key", "baeder", 800);
      await few("lead_term_counts", "term_key", "maler", 400);
    });

    const month = { createdFrom: NOON + 2 * 86_400_000 };
    const CASES: [string, LeadListFilter, LeadSort, RegExp][] = [
      ["nothing", {}, "companyName", /^leads_by_name$/],
      ["a frequent flag", { contacted: false }, "companyName", /^leads_by_name$/],
      ["a rare tag", { tags: ["eil"] }, "city", /^tag$/],
      ["a tag of one in a hundred", { tags: ["newsletter"] }, "city", /^leads_by_city(, in tag)?$/],
      ["a frequent tag", { tags: ["messe"] }, "city", /^leads_by_city$/],
      ["a frequent tag, newest first", { tags: ["messe"] }, "createdAt", /^(tag|leads_by_seq)$/],
      ["tags", { tags: ["messe", "eil"] }, "updatedAt", /^tag$/],
      ["several terms", { terms: ["Bäder", "Maler"] }, "salesScore", /\bterm$/],
      [
        "terms and a frequent flag",
        { terms: ["Bäder", "Maler"], hasEmail: true },
        "companyName",
        /^term$/,
      ],
      ["a term of contacted ones", { terms: ["Maler"], contacted: true }, "createdAt", /^term$/],
      ["a small state", { federalStates: ["Bremen"] }, "companyName", /^leads_by_state$/],
      ["a rare type", { companyTypes: ["Verein"] }, "city", /leads_by_type$/],
      ["a state by city", { federalStates: ["Bremen"] }, "city", /^leads_by_state$/],
      ["a source by term", { sourceType: "maps" }, "sourceTerm", /^leads_by_source$/],
      [
        "a type in a state",
        { companyTypes: ["Verein"], federalStates: ["Bremen"] },
        "city",
        /^leads_by_type$/,
      ],
      ["a rare tag of some days", { ...month, tags: ["eil"] }, "companyName", /^tag$/],
    ];

    it("begins a walk where the leads of a filter can begin", async () => {
      const bounded: [LeadSort, LeadListFilter][] = [
        ["updatedAt", { createdFrom: NOON }],
        ["salesScore", { minScore: 3 }],
      ];
      for (const [sort, filter] of bounded) {
        const request = { ...PAGE, filter, sort };
        const [plan] = await findPlans(db, request, UNCOUNTED);
        const read = { ...request, isBackwards: true };
        const [[step] = []] = await stepsOf((watched) => readPage(watched, read, plan));
        expect(step).toMatch(/^SEARCH ordered USING .* \((updated_at|score_key)>\?\)/);
      }
    });

    it.each(CASES)("begins at the smaller side for %s", async (_, filter, sort, wanted) => {
      const [plan] = await findPlans(db, { ...PAGE, filter, sort }, UNCOUNTED);
      expect(plan.name).toMatch(wanted);
    });
  });
});
