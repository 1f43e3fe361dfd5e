import { describe, expect, it } from "vitest";
import { addUsage } from "~db/queries/provider-usage";
import { endJob, inputOf, openCampaignScene, theOpenJob } from "~tests/campaign-store";
import { findCampaignDetail } from "./campaigns-page.server";
import { createCampaign } from "./create-campaign.server";
import { findCampaign, findTaskPage } from "./find-campaigns.server";

async function twoTerms() {
  const scene = await openCampaignScene();
  const input = inputOf({
    terms: ["Maler", "Bäcker"],
    states: ["Hessen", "Bremen"],
    placesPerState: 2,
  });
  const { id } = await createCampaign(scene, input, "anna");
  await endJob(scene.db, await theOpenJob(scene.db), { found: 9, fresh: 4 });
  await endJob(scene.db, await theOpenJob(scene.db), { status: "failed", error: "kaputt" });
  await endJob(scene.db, await theOpenJob(scene.db), { found: 5, fresh: 5 });
  return { scene, id };
}

describe("campaigns as they are shown", () => {
  it("show of a search that is skipped when an earlier campaign made it, and what it brought", async () => {
    const { scene } = await twoTerms();
    const again = inputOf({ terms: ["maler"], states: ["Bremen"], placesPerState: 3 });
    const { id } = await createCampaign(scene, again, "anna");
    const { tasks } = await findTaskPage(scene.db, id, { page: 1, pageSize: 10 });
    expect(tasks).toMatchObject([
      { status: "skipped", found: 9, newLeads: 4, finishedAt: expect.any(String) },
      { status: "skipped", found: 5, newLeads: 5, finishedAt: expect.any(String) },
      { status: "running", found: 0, newLeads: 0, finishedAt: null },
    ]);
    // Its results belong to an earlier campaign.
    const found = await findCampaign(scene.db, id);
    expect(found.campaign.progress).toMatchObject({ skipped: 2, found: 0, newLeads: 0 });
  });

  it("show what their own searches cost so far", async () => {
    const { scene, id } = await twoTerms();
    const { db } = scene;
    const services = { ...scene, credentials: { status: async () => [] } };
    const costOf = async (campaignId: string) =>
      (await findCampaignDetail(services, campaignId, new URLSearchParams(), 1)).cost;
    expect(await costOf(id)).toBeNull();
    const { tasks } = await findTaskPage(db, id, { page: 1, pageSize: 2 });
    const month = { month: "2026-11", provider: "anymailfinder" };
    for (const { jobId } of [...tasks, { jobId: "other" }])
      await addUsage(db, { ...month, jobId: jobId ?? "" }, { calls: 9, billed: 9, credits: 9 });
    expect(await costOf(id)).toBe("0,54\u00a0€, 0,06\u00a0€ je neuem Lead");
    const later = await createCampaign(scene, inputOf({ terms: ["maler"] }), "anna");
    expect(await costOf(later.id)).toBeNull();
  });

  it("have a cell for each state and term, in the order of their searches", async () => {
    const { scene, id } = await twoTerms();
    const found = await findCampaign(scene.db, id);
    expect(
      found.cells.map(({ state, term, progress: { total, done, failed, newLeads } }) => [
        state,
        term,
        total,
        done,
        failed,
        newLeads,
      ]),
    ).toEqual([
      ["Bremen", "Maler", 2, 2, 0, 9],
      ["Bremen", "Bäcker", 2, 0, 1, 0],
      ["Hessen", "Maler", 2, 0, 0, 0],
      ["Hessen", "Bäcker", 2, 0, 0, 0],
    ]);
    await expect(findCampaign(scene.db, "x")).rejects.toMatchObject({ status: 404 });
  });
});
