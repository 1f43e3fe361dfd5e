import { describe, expect, it } from "vitest";
import { getCampaign } from "~db/queries/campaigns";
import {
  endJob,
  inputOf,
  openCampaignScene,
  statusesOf,
  tasksOf,
  theOpenJob,
} from "~tests/campaign-store";
import { saveCampaignSettings } from "../settings/team-settings.server";
import { removeCampaign } from "./change-campaign.server";
import { createCampaign, planCampaign } from "./create-campaign.server";

const BY = { actor: "anna", now: 1 };

describe("starting a campaign", () => {
  it("stores its searches and queues the first one in the background", async () => {
    const scene = await openCampaignScene();
    const { id, isNew } = await createCampaign(scene, inputOf(), "anna");
    expect(isNew).toBe(true);
    expect(scene.wakes).toBe(1);
    expect(await getCampaign(scene.db, id)).toMatchObject({
      kind: "bundeslaender",
      name: "Stadtwerke",
      status: "running",
      count: 20,
      createdBy: "anna",
    });
    expect((await tasksOf(scene.db, id)).map(({ position, city }) => [position, city])).toEqual([
      [1, "Bremen"],
      [2, "Bremerhaven"],
      [3, "Mitte"],
    ]);
    const job = await theOpenJob(scene.db);
    expect(job).toMatchObject({
      kind: "maps",
      query: "Stadtwerke",
      region: "Bremen",
      requested: 20,
      isBackground: 1,
      createdBy: "anna",
    });
    expect(JSON.parse(job.params)).toEqual({
      query: "Stadtwerke",
      region: "Bremen",
      count: 20,
      enrich: true,
    });
    expect(await scene.db.selectFrom("searchHistory").selectAll().execute()).toEqual([]);
  });

  it("begins for utilities with the states of the setting", async () => {
    const scene = await openCampaignScene();
    const input = inputOf({
      kind: "energieversorger",
      terms: undefined,
      states: undefined,
      placesPerState: 1,
    });
    const first = (await planCampaign(scene.db, input)).tasks.slice(0, 6).map(({ city }) => city);
    expect(first).toEqual(["München", "München", "München", "Köln", "Köln", "Köln"]);
    await saveCampaignSettings(scene.db, { firstStates: ["Saarland", "Hessen"] }, BY);
    const { tasks } = await planCampaign(scene.db, input);
    expect(tasks.slice(0, 4).map(({ city }) => city)).toEqual([
      "Saarbrücken",
      "Saarbrücken",
      "Saarbrücken",
      "Frankfurt am Main",
    ]);
  });

  it("skips what an earlier campaign has done, however its term was written", async () => {
    const scene = await openCampaignScene();
    const first = await createCampaign(
      scene,
      inputOf({ terms: ["Fernwärme"], placesPerState: 2 }),
      "anna",
    );
    await endJob(scene.db, await theOpenJob(scene.db), { found: 5, fresh: 2 });
    await endJob(scene.db, await theOpenJob(scene.db), { status: "failed", error: "x" });
    expect(await statusesOf(scene.db, first.id)).toBe("done failed");

    const input = inputOf({ terms: ["fernwaerme", "Maler"], placesPerState: 2 });
    const plan = await planCampaign(scene.db, input);
    expect([plan.toDo, plan.skipped]).toEqual([3, 1]);
    const second = await createCampaign(scene, input, "anna");
    // Failed is not done; the other term was never searched for.
    expect(await statusesOf(scene.db, second.id)).toBe("skipped running waiting waiting");
    const again = await planCampaign(scene.db, { ...input, again: true });
    expect([again.toDo, again.skipped]).toEqual([4, 0]);
  });

  it("skips it also when that campaign is deleted", async () => {
    const scene = await openCampaignScene();
    const input = inputOf({ placesPerState: 1 });
    const { id } = await createCampaign(scene, input, "anna");
    await endJob(scene.db, await theOpenJob(scene.db), {});
    expect(await removeCampaign(scene.db, id)).toBe(true);
    expect(await planCampaign(scene.db, input)).toMatchObject({ toDo: 0, skipped: 1 });
  });
});
