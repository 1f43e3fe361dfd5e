import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { parseList } from "~db/queries/leads";
import type { JobRow } from "~db/schema";
import { FakeProfileSearch } from "~tests/fake-profile-search";
import {
  callsOf,
  pipelineWith,
  resultsOf,
  runProfiles,
  startProfilesRun,
} from "~tests/profile-run";
import { it, openTestStore, setJob } from "~tests/store";
import { ProviderError } from "../../providers/provider-error";
import { orderName } from "./place-order.server";

describe("an order of an earlier run", () => {
  const MISSING = new ProviderError("Vayne", "bad_request", { status: 404 });

  /** A job that knows its order, whose name nobody has. */
  async function ordered(jobFields: Partial<JobRow>) {
    const db = await openTestStore();
    const search = new FakeProfileSearch();
    search.orders.set("somebody else's", { id: "order 1", limit: 50 });
    const checkpoint = JSON.stringify({
      booked: null,
      orderId: "order 1",
      next: 0,
      unmatched: 0,
      isStored: false,
    });
    const { job, run } = await startProfilesRun(db, {
      createdAt: Date.now(),
      checkpoint,
      ...jobFields,
    });
    return { db, search, job, run };
  }

  it("is found by its id, under whatever name it was sent", async () => {
    const { db, search } = await ordered({ status: "failed" });
    const { run } = await runProfiles(db, search);
    expect([search.count("start"), search.count("find")]).toEqual([0, 0]);
    expect(run.job.stored).toBe(3);
  });

  it("is looked for by its name when the service has none of that id", async () => {
    const { db, search, job } = await ordered({ status: "failed" });
    search.orders.set(orderName(job.id), { id: "order 1", limit: 50 });
    search.behaviour.failures = { look: [MISSING] };
    await runProfiles(db, search);
    expect([search.count("start"), search.count("find")]).toEqual([0, 1]);
  });

  it("is not given up for a service that is away", async () => {
    const { db, search } = await ordered({ status: "failed" });
    search.behaviour.failures = { look: [new ProviderError("Vayne", "upstream", {})] };
    await expect(runProfiles(db, search)).rejects.toThrow("gestört");
    expect([search.count("start"), search.count("find")]).toEqual([0, 0]);
  });

  it("of the same job is looked for by its name, too, and never ordered again unseen", async () => {
    const { run, search, job } = await ordered({});
    search.behaviour.failures = { look: [MISSING] };
    await expect(pipelineWith(search).run(run)).rejects.toThrow(
      "Vayne hat den Auftrag order 1 nicht mehr.",
    );
    expect(search.calls).toEqual(["look", `find ${orderName(job.id)}`]);
  });
});

describe("a cancelled run", () => {
  /** Stops at the third look, at which so many profiles were fetched. */
  async function stopped(reason: "cancelled" | "shutdown", scraped: number) {
    const db = await openTestStore();
    const { run, job, controller } = await startProfilesRun(db, { createdAt: Date.now() });
    const search = new FakeProfileSearch({ looks: [{ scraped }] });
    search.behaviour.before = (call) => {
      if (call === "look" && search.count("look") === 3) controller.abort(reason);
    };
    await expect(pipelineWith(search).run(run)).rejects.toThrow();
    await setJob(db, job.id, { status: "cancelled" });
    search.behaviour = { looks: [{ status: "finished" }, { status: "finished", file: "ready" }] };
    return { db, run, search };
  }

  const usageOf = (db: Db) =>
    db.selectFrom("providerUsage").select(["calls", "billed", "credits"]).execute();

  it.each([0, 2])("pays what was fetched, %i, and says that the order goes on", async (scraped) => {
    const { db, run, search } = await stopped("cancelled", scraped);
    expect(parseList(run.job.warnings)).toEqual([
      "Der Auftrag läuft bei Vayne weiter; ein neuer Start derselben Suche innerhalb von 7 Tagen verwendet ihn.",
    ]);
    const call = { status: "answered", creditsCharged: scraped };
    expect(await callsOf(db)).toEqual([expect.objectContaining(call)]);
    expect(await usageOf(db)).toEqual([
      { calls: 1, billed: scraped === 0 ? 0 : 1, credits: scraped },
    ]);
    await runProfiles(db, search);
    expect(search.count("start")).toBe(1);
    expect(await callsOf(db)).toEqual([expect.objectContaining({ creditsCharged: 3 })]);
    expect(await usageOf(db)).toEqual([{ calls: 1, billed: 1, credits: 3 }]);
  });

  it("leaves its order open when it is only the server that stops", async () => {
    const { db, run } = await stopped("shutdown", 2);
    expect(run.job.warnings).toBe("[]");
    expect(await callsOf(db)).toEqual([expect.objectContaining({ status: "intended" })]);
  });

  it("stops waiting at once", async ({ db }) => {
    const { run, controller } = await startProfilesRun(db);
    const search = new FakeProfileSearch({
      looks: [{ status: "scraping" }],
      before: (call) => {
        if (call === "look") controller.abort("cancelled");
      },
    });
    await expect(pipelineWith(search).run(run)).rejects.toThrow();
    expect(controller.signal.aborted).toBe(true);
    expect(search.count("look")).toBeLessThan(3);
    expect(await resultsOf(db)).toEqual([]);
  });
});
