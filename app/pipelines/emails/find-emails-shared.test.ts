import { describe, expect } from "vitest";
import { findJobUsage } from "~db/queries/provider-usage";
import { startWith, statesOf } from "~tests/email-search";
import {
  FakeFinder,
  found,
  mapsWith,
  NOT_FOUND,
  places,
  servicesWith,
} from "~tests/fake-providers";
import { startRun } from "~tests/job-run";
import { it, NOON } from "~tests/store";
import { ProviderError } from "../../providers/provider-error";
import { mapsPipeline } from "../company-search/search-companies.server";
import { findEmails } from "./find-emails.server";

/** A promise that the caller settles. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("two jobs that ask the same at once", () => {
  it("make one call, and the answer is both's", async ({ db }) => {
    const { open, opened } = gate();
    const finder = new FakeFinder(async () => {
      await opened;
      return NOT_FOUND;
    });
    const services = servicesWith({ emails: finder });
    const [one, two] = [await startWith(db, 1), await startWith(db, 1)];
    const running = [findEmails(one.run, services, 60), findEmails(two.run, services, 60)];
    await expect.poll(() => finder.asked.length).toBe(1);
    open();
    await Promise.all(running);
    expect(finder.asked).toEqual(["firma-1.de"]);
    expect([await statesOf(db, one.job.id), await statesOf(db, two.job.id)]).toEqual([
      ["not_found"],
      ["not_found"],
    ]);
    const usage = await findJobUsage(db, [one.job.id, two.job.id]);
    expect(usage).toMatchObject([{ calls: 1, saved: 1 }]);
  });

  it("each ask for themselves where the first one gets no answer", async ({ db }) => {
    const { open, opened } = gate();
    const finder = new FakeFinder(async (domain) => {
      if (finder.asked.length > 1) return found(domain);
      await opened;
      throw new ProviderError("Anymailfinder", "timeout", {});
    });
    const services = servicesWith({ emails: finder });
    const [one, two] = [await startWith(db, 1), await startWith(db, 1)];
    const running = [findEmails(one.run, services, 60), findEmails(two.run, services, 60)];
    await expect.poll(() => finder.asked.length).toBe(1);
    open();
    await Promise.all(running);
    expect(finder.asked).toHaveLength(2);
    expect((await statesOf(db, one.job.id)).concat(await statesOf(db, two.job.id)).sort()).toEqual([
      "failed",
      "found",
    ]);
  });
});

describe("a search that meets companies from before", () => {
  it("says how many calls it saved, whether an email was found then or not", async ({ db }) => {
    const finder = new FakeFinder((domain) =>
      domain === "firma-1.de" ? found(domain) : NOT_FOUND,
    );
    const params = JSON.stringify({ query: "Maler", region: "", count: 50, enrich: true });
    const search = async (count: number) => {
      const { run, job } = await startRun(db, { params });
      const services = servicesWith({ maps: mapsWith(places(1, count)), emails: finder });
      await mapsPipeline(services).run(run);
      return findJobUsage(db, [job.id]);
    };
    await search(2);
    expect(await search(3)).toMatchObject([
      { provider: "anymailfinder", calls: 1, saved: 2 },
      { provider: "google-places", calls: 1, saved: 0 },
    ]);
    // An expired answer saves nothing.
    await db
      .updateTable("emailLookups")
      .set({ lookedUpAt: NOON - 40 * 86_400_000 })
      .execute();
    expect(await search(3)).toMatchObject([{ calls: 2, saved: 0 }, { calls: 1 }]);
  });
});
