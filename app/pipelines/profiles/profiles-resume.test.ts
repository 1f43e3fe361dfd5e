import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import type { JobRow } from "~db/schema";
import { type Behaviour, FakeProfileSearch, people } from "~tests/fake-profile-search";
import { servicesWith } from "~tests/fake-providers";
import {
  callsOf,
  pipelineWith,
  resultsOf,
  resumeProfiles,
  runProfiles,
  startProfilesRun,
} from "~tests/profile-run";
import { it, openTestStore, setJob } from "~tests/store";
import { canResume } from "../../jobs/job-json.server";
import { repeatJob } from "../../jobs/kinds/repeat-job.server";
import { ProviderError, type ProviderErrorKind } from "../../providers/provider-error";
import { orderName } from "./fetch-profiles.server";
import { confirmTerms } from "./start-profiles.server";

const failure = (kind: ProviderErrorKind, retryAfterMs: number | null = null) =>
  new ProviderError("Vayne", kind, { retryAfterMs });

async function jobOf(db: Db, id: string): Promise<JobRow> {
  const job = await getJob(db, id);
  if (job === undefined) throw new Error("the job is gone");
  return job;
}

/** Runs a job until a failing call, as if the server were killed there. */
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

  it("before its order arrived orders anew", async ({ db }) => {
    const search = new FakeProfileSearch({ failures: { start: [KILLED] } });
    const job = await runUntil(db, search);
    await resumeProfiles(db, job, search);
    expect(search.count("start")).toBe(2);
    const open = await callsOf(db);
    expect(open.map(({ status }) => status).sort()).toEqual(["answered", "sent"]);
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
});

describe("a run that ended early and goes on", () => {
  const MISSING = new ProviderError("Vayne", "bad_request", { status: 404 });

  /** A job with an order that the service knows under another name. */
  async function ordered() {
    const db = await openTestStore();
    const search = new FakeProfileSearch();
    search.orders.set("another name", { id: "order 1", limit: 50 });
    const scene = await startProfilesRun(db, { checkpoint: '{"orderId":"order 1"}' });
    return { ...scene, db, search };
  }

  it("looks for it by its own name when the service has none of that id", async () => {
    const { run, search, job } = await ordered();
    search.orders.set(orderName(job.id), { id: "order 1", limit: 50 });
    search.behaviour.failures = { look: [MISSING] };
    await pipelineWith(search).run(run);
    expect([search.count("start"), search.count("find")]).toEqual([0, 1]);
  });

  it("does not order another one while the service is away", async () => {
    const { run, search } = await ordered();
    search.behaviour.failures = { look: [failure("upstream")] };
    await expect(pipelineWith(search).run(run)).rejects.toThrow("gestört");
    expect([search.count("start"), search.count("find")]).toEqual([0, 0]);
    expect(canResume({ ...run.job, status: "failed" })).toBe(true);
  });

  it.each<[string, Behaviour, string]>([
    ["is lost", { failures: { look: [MISSING] } }, "Vayne hat den Auftrag order 1 nicht mehr."],
    ["was given up", { looks: [{ status: "failed" }] }, "nicht ausgeführt"],
  ])("forgets an order that %s, so that the next one is new", async (_, behaviour, words) => {
    const { run, search } = await ordered();
    search.behaviour = behaviour;
    await expect(pipelineWith(search).run(run)).rejects.toThrow(words);
    expect(search.count("start")).toBe(0);
    expect(canResume({ ...run.job, status: "failed" })).toBe(false);
  });
});

describe("a cancelled run", () => {
  /** Stops when it asks for its order the third time. */
  async function stopped(reason: "cancelled" | "shutdown") {
    const db = await openTestStore();
    const { run, job, controller } = await startProfilesRun(db);
    const search = new FakeProfileSearch({ looks: [{ scraped: 2 }] });
    search.behaviour.before = (call) => {
      if (call === "look" && search.count("look") === 3) controller.abort(reason);
    };
    await expect(pipelineWith(search).run(run)).rejects.toThrow();
    search.behaviour = { looks: [{ status: "finished" }, { status: "finished", file: "ready" }] };
    return { db, run, job, search };
  }

  it("stops waiting, says that its order goes on, and goes on with it without paying twice", async () => {
    const { db, run, job, search } = await stopped("cancelled");
    expect(search.count("look")).toBe(3);
    expect(parseList(run.job.warnings)).toEqual([
      "Beim Abbrechen lief der Auftrag bei Vayne weiter und wird dort bezahlt. „Erneut starten“ setzt den Lauf mit ihm fort.",
    ]);
    await setJob(db, job.id, { status: "cancelled", phase: "done", cancelRequestedAt: 1 });
    const { providers } = servicesWith({ profiles: search });
    const jobs = { wake: () => undefined };
    await confirmTerms(db, "anna");
    const again = await repeatJob({ db, jobs, providers }, job.id, "anna");
    expect(again?.id).toBe(job.id);
    await setJob(db, job.id, { status: "running" });
    const resumed = await resumeProfiles(db, await jobOf(db, job.id), search);
    expect(resumed.run.job).toMatchObject({ stored: 3, phase: "storing" });
    expect(search.count("start")).toBe(1);
    expect(await callsOf(db)).toEqual([
      expect.objectContaining({ status: "answered", creditsCharged: 3 }),
    ]);
    const usage = db.selectFrom("providerUsage").select(["calls", "billed", "credits"]);
    expect(await usage.execute()).toEqual([{ calls: 1, billed: 1, credits: 3 }]);
  });

  it("leaves its order open without a word when it is only the server that stops", async () => {
    const { db, run } = await stopped("shutdown");
    expect(run.job.warnings).toBe("[]");
    expect(await callsOf(db)).toEqual([expect.objectContaining({ status: "sent" })]);
  });
});
