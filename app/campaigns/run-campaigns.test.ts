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
import { ZONE } from "~tests/store";
import { ProviderError } from "../providers/provider-error";
import { createCampaign } from "./create-campaign.server";
import { onJobEnded, pauseCampaign, repeatTasks, resumeCampaign } from "./run-campaigns.server";

const UPSTREAM = new ProviderError("Google Places", "upstream", { status: 500 }).message;
const NO_CREDIT = new ProviderError("Google Places", "no_credit", { status: 402 }).message;

async function started(fields: Parameters<typeof inputOf>[0] = {}) {
  const scene = await openCampaignScene();
  const { id } = await createCampaign(scene, inputOf(fields), "anna");
  return { scene, db: scene.db, id };
}

describe("the end of a campaign's search", () => {
  it("told twice changes nothing the second time", async () => {
    const { db, id } = await started();
    const ended = await endJob(db, await theOpenJob(db), { found: 3 });
    const before = [await tasksOf(db, id), await openJobs(db), await getCampaign(db, id)];
    await onJobEnded(db, { ...ended, status: "failed", error: "x", found: 9 }, ZONE);
    expect([await tasksOf(db, id), await openJobs(db), await getCampaign(db, id)]).toEqual(before);
  });

  it("that somebody cancelled lets the campaign go on", async () => {
    const { db, id } = await started();
    await endJob(db, await theOpenJob(db), { status: "cancelled" });
    expect(await statusesOf(db, id)).toBe("cancelled running waiting");
    expect((await getCampaign(db, id))?.status).toBe("running");
  });
});

describe("failures", () => {
  it("pause a campaign when three come in a row, with the last one's own words", async () => {
    const { db, id } = await started({ placesPerState: 7 });
    const fail = async (error: string) =>
      endJob(db, await theOpenJob(db), { status: "failed", error });
    await fail("eins");
    await fail("zwei");
    await endJob(db, await theOpenJob(db), {});
    await fail("drei");
    await fail("vier");
    expect((await getCampaign(db, id))?.status).toBe("running");
    await fail(UPSTREAM);
    expect(await getCampaign(db, id)).toMatchObject({ status: "paused", pauseReason: UPSTREAM });
    expect(await openJobs(db)).toEqual([]);
    expect(await statusesOf(db, id)).toBe("failed failed done failed failed failed waiting");
  });

  it.each(["auth", "forbidden", "no_credit", "missing_key", "ceiling"] as const)(
    "that every search would meet (%s) pause it at once, also at its last search",
    async (failureKind) => {
      for (const placesPerState of [1, 3]) {
        const { db, id } = await started({ placesPerState });
        const failed = { status: "failed", error: NO_CREDIT, failureKind } as const;
        await endJob(db, await theOpenJob(db), failed);
        expect(await getCampaign(db, id)).toMatchObject({
          status: "paused",
          pauseReason: NO_CREDIT,
        });
        expect(await openJobs(db)).toEqual([]);
      }
    },
  );

  it.each(["rate_limited", "bad_request", "upstream", "timeout", "network", "malformed"] as const)(
    "of one search alone (%s) let it go on",
    async (failureKind) => {
      const { db, id } = await started();
      await endJob(db, await theOpenJob(db), { status: "failed", error: UPSTREAM, failureKind });
      expect(await statusesOf(db, id)).toBe("failed running waiting");
    },
  );

  it("include a search that was cut short for a reason of its own: others make it again", async () => {
    const { scene, db, id } = await started({ terms: ["Bäder"], placesPerState: 1 });
    const warnings = JSON.stringify([UPSTREAM]);
    const ended = { found: 20, fresh: 9, failureKind: "upstream", warnings } as const;
    await endJob(db, await theOpenJob(db), ended);
    expect(await tasksOf(db, id)).toMatchObject([
      { status: "failed", error: UPSTREAM, found: 20, fresh: 9 },
    ]);
    expect((await getCampaign(db, id))?.status).toBe("complete");
    const input = inputOf({ terms: ["Bäder"], placesPerState: 1 });
    const { id: other } = await createCampaign(scene, input, "anna");
    expect(await statusesOf(db, other)).toBe("running");
  });
});

describe("several campaigns", () => {
  it("have one search each at a time, two over all, and take turns", async () => {
    const { scene, db, id } = await started({ terms: ["A"] });
    const second = await createCampaign(scene, inputOf({ terms: ["B"] }), "anna");
    const third = await createCampaign(scene, inputOf({ terms: ["C"] }), "anna");
    const open = async () => (await openJobs(db)).map(({ query }) => query);
    expect(await open()).toEqual(["A", "B"]);
    expect(await statusesOf(db, third.id)).toBe("waiting waiting waiting");
    const end = async (query: string) => {
      const job = (await openJobs(db)).find((candidate) => candidate.query === query);
      if (job === undefined) throw new Error(`${query} is not open`);
      await endJob(db, job, {});
    };
    await end("A");
    expect(await open()).toEqual(["B", "C"]);
    await end("B");
    expect(await open()).toEqual(["C", "A"]);
    expect(await statusesOf(db, id)).toBe("done running waiting");
    expect(await statusesOf(db, second.id)).toBe("done waiting waiting");
  });

  it("make a search that both have once: the second waits for it, and skips it when it is done", async () => {
    const { scene, db, id } = await started({ terms: ["Bäder"], placesPerState: 2 });
    const second = await createCampaign(
      scene,
      inputOf({ terms: ["baeder", "Netze"], placesPerState: 1 }),
      "anna",
    );
    expect(await statusesOf(db, second.id)).toBe("waiting running");
    const [bath, nets] = await openJobs(db);
    if (bath === undefined || nets === undefined) throw new Error("two searches are open");
    await endJob(db, nets, {});
    // It has nothing else to do.
    expect(await statusesOf(db, second.id)).toBe("waiting done");
    await endJob(db, bath, {});
    expect(await statusesOf(db, second.id)).toBe("skipped done");
    expect((await getCampaign(db, second.id))?.status).toBe("complete");
    expect(await statusesOf(db, id)).toBe("done running");
  });
});

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
    const { scene, id } = await started({ placesPerState: 5 });
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
