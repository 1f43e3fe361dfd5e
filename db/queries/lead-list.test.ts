import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addSamples,
  FILTERS,
  findLeadPage,
  idsInOrder,
  meets,
  type Sample,
  SORTS,
  sortsOf,
  TEXT_FILTERS,
} from "~tests/lead-samples";
import { explained } from "~tests/watched-queries";
import { createRandom } from "../../scripts/demo-providers/world/seeded-random";
import { type Db, openDatabase } from "../client";
import type { LeadListFilter } from "./lead-conditions";
import { countLeads, findHits, findNeighbours, findPageSeqs, sortKeyOf } from "./lead-list";

const LEADS = 60;
const DIRECTIONS = ["asc", "desc"] as const;
const ALL_FILTERS = { ...FILTERS, ...TEXT_FILTERS };
const DUE: LeadListFilter = { followUpBefore: Number.MAX_SAFE_INTEGER };
const everyFilter = Object.entries(ALL_FILTERS);
const ids = (leads: readonly { id: string }[]) => leads.map(({ id }) => id);

let db: Db;
let samples: Sample[];
beforeAll(async () => {
  db = await openDatabase(":memory:");
  samples = await addSamples(db, LEADS);
}, 60_000);
afterAll(() => db.destroy());

describe("a page of leads", { timeout: 60_000 }, () => {
  it.each(everyFilter)("holds what a filter asks for in every order (%s)", async (_, filter) => {
    for (const sort of sortsOf(filter)) {
      for (const dir of DIRECTIONS) {
        const wanted = idsInOrder(samples, filter, sort, dir);
        for (const find of [findHits, countLeads])
          expect(ids(await findLeadPage(db, filter, { sort, dir, limit: LEADS }, find))).toEqual(
            wanted,
          );
      }
    }
  });

  it("holds what several filters together ask for", async () => {
    const random = createRandom("combined filters");
    let nonEmpty = 0;
    for (let round = 0; round < 200; round += 1) {
      const some = everyFilter.flatMap(([, one]) =>
        random.chance(4 / everyFilter.length) ? [one] : [],
      );
      const filter: LeadListFilter = Object.assign({}, ...some);
      const [sort, dir] = [random.pick(sortsOf(filter)), random.pick(DIRECTIONS)];
      const wanted = idsInOrder(samples, filter, sort, dir);
      const page = await findLeadPage(db, filter, { sort, dir, limit: LEADS }, countLeads);
      expect(ids(page), JSON.stringify(filter)).toEqual(wanted);
      if (wanted.length > 0) nonEmpty += 1;
    }
    expect(nonEmpty).toBeGreaterThan(60);
  });

  it("is the same by number, also when it is read from the end", async () => {
    for (const filter of [{}, { contacted: true }, { q: "firma" }, { tag: ["messe"] }, DUE]) {
      for (const sort of sortsOf(filter)) {
        const wanted = idsInOrder(samples, filter, sort, "asc");
        for (const offset of [0, 7, wanted.length - 12, wanted.length - 7, wanted.length - 1]) {
          const request = { sort, dir: "asc" as const, limit: 7, offset };
          const page = await findLeadPage(db, filter, request, countLeads);
          expect(ids(page)).toEqual(wanted.slice(offset, offset + 7));
        }
      }
    }
  });

  it("goes on behind a cursor to the end", async () => {
    for (const filter of [
      {},
      { favorite: true },
      { q: "firma" },
      { federalState: ["Bayern"] },
      DUE,
    ]) {
      for (const sort of sortsOf(filter)) {
        for (const dir of DIRECTIONS) {
          const wanted = idsInOrder(samples, filter, sort, dir);
          const middle = samples.find(({ row }) => row.id === wanted[10])?.row;
          if (middle === undefined) throw new Error("too few samples");
          const after = { key: sortKeyOf(middle, sort), seq: middle.seq };
          const behind = await findLeadPage(db, filter, { sort, dir, limit: LEADS, after });
          expect(ids(behind)).toEqual(wanted.slice(11));
        }
      }
    }
  });

  it("holds only chosen leads, and none when none is chosen", async () => {
    const chosen = [samples[3]?.row.id ?? "", samples[8]?.row.id ?? "", "gibt-es-nicht"];
    for (const sort of SORTS) {
      for (const filter of [{ ids: chosen }, { ids: chosen, approved: true }, { ids: [] }]) {
        const page = await findLeadPage(db, filter, { sort, dir: "asc", limit: 50 }, countLeads);
        expect(ids(page)).toEqual(idsInOrder(samples, filter, sort, "asc"));
      }
    }
  });
});

describe("countLeads", { timeout: 60_000 }, () => {
  it("counts what is there for every filter", async () => {
    const chosen = { ids: samples.slice(0, 7).map(({ row }) => row.id), approved: true };
    for (const [name, filter] of [...everyFilter, ["chosen", chosen] as const]) {
      const count = samples.filter((sample) => meets(sample, filter)).length;
      expect([name, await countLeads(db, filter)]).toEqual([
        name,
        expect.objectContaining({ count, isExact: true }),
      ]);
    }
  });
});

it.each(everyFilter)("a filter is tested without the rows of leads (%s)", async (_, filter) => {
  const table = await sql<{ root: number }>`
    SELECT rootpage AS root FROM sqlite_master WHERE name = 'leads'`.execute(db);
  const programs = await explained<{ opcode: string; p1: number; p2: number }>(
    db,
    "EXPLAIN",
    (watched) => countLeads(watched, filter),
  );
  for (const program of programs) {
    const isTable = ({ opcode, p2 }: (typeof program)[number]) =>
      opcode === "OpenRead" && p2 === table.rows[0]?.root;
    const cursors = program.filter(isTable).map(({ p1 }) => p1);
    expect(program.filter(({ opcode, p1 }) => opcode === "Column" && cursors.includes(p1))).toEqual(
      [],
    );
  }
});

it.each(everyFilter)("all hits are found in chunks of any size (%s)", async (_, filter) => {
  const wanted = samples.filter((sample) => meets(sample, filter)).map(({ row }) => row.seq);
  const hits = await findHits(db, filter);
  for (const limit of [1, 7, LEADS]) {
    const found: number[] = [];
    for (;;) {
      const seq = found.at(-1) ?? 0;
      const request = { sort: "createdAt", dir: "asc", limit, after: { key: seq, seq } } as const;
      const chunk = await findPageSeqs(db, request, hits);
      if (chunk.length === 0) break;
      expect(chunk.length).toBeLessThanOrEqual(limit);
      found.push(...chunk);
    }
    expect(found).toEqual(wanted);
  }
});

it("the leads beside another are found, also where the filter leaves that one out", async () => {
  for (const filter of [{}, { approved: true }, { q: "rückruf" }, { term: ["Maler"] }, DUE]) {
    for (const sort of sortsOf(filter)) {
      for (const dir of DIRECTIONS) {
        const all = idsInOrder(samples, {}, sort, dir);
        const hits = new Set(idsInOrder(samples, filter, sort, dir));
        for (const place of [0, 1, LEADS >> 1, LEADS - 1]) {
          const lead = samples.find(({ row }) => row.id === all[place])?.row;
          if (lead === undefined) throw new Error("too few samples");
          expect(await findNeighbours(db, filter, { sort, dir }, lead)).toEqual({
            previousId: all.slice(0, place).findLast((id) => hits.has(id)) ?? null,
            nextId: all.slice(place + 1).find((id) => hits.has(id)) ?? null,
          });
        }
      }
    }
  }
});
