import { beforeEach, describe, expect, vi } from "vitest";
import { getJob } from "~db/queries/jobs";
import { calls, lookUp, lookups, startWith, statesOf } from "~tests/email-search";
import { FakeFinder, found, NOT_FOUND, servicesWith, untilAborted } from "~tests/fake-providers";
import { resumeRun } from "~tests/job-run";
import { it, openTestStore } from "~tests/store";
import type { EmailAnswer } from "../../providers/email-finder";
import { ProviderError } from "../../providers/provider-error";
import { findEmails } from "./find-emails.server";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("the search for emails", () => {
  it("leaves no result waiting whose lead was deleted before its turn", async ({ db }) => {
    const { run, job } = await startWith(db, 2);
    await db.deleteFrom("leads").where("domain", "=", "firma-2.de").execute();
    await lookUp(run, new FakeFinder(() => NOT_FOUND));
    expect(await statesOf(db, job.id)).toEqual(["not_found", "failed"]);
  });

  it("stores each answer in the lead, at the result, in the ledger and in the memory", async () => {
    const db = await openTestStore();
    const { run, job, feed } = await startWith(db, 4);
    const answers: Record<string, EmailAnswer> = {
      "firma-1.de": found("firma-1.de"),
      "firma-2.de": { state: "risky", emails: [], creditsCharged: 0 },
      "firma-3.de": NOT_FOUND,
      "firma-4.de": { state: "blacklisted", emails: [], creditsCharged: 0 },
    };
    const finder = new FakeFinder((domain) => answers[domain] ?? NOT_FOUND);
    await lookUp(run, finder);
    expect(await statesOf(db, job.id)).toEqual(["found", "risky", "not_found", "blacklisted"]);
    const leads = await db.selectFrom("leads").select(["email", "emails"]).orderBy("seq").execute();
    expect(leads).toEqual([
      { email: "info@firma-1.de", emails: '["info@firma-1.de","post@firma-1.de"]' },
      ...[2, 3, 4].map(() => ({ email: null, emails: "[]" })),
    ]);
    expect(await calls(db)).toMatchObject(
      [1, 2, 3, 4].map((n) => ({
        jobId: job.id,
        step: `email firma-${n}.de`,
        provider: "anymailfinder",
        status: "answered",
        creditsCharged: n === 1 ? 1 : 0,
      })),
    );
    expect((await lookups(db)).map(({ domain, state }) => [domain, state])).toEqual([
      ["firma-1.de", "found"],
      ["firma-2.de", "risky"],
      ["firma-3.de", "not_found"],
      ["firma-4.de", "blacklisted"],
    ]);
    expect(run.job).toMatchObject({ phase: "emails", progress: 99, warnings: "[]" });
    expect(feed.published.length).toBeGreaterThanOrEqual(4);
  });

  it.each([
    ["nothing was found, or every address is known", 0, new FakeFinder()],
    ["there is no key", 2, null],
  ])("is seen for a while where %s", async (_, count, emails) => {
    const db = await openTestStore();
    const { run, job } = await startWith(db, count);
    const begun = performance.now();
    await findEmails(run, { ...servicesWith({ emails }), phaseMs: 300 }, 60);
    // Timers count in whole milliseconds.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(299);
    expect(await getJob(db, job.id)).toMatchObject({ phase: "emails", status: "running" });
  });

  it("asks some at once, no more than the finder takes", async ({ db }) => {
    const { run } = await startWith(db, 12);
    const finder = new FakeFinder(async (domain) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return found(domain);
    }, 3);
    await lookUp(run, finder);
    expect(finder.asked).toHaveLength(12);
    expect(finder.mostUnderWay).toBe(3);
  });

  it("books a call before it makes it", async ({ db }) => {
    const { run } = await startWith(db, 1);
    const booked: unknown[] = [];
    const finder = new FakeFinder(async () => {
      booked.push(...(await calls(db)).map(({ status }) => status));
      return NOT_FOUND;
    });
    await lookUp(run, finder);
    expect(booked).toEqual(["intended"]);
  });

  it("leaves a lead that is gone meanwhile", async ({ db }) => {
    const { run, job } = await startWith(db, 2);
    const finder = new FakeFinder(async (domain) => {
      await db.deleteFrom("leads").where("domain", "=", domain).execute();
      return found(domain);
    });
    await lookUp(run, finder);
    expect(await statesOf(db, job.id)).toEqual(["found", "found"]);
    expect(await db.selectFrom("leads").select("seq").execute()).toEqual([]);
  });

  it("does nothing when every company has its email", async ({ db }) => {
    const { run } = await startWith(db, 0);
    await lookUp(run, null);
    expect(run.job).toMatchObject({ phase: "emails", warnings: "[]" });
  });
});

describe("the memory of answers", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T11:00:00Z") });
    return () => vi.useRealTimers();
  });

  it("answers for 30 days without a call, found or not", async ({ db }) => {
    const answer = (domain: string) => (domain === "firma-1.de" ? found(domain) : NOT_FOUND);
    await lookUp((await startWith(db, 2)).run, new FakeFinder(answer));
    await db.updateTable("leads").set({ email: null, emails: "[]" }).execute();
    vi.setSystemTime(Date.now() + 30 * DAY_MS);
    const second = await startWith(db, 2);
    const asked = new FakeFinder(answer);
    await lookUp(second.run, asked);
    expect(asked.asked).toEqual([]);
    expect(await statesOf(db, second.job.id)).toEqual(["found", "not_found"]);
    expect(await db.selectFrom("leads").select("email").orderBy("seq").execute()).toEqual([
      { email: "info@firma-1.de" },
      { email: null },
    ]);
    expect(await calls(db)).toHaveLength(2);
    vi.setSystemTime(Date.now() + 1);
    await lookUp((await startWith(db, 2)).run, asked);
    expect(asked.asked).toEqual(["firma-1.de", "firma-2.de"]);
  });

  it("keeps no failure", async ({ db }) => {
    const { run } = await startWith(db, 1);
    await lookUp(
      run,
      new FakeFinder(() => Promise.reject(new ProviderError("Anymailfinder", "timeout", {}))),
    );
    expect(await lookups(db)).toEqual([]);
  });
});

describe("an abort", () => {
  it("leaves what was not asked for to the next run", async ({ db }) => {
    const { run, job, controller } = await startWith(db, 4);
    const finder = new FakeFinder((domain, signal) => {
      if (domain === "firma-1.de") return found(domain);
      queueMicrotask(() => controller.abort("shutdown"));
      return untilAborted(signal);
    });
    await expect(lookUp(run, finder)).rejects.toBeDefined();
    expect(finder.asked).toEqual(["firma-1.de", "firma-2.de"]);
    expect(await statesOf(db, job.id)).toEqual(["found", "pending", "pending", "pending"]);

    const before = run.job.progress;
    const next = resumeRun(db, run.job);
    const second = new FakeFinder();
    await lookUp(next.run, second);
    expect(second.asked).toEqual(["firma-2.de", "firma-3.de", "firma-4.de"]);
    expect(before).toBeLessThan(99);
    expect(next.run.job.progress).toBe(99);
  });
});
