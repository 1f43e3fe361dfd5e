import { describe, expect, it } from "vitest";
import { getCampaign } from "~db/queries/campaigns";
import { getJob } from "~db/queries/jobs";
import {
  type CampaignScene,
  endJob,
  inputOf,
  openCampaignScene,
  openJobs,
  statusesOf,
  tasksOf,
  theOpenJob,
} from "~tests/campaign-store";
import { pauseCampaign, repeatTasks, resumeCampaign } from "./change-campaign.server";
import { createCampaign } from "./create-campaign.server";

async function started(placesPerState = 3): Promise<{ scene: CampaignScene; id: string }> {
  const scene = await openCampaignScene();
  const { id } = await createCampaign(scene, inputOf({ placesPerState }), "anna");
  return { scene, id };
}

async function beginRun({ db }: CampaignScene): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ status: "running", runToken: "t", startedAt: 5 })
    .where("status", "=", "queued")
    .execute();
}

describe("pausing", () => {
  it("takes back the search that waits for the runner", async () => {
    const { scene, id } = await started();
    const job = await theOpenJob(scene.db);
    await pauseCampaign(scene, id);
    expect((await getJob(scene.db, job.id))?.status).toBe("cancelled");
    expect(scene.published).toEqual([job.id]);
    expect(await statusesOf(scene.db, id)).toBe("waiting waiting waiting");
    expect(await getCampaign(scene.db, id)).toMatchObject({ status: "paused", pauseReason: null });
    await pauseCampaign(scene, id);
  });

  it("lets a search under way end, and queues no further one", async () => {
    const { scene, id } = await started();
    await beginRun(scene);
    await pauseCampaign(scene, id);
    expect(await statusesOf(scene.db, id)).toBe("running waiting waiting");
    await endJob(scene.db, await theOpenJob(scene.db), { found: 4 });
    expect(await statusesOf(scene.db, id)).toBe("done waiting waiting");
    expect(await openJobs(scene.db)).toEqual([]);
    expect((await getCampaign(scene.db, id))?.status).toBe("paused");
  });

  it("gives the place to another campaign", async () => {
    const { scene, id } = await started();
    for (const term of ["B", "C"]) await createCampaign(scene, inputOf({ terms: [term] }), "anna");
    await pauseCampaign(scene, id);
    expect((await openJobs(scene.db)).map(({ query }) => query)).toEqual(["B", "C"]);
  });
});

describe("resuming", () => {
  it("tries again what failed where it paused by itself, and only there", async () => {
    const { scene, id } = await started(5);
    const fail = async () =>
      endJob(scene.db, await theOpenJob(scene.db), { status: "failed", error: "kaputt" });
    await fail();
    await pauseCampaign(scene, id);
    await resumeCampaign(scene, id);
    expect(await statusesOf(scene.db, id)).toBe("failed running waiting waiting waiting");
    for (let n = 0; n < 3; n += 1) await fail();
    expect((await getCampaign(scene.db, id))?.pauseReason).toBe("kaputt");
    await resumeCampaign(scene, id);
    expect(await getCampaign(scene.db, id)).toMatchObject({
      status: "running",
      pauseReason: null,
      failureStreak: 0,
    });
    expect(await statusesOf(scene.db, id)).toBe("running waiting waiting waiting waiting");
  });
});

describe("repeating", () => {
  async function withFailures() {
    const { scene, id } = await started();
    await endJob(scene.db, await theOpenJob(scene.db), { status: "failed", error: "x", found: 2 });
    await endJob(scene.db, await theOpenJob(scene.db), { status: "cancelled" });
    await endJob(scene.db, await theOpenJob(scene.db), { found: 3 });
    expect(await statusesOf(scene.db, id)).toBe("failed cancelled done");
    return { scene, id };
  }

  it("of one search lets a campaign go on that was over", async () => {
    const { scene, id } = await withFailures();
    await repeatTasks(scene, id, 1);
    expect(await statusesOf(scene.db, id)).toBe("running cancelled done");
    expect(await getCampaign(scene.db, id)).toMatchObject({ status: "running", finishedAt: null });
    expect((await tasksOf(scene.db, id))[0]).toMatchObject({ error: null, found: 0 });
  });

  it("of a search that is done, or that there is none of, does nothing and says so", async () => {
    const { scene, id } = await withFailures();
    await expect(repeatTasks(scene, id, 3)).rejects.toThrow(/nichts mehr fehlgeschlagen/);
    await expect(repeatTasks(scene, id, 999)).rejects.toThrow(/nichts mehr fehlgeschlagen/);
    expect((await getCampaign(scene.db, id))?.status).toBe("complete");
    expect(await openJobs(scene.db)).toEqual([]);
  });

  it("leaves a paused campaign paused", async () => {
    const { scene, id } = await started();
    await endJob(scene.db, await theOpenJob(scene.db), { status: "cancelled" });
    await pauseCampaign(scene, id);
    await repeatTasks(scene, id, 1);
    expect((await getCampaign(scene.db, id))?.status).toBe("paused");
    expect(await statusesOf(scene.db, id)).toBe("waiting waiting waiting");
  });
});
