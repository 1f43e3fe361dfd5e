import { expect } from "vitest";
import { trash } from "~tests/deleted-leads";
import { addJob, addLead, it, NOON } from "~tests/store";
import type { Db } from "../client";
import { insertJobResults } from "./job-results";
import { countOutdatedJobs, purgeRawData } from "./raw-data";

const BY = { actor: "Server", now: NOON };

/** A job with a checkpoint, messages and results; null leaves it running. */
async function addEnded(db: Db, id: string, finishedAt: number | null, leadSeq: number) {
  await addJob(db, {
    ...{ id, kind: "web", status: finishedAt === null ? "running" : "failed", finishedAt },
    warnings: '["Fremd GmbH fehlt."]',
    note: "fremd.de",
    error: "fremd.de antwortet nicht.",
    checkpoint: '{"pages":2,"page":{"hits":[]},"hitIds":["https://fremd.de"]}',
  });
  const result = { jobId: id, isNew: 0 as const };
  await insertJobResults(db, [
    { ...result, position: 1, leadSeq, domain: "eins.de", companyName: "Eins" },
    { ...result, position: 2, companyName: "Fremd GmbH", contactName: "Eva", skipReason: "closed" },
    { ...result, position: 3, domain: "korb.de", companyName: "Korb", skipReason: "in_trash" },
  ]);
}

it("takes from old jobs what never became a lead, and leaves the rest", async ({ db }) => {
  const { seq } = await addLead(db, { domain: "eins.de" });
  const { seq: deleted } = await addLead(db, { domain: "korb.de" });
  await trash(db, [deleted]);
  await addEnded(db, "old", NOON - 1, seq);
  await addEnded(db, "young", NOON, seq);
  await addEnded(db, "open", null, seq);
  const rows = (jobId: string) =>
    Promise.all([
      db.selectFrom("jobs").selectAll().where("id", "=", jobId).executeTakeFirstOrThrow(),
      db.selectFrom("jobResults").selectAll().where("jobId", "=", jobId).execute(),
    ]);
  const others = async () => [await rows("young"), await rows("open")];
  const before = await others();
  expect(await countOutdatedJobs(db, NOON)).toBe(1);
  await purgeRawData(db, NOON, BY);

  const [job, results] = await rows("old");
  expect(job).toMatchObject({ warnings: "[]", note: null, error: "(gelöscht)" });
  expect(job.checkpoint).toBe('{"pages":2}');
  expect(results).toMatchObject([
    { companyName: "Eins" },
    { companyName: null, contactName: null, skipReason: "closed" },
    { domain: "korb.de", skipReason: "in_trash" },
  ]);
  expect(await others()).toEqual(before);
});

it("counts and takes each job once, also after the days were changed", async ({ db }) => {
  const { seq } = await addLead(db, { domain: "eins.de" });
  for (let n = 0; n < 12; n += 1) await addEnded(db, `job-${n}`, NOON + n, seq);
  expect(await countOutdatedJobs(db, NOON + 12)).toBe(12);
  await purgeRawData(db, NOON + 8, BY);
  expect(await countOutdatedJobs(db, NOON + 12)).toBe(4);
  await purgeRawData(db, NOON + 2, BY);
  expect(await countOutdatedJobs(db, NOON + 8)).toBe(0);
});
