import { expect } from "vitest";
import { insertJobResults } from "~db/queries/job-results";
import { addJob, it, setJob } from "~tests/store";
import type { ResultsQuery } from "./job-snapshot";
import { getJobSnapshot } from "./read-snapshot.server";

it("shows a page of each selection, and the last one for one behind it", async ({ db }) => {
  const { id } = await addJob(db, { status: "running" });
  await insertJobResults(
    db,
    Array.from({ length: 131 }, (_, n) => ({
      jobId: id,
      position: n + 1,
      companyName: `Firma ${n + 1}`,
      isNew: n % 2 === 0 ? (1 as const) : (0 as const),
      skipReason: n === 130 ? ("no_domain" as const) : null,
    })),
  );
  await setJob(db, id, { found: 131, stored: 130, fresh: 65 });
  const page = async (selection: ResultsQuery["selection"], at: number) => {
    const snapshot = await getJobSnapshot(db, id, { selection, page: at });
    const results = snapshot?.results ?? [];
    return [snapshot?.page, results.length, results[0]?.position, results[1]?.position];
  };
  expect(await page("stored", 1)).toEqual([1, 100, 1, 2]);
  expect(await page("stored", 2)).toEqual([2, 30, 101, 102]);
  expect(await page("stored", 9)).toEqual([2, 30, 101, 102]);
  expect(await page("new", 9)).toEqual([1, 65, 1, 3]);
  expect(await page("skipped", 9)).toEqual([1, 1, 131, undefined]);
  await setJob(db, id, { found: 0, stored: 0, fresh: 0 });
  expect((await page("stored", 9))[0]).toBe(1);
});
