import { describe, expect, it } from "vitest";
import { endJob, inputOf, openCampaignScene, statusesOf, theOpenJob } from "~tests/campaign-store";
import { removeCampaign } from "./change-campaign.server";
import { createCampaign, planCampaign } from "./create-campaign.server";

describe("starting a campaign", () => {
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
    await removeCampaign(scene.db, id);
    expect(await planCampaign(scene.db, input)).toMatchObject({ toDo: 0, skipped: 1 });
    await expect(createCampaign(scene, input, "anna")).rejects.toThrow("schon erledigt");
  });
});
