import { expect } from "vitest";
import { insertJobResults } from "~db/queries/job-results";
import { addJob, addLead, it, setJob } from "~tests/store";
import type { ResultsQuery } from "./job-snapshot";
import { getJobSnapshot } from "./read-snapshot.server";

const SKIPPED: ResultsQuery = { selection: "skipped", page: 1 };

it("shows the results of a part with those of the job, and a company of both once", async ({
  db,
}) => {
  const job = await addJob(db, { status: "running" });
  const part = await addJob(db, { kind: "web", status: "running", parentId: job.id });
  const [first, second, web] = [
    await addLead(db, { domain: "firma-1.de" }),
    await addLead(db, { domain: "firma-2.de" }),
    await addLead(db, { domain: "nur-im-web.de" }),
  ];
  const result = ({ seq, domain }: typeof web, jobId: string, position: number, isNew: 0 | 1) =>
    insertJobResults(db, [{ jobId, position, leadSeq: seq, domain, isNew }]);
  await result(first, job.id, 1, 1);
  await result(second, job.id, 2, 0);
  // The web search was quicker with the second company: there it was new.
  await result(second, part.id, 1, 1);
  await result(web, part.id, 2, 1);
  await result(first, part.id, 3, 0);
  await setJob(db, job.id, { found: 2, stored: 2, fresh: 1 });
  await setJob(db, part.id, { found: 3, stored: 3, fresh: 2 });

  const snapshot = await getJobSnapshot(db, job.id);
  expect(snapshot?.parts).toMatchObject([{ id: part.id, kind: "web" }]);
  expect(snapshot?.totals).toEqual({ found: 5, stored: 3, storedNew: 3 });
  expect(snapshot?.skipped).toEqual([{ reason: "duplicate", count: 2 }]);
  expect(snapshot?.results.map(({ domain, source, isNew }) => [domain, source, isNew])).toEqual([
    ["firma-1.de", "maps", true],
    ["firma-2.de", "serp", true],
    ["nur-im-web.de", "serp", true],
  ]);
  const left = (await getJobSnapshot(db, job.id, SKIPPED))?.results;
  expect(left?.map(({ domain, skipReason }) => [domain, skipReason])).toEqual([
    ["firma-2.de", "duplicate"],
    ["firma-1.de", "duplicate"],
  ]);
});

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

it("knows no job that there is not", async ({ db }) => {
  expect(await getJobSnapshot(db, "gibt-es-nicht")).toBeUndefined();
});
