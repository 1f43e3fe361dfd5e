import { expect } from "vitest";
import { insertCampaign } from "~db/queries/campaigns";
import { addJob, it, NOON } from "~tests/store";
import { findPipelineRuns } from "../../pipelines/pipeline-page.server";

it("leaves the searches of campaigns to these", async ({ db }) => {
  const alone = await addJob(db, { status: "complete" });
  const { id: jobId } = await addJob(db, { status: "complete" });
  const campaign = { id: "c", kind: "bundeslaender", name: "Alle", status: "complete" } as const;
  const times = { createdAt: NOON, createdBy: "anna", finishedAt: NOON };
  const task = { campaignId: "c", position: 0, term: "Maler", foldedTerm: "maler" };
  const place = { state: "Bremen", city: "", status: "done" } as const;
  await insertCampaign(db, { ...campaign, ...times, count: 20, pauseReason: null }, [
    { ...task, ...place, jobId, error: null, finishedAt: NOON },
  ]);
  const { past, total } = await findPipelineRuns(db, ["maps"], 1);
  expect([past.map(({ id }) => id), total]).toEqual([[alone.id], 1]);
});

it("tells earlier runs of which a part or a follow-up is still under way", async ({ db }) => {
  const over = await addJob(db, { status: "complete" });
  await addJob(db, { kind: "reading", parentId: over.id, status: "complete" });
  const read = await addJob(db, { status: "complete" });
  await addJob(db, { kind: "reading", parentId: read.id, status: "queued" });
  const supplemented = await addJob(db, { status: "complete" });
  const web = await addJob(db, { kind: "web", parentId: supplemented.id, status: "complete" });
  await addJob(db, { kind: "reading", parentId: web.id, status: "running" });
  const { continued } = await findPipelineRuns(db, ["maps"], 1);
  expect(continued.toSorted()).toEqual([read.id, supplemented.id].toSorted());
});
