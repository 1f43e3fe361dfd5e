import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import type { JobRow } from "~db/schema";
import { FakeProfileSearch, people } from "~tests/fake-profile-search";
import {
  callsOf,
  pipelineWith,
  resultsOf,
  resumeProfiles,
  runProfiles,
  searchParams,
  startProfilesRun,
} from "~tests/profile-run";
import { addJob, it, openTestStore, setJob } from "~tests/store";
import { ProviderError, type ProviderErrorKind } from "../../providers/provider-error";
import { orderName } from "./place-order.server";

const failure = (kind: ProviderErrorKind, retryAfterMs: number | null = null) =>
  new ProviderError("Vayne", kind, { retryAfterMs });

async function jobOf(db: Db, id: string): Promise<JobRow> {
  const job = await getJob(db, id);
  if (job === undefined) throw new Error("the job is gone");
  return job;
}

/** Runs a job until a call of a kind is made, as a server does that is killed there. */
async function runUntil(db: Db, search: FakeProfileSearch): Promise<JobRow> {
  const { run, job } = await startProfilesRun(db);
  await expect(pipelineWith(search).run(run)).rejects.toThrow("killed");
  return jobOf(db, job.id);
}

const KILLED = new Error("killed");

describe("a run that was stopped", () => {
  it("while it ordered finds its order again, and orders no second time", async ({ db }) => {
    const search = new FakeProfileSearch({ failures: { start: [KILLED] }, isArriving: true });
    const job = await runUntil(db, search);
    const { run } = await resumeProfiles(db, job, search);
    expect(search.count("start")).toBe(1);
    expect(search.calls).toContain(`find ${orderName(job.id)}`);
    expect(run.job.stored).toBe(3);
    expect(await callsOf(db)).toEqual([
      expect.objectContaining({ status: "answered", creditsCharged: 3 }),
    ]);
  });

  it("before its order arrived orders, and books it once", async ({ db }) => {
    const search = new FakeProfileSearch({ failures: { start: [KILLED] } });
    const job = await runUntil(db, search);
    await resumeProfiles(db, job, search);
    expect(search.count("start")).toBe(2);
    expect(await callsOf(db)).toHaveLength(1);
  });

  it.each(["look", "file", "download"] as const)(
    "at %s goes on with its order and pays it once",
    async (call) => {
      const db = await openTestStore();
      const looks = [
        { status: "scraping" },
        { status: "scraping" },
        { status: "finished" },
        { status: "finished", file: "ready" as const },
      ];
      const search = new FakeProfileSearch({ looks, failures: { [call]: [KILLED] } });
      const job = await runUntil(db, search);
      search.behaviour.failures = {};
      const { run } = await resumeProfiles(db, job, search);
      expect(search.count("start")).toBe(1);
      expect(run.job).toMatchObject({ found: 3, stored: 3 });
      const usage = await db.selectFrom("providerUsage").selectAll().execute();
      expect(usage).toEqual([expect.objectContaining({ calls: 1, credits: 3 })]);
    },
  );

  it("while it stored goes on with the next row", async ({ db }) => {
    const search = new FakeProfileSearch({ profiles: people(60) });
    const { run, job, controller, feed } = await startProfilesRun(db);
    feed.subscribe(job.id, () => {
      if (run.job.found > 0) controller.abort("shutdown");
    });
    await expect(pipelineWith(search).run(run)).rejects.toBe("shutdown");
    expect(await resultsOf(db)).toHaveLength(25);
    const resumed = await resumeProfiles(db, await jobOf(db, job.id), search);
    expect(resumed.run.job).toMatchObject({ found: 60, stored: 60 });
    expect((await resultsOf(db)).map(({ position }) => position)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  it("after it stored fetches nothing again", async ({ db }) => {
    const search = new FakeProfileSearch();
    const { job } = await runProfiles(db, search);
    const before = search.calls.length;
    const { run } = await resumeProfiles(db, await jobOf(db, job.id), search);
    expect(search.calls).toHaveLength(before);
    expect(run.job.found).toBe(3);
  });
});

describe("an order that fails on its way", () => {
  it.each<ProviderErrorKind>(["timeout", "network", "upstream", "malformed", "rate_limited"])(
    "by %s is looked for, and taken when it has arrived",
    async (kind) => {
      const db = await openTestStore();
      const search = new FakeProfileSearch({
        failures: { start: [failure(kind)] },
        isArriving: true,
      });
      const { run } = await runProfiles(db, search);
      expect(search.count("start")).toBe(1);
      expect(run.job.stored).toBe(3);
    },
  );

  it("is sent again when it has not arrived, three times at most", async ({ db }) => {
    const one = new FakeProfileSearch({ failures: { start: [failure("upstream")] } });
    await runProfiles(db, one);
    expect(one.calls.slice(2, 5)).toEqual([
      "start 50",
      expect.stringMatching(/^find /),
      "start 50",
    ]);
    const always = Array.from({ length: 9 }, () => failure("upstream"));
    const all = new FakeProfileSearch({ failures: { start: always } });
    await expect(runProfiles(db, all)).rejects.toThrow("gestört");
    expect(all.count("start")).toBe(3);
    expect(all.count("find")).toBe(3);
  });

  it.each<ProviderErrorKind>(["auth", "forbidden", "no_credit"])(
    "for good by %s is not sent again, and closed in the ledger",
    async (kind) => {
      const db = await openTestStore();
      const search = new FakeProfileSearch({ failures: { start: [failure(kind)] } });
      await expect(runProfiles(db, search)).rejects.toThrow(ProviderError);
      expect(search.count("start")).toBe(1);
      expect(search.count("find")).toBe(0);
      expect(await callsOf(db)).toEqual([
        expect.objectContaining({ status: "failed", creditsCharged: null }),
      ]);
    },
  );

  it("because it is refused is not sent again", async ({ db }) => {
    const search = new FakeProfileSearch({ failures: { start: [failure("bad_request")] } });
    await expect(runProfiles(db, search)).rejects.toThrow("abgelehnt");
    expect(search.count("start")).toBe(1);
  });

  it("is not waited for longer than a minute", async ({ db }) => {
    const search = new FakeProfileSearch({
      failures: { start: [failure("rate_limited", 61_000)] },
    });
    await expect(runProfiles(db, search)).rejects.toThrow("Zu viele Anfragen");
    expect(search.count("start")).toBe(1);
  });
});

describe("the same search started again", () => {
  /** A job whose order is paid for, and that then ended. */
  async function endedEarly(status: "failed" | "cancelled" | "complete") {
    const db = await openTestStore();
    const search = new FakeProfileSearch({ failures: { download: [failure("auth")] } });
    const { run, job } = await startProfilesRun(db, { createdAt: Date.now() });
    await expect(pipelineWith(search).run(run)).rejects.toThrow(ProviderError);
    await setJob(db, job.id, { status });
    return { db, search, job };
  }

  it.each(["failed", "cancelled"] as const)("after it %s takes the paid order", async (status) => {
    const { db, search } = await endedEarly(status);
    const { run } = await runProfiles(db, search);
    expect(search.count("start")).toBe(1);
    expect(run.job.stored).toBe(3);
    expect(parseList(run.job.warnings)).toEqual([expect.stringContaining("ohne neu zu bezahlen")]);
    const usage = await db.selectFrom("providerUsage").select("credits").execute();
    expect(usage.map(({ credits }) => credits)).toEqual([3]);
  });

  it("after it was complete orders anew", async () => {
    const { db, search } = await endedEarly("complete");
    await runProfiles(db, search);
    expect(search.count("start")).toBe(2);
  });

  it("with another number orders anew", async () => {
    const { db, search } = await endedEarly("failed");
    await runProfiles(db, search, { params: searchParams({ count: 51 }) });
    expect(search.count("start")).toBe(2);
  });

  it("after more than a week orders anew", async () => {
    const { db, search, job } = await endedEarly("failed");
    const createdAt = Date.now() - 8 * 24 * 60 * 60 * 1000;
    await setJob(db, job.id, { createdAt });
    await runProfiles(db, search);
    expect(search.count("start")).toBe(2);
  });

  it("orders anew when the service has no such order any more, or gave it up", async () => {
    const gone = await endedEarly("failed");
    gone.search.orders.clear();
    await runProfiles(gone.db, gone.search);
    expect(gone.search.count("start")).toBe(2);

    const db = await openTestStore();
    const looks = [{ status: "failed" }];
    const search = new FakeProfileSearch({ looks });
    const { run, job } = await startProfilesRun(db, { createdAt: Date.now() });
    await expect(pipelineWith(search).run(run)).rejects.toThrow("nicht ausgeführt");
    await setJob(db, job.id, { status: "failed" });
    search.behaviour.before = (call) => {
      if (call !== "start") return;
      search.behaviour.looks = [{ status: "finished" }, { status: "finished", file: "ready" }];
    };
    await runProfiles(db, search);
    expect(search.count("start")).toBe(2);
  });

  it("asks for no order of a job that had not ordered yet", async ({ db }) => {
    await addJob(db, {
      kind: "profiles",
      status: "failed",
      params: searchParams(),
      createdAt: Date.now(),
    });
    const search = new FakeProfileSearch();
    await runProfiles(db, search);
    expect(search.count("find")).toBe(0);
  });
});
