import { expect } from "vitest";
import { addJob, it } from "~tests/store";
import { findPipelineRuns } from "../../pipelines/pipeline-page.server";

it("tells earlier runs of which a follow-up is still under way", async ({ db }) => {
  const over = await addJob(db, { kind: "contacts", status: "complete" });
  await addJob(db, { kind: "reading", parentId: over.id, status: "complete" });
  const read = await addJob(db, { kind: "contacts", status: "complete" });
  await addJob(db, { kind: "reading", parentId: read.id, status: "queued" });
  const { continued } = await findPipelineRuns(db, ["contacts"], 1);
  expect(continued).toEqual([read.id]);
});
