import { describe, expect, it } from "vitest";
import { endJob, inputOf, openCampaignScene, statusesOf, theOpenJob } from "~tests/campaign-store";
import { createCampaign, planCampaign, planTasks } from "./create-campaign.server";
import { areaOf, removeCampaign } from "./run-campaigns.server";

describe("the order of a campaign", () => {
  it("begins with two states where it is for utilities, and with three terms", () => {
    const input = inputOf({ kind: "energieversorger", terms: undefined, states: undefined });
    const tasks = planTasks({ ...input, placesPerState: 1 });
    expect(tasks).toHaveLength(48);
    expect(tasks.slice(0, 4).map(({ state, term }) => `${state} ${term}`)).toEqual([
      "Bayern Netzbetreiber",
      "Bayern Fernwärme",
      "Bayern Industriepark",
      "Nordrhein-Westfalen Netzbetreiber",
    ]);
  });

  it("searches a term once, however often and however written it is given", () => {
    const input = inputOf({
      terms: ["Fernwärme", "FERNWAERME", "Maler", "Fernwärme"],
      placesPerState: 1,
    });
    expect(planTasks(input).map(({ term }) => term)).toEqual(["Fernwärme", "Maler"]);
  });

  it("names the place with its state, a city that is its own state once", () => {
    expect(areaOf({ city: "Köln", state: "Nordrhein-Westfalen" })).toBe(
      "Köln, Nordrhein-Westfalen",
    );
    expect(areaOf({ city: "Bremen", state: "Bremen" })).toBe("Bremen");
    expect(areaOf({ city: "", state: "Hessen" })).toBe("Hessen");
  });
});

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
    // A failed search is not done; the other term was never searched.
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
