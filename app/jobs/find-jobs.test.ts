import { expect } from "vitest";
import { findJobResults, insertJobResults } from "~db/queries/job-results";
import { addJob, addLead, it, NOON, openTestStore } from "~tests/store";
import { findOpenRunList } from "./find-jobs.server";
import { toJobResult } from "./job-json.server";

it("what is under way comes oldest first, each run once with all that belongs to it", async ({
  db,
}) => {
  const add = (id: string, job: Parameters<typeof addJob>[1]) => addJob(db, { id, ...job });
  await add("alone", { createdAt: NOON, status: "queued" });
  await add("over", { createdAt: NOON + 1, status: "complete" });
  await add("map", { createdAt: NOON + 2, status: "complete" });
  await add("web", { createdAt: NOON + 2, kind: "web", parentId: "map", status: "complete" });
  await add("sites", { createdAt: NOON + 4, kind: "reading", parentId: "map", progress: 50 });
  await add("more", { createdAt: NOON + 5, kind: "reading", parentId: "web", status: "running" });
  await add("late", { createdAt: NOON + 6, kind: "web", parentId: "map", progress: 40 });
  // Both searches are done, and reading is at a quarter: two thirds plus a quarter of one third.
  expect(await findOpenRunList(db)).toMatchObject([
    { id: "alone", progress: 0 },
    { id: "map", progress: 75 },
    // A person added it later, so it does not lower the progress of its search.
    { id: "late", progress: 27 },
  ]);
});

it("a result shows its lead's person whole, and the found one where the lead has none", async () => {
  const db = await openTestStore();
  const job = await addJob(db, { kind: "contacts", params: "{}" });
  const found = { contactName: "Erika", contactTitle: "CEO", contactProfileUrl: "https://x.de/e" };
  const leads = [
    await addLead(db, { domain: "eins.de", contactName: "Karl" }),
    await addLead(db, { domain: "zwei.de", contactTitle: "Einkauf" }),
  ];
  await insertJobResults(
    db,
    leads.map(({ seq, domain }, index) => ({
      jobId: job.id,
      position: index + 1,
      leadSeq: seq,
      domain,
      isNew: 0 as const,
      ...found,
    })),
  );
  const { results } = await findJobResults(db, job.id, "stored", 9, 0);
  expect(results.map((row) => toJobResult(row, job))).toMatchObject([
    { contactName: "Karl", contactTitle: null, contactProfileUrl: null, source: "csv" },
    found,
  ]);
});
