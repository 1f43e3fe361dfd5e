import { afterAll, beforeAll, expect, it } from "vitest";
import { addSamples, FILTERS, meets, type Sample, TEXT_FILTERS } from "~tests/lead-samples";
import { type Db, openDatabase } from "../client";
import { findLeadPlaces } from "./lead-places";

let db: Db;
let samples: Sample[];
beforeAll(async () => {
  db = await openDatabase(":memory:");
  samples = await addSamples(db, 60);
}, 60_000);
afterAll(() => db.destroy());

it.each(Object.entries({ ...FILTERS, ...TEXT_FILTERS }))(
  "each lead of a filter is counted once, in its state and postal code (%s)",
  async (_, filter) => {
    const wanted = new Map<string, number[]>();
    for (const sample of samples.filter((one) => meets(one, filter))) {
      const { federalState, postalCode, seq } = sample.row;
      const key = `${federalState ?? ""}:${postalCode ?? ""}`;
      wanted.set(key, [...(wanted.get(key) ?? []), seq]);
    }
    const places = await findLeadPlaces(db, filter);
    const counts = places.map(({ state, postalCode, n }) => [`${state}:${postalCode}`, n]);
    expect(new Map(counts.map(([key, n]) => [key, n]))).toEqual(
      new Map([...wanted].map(([key, seqs]) => [key, seqs.length])),
    );
    expect(counts).toHaveLength(wanted.size);
    for (const { state, postalCode, seq } of places)
      expect(wanted.get(`${state}:${postalCode}`)).toContain(seq);
  },
);
