import { describe, expect } from "vitest";
import { lookUp, lookups, startWith, statesOf } from "~tests/email-search";
import { FakeFinder, found } from "~tests/fake-providers";
import { it, openTestStore, setJob } from "~tests/store";

describe("a finder that fails", () => {
  it("in a way that nobody foresaw ends the job only after all calls under way have ended", async () => {
    const db = await openTestStore();
    const { run } = await startWith(db, 4);
    const finder = new FakeFinder(async (domain) => {
      if (domain === "firma-1.de") throw new Error("a fault of ours");
      await new Promise((resolve) => setTimeout(resolve, 10));
      return found(domain);
    }, 4);
    await expect(lookUp(run, finder)).rejects.toThrow("a fault of ours");
    expect(finder.underWay).toBe(0);
    expect(await lookups(db)).toHaveLength(3);
  });
});

describe("an answer that can't be stored", () => {
  it("is followed by no other call", async ({ db }) => {
    const { run, job } = await startWith(db, 5);
    const finder = new FakeFinder(async (domain) => {
      if (domain === "firma-2.de") {
        await setJob(db, job.id, { runToken: "another" });
      }
      return found(domain);
    });
    await expect(lookUp(run, finder)).rejects.toThrow("no longer this run's");
    expect(finder.asked).toEqual(["firma-1.de", "firma-2.de"]);
    expect(await statesOf(db, job.id)).toEqual(["found", ...Array(4).fill("pending")]);
    expect((await lookups(db)).map(({ domain }) => domain)).toEqual(["firma-1.de"]);
  });
});
