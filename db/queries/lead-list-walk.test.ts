import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addSamples,
  FILTERS,
  idsInOrder,
  meets,
  type Sample,
  SORTS,
  TEXT_FILTERS,
} from "~tests/lead-samples";
import { type Db, openDatabase } from "../client";
import { findMatchingSeqs, findNeighbour } from "./lead-list";

const LEADS = 60;

let db: Db;
let samples: Sample[];
beforeAll(async () => {
  db = await openDatabase(":memory:");
  samples = await addSamples(db, LEADS);
}, 60_000);
afterAll(() => db.destroy());

const everyFilter = Object.entries({ ...FILTERS, ...TEXT_FILTERS });

describe("findMatchingSeqs", () => {
  it.each(everyFilter)(
    "finds all that meet a filter, in chunks of any size (%s)",
    async (_, filter) => {
      const wanted = samples.filter((sample) => meets(sample, filter)).map(({ row }) => row.seq);
      for (const limit of [1, 7, LEADS]) {
        const found: number[] = [];
        for (;;) {
          const chunk = await findMatchingSeqs(db, filter, { after: found.at(-1) ?? 0, limit });
          if (chunk.length === 0) break;
          expect(chunk.length).toBeLessThanOrEqual(limit);
          found.push(...chunk);
        }
        expect(found).toEqual(wanted);
      }
    },
  );

  it("begins behind a number that no lead has", async () => {
    const [first, second] = samples.map(({ row }) => row.seq);
    expect(await findMatchingSeqs(db, {}, { after: -1, limit: 1 })).toEqual([first]);
    expect(await findMatchingSeqs(db, {}, { after: (first ?? 0) + 0.5, limit: 1 })).toEqual([
      second,
    ]);
    expect(await findMatchingSeqs(db, {}, { after: 9_999, limit: 1 })).toEqual([]);
  });

  it("finds only chosen leads", async () => {
    const chosen = [samples[8]?.row, samples[3]?.row];
    const filter = { ids: chosen.map((row) => row?.id ?? "") };
    const found = await findMatchingSeqs(db, filter, { after: 0, limit: 50 });
    expect(found).toEqual([chosen[1]?.seq, chosen[0]?.seq]);
  });
});

describe("findNeighbour", { timeout: 60_000 }, () => {
  it.each(everyFilter)("finds who stands beside a lead in every order (%s)", async (_, filter) => {
    for (const sort of SORTS) {
      for (const dir of ["asc", "desc"] as const) {
        const ids = idsInOrder(samples, filter, sort, dir);
        for (const index of new Set([0, 1, ids.length >> 1, ids.length - 1])) {
          const lead = samples.find(({ row }) => row.id === ids[index])?.row;
          if (lead === undefined) continue;
          const request = { filter, sort, dir };
          const beside = [
            await findNeighbour(db, request, lead, "previous"),
            await findNeighbour(db, request, lead, "next"),
          ];
          expect(beside).toEqual([ids[index - 1] ?? null, ids[index + 1] ?? null]);
        }
      }
    }
  });

  it("tells them for a lead that the filter leaves out, too", async () => {
    const filter = { approved: true };
    const outside = samples.filter(({ row }) => row.approved === 0)[10]?.row;
    if (outside === undefined) throw new Error("too few samples");
    const all = idsInOrder(samples, {}, "city", "asc");
    const listed = new Set(idsInOrder(samples, filter, "city", "asc"));
    const place = all.indexOf(outside.id);
    const request = { filter, sort: "city", dir: "asc" } as const;
    expect([
      await findNeighbour(db, request, outside, "previous"),
      await findNeighbour(db, request, outside, "next"),
    ]).toEqual([
      all.slice(0, place).findLast((id) => listed.has(id)) ?? null,
      all.slice(place).find((id) => listed.has(id)) ?? null,
    ]);
  });
});
