import { beforeEach, describe, expect, vi } from "vitest";
import { getJob } from "~db/queries/jobs";
import { calls, lookUp, lookups, startWith, statesOf } from "~tests/email-search";
import { FakeFinder, found, NOT_FOUND, servicesWith } from "~tests/fake-providers";
import { it, openTestStore, setJob } from "~tests/store";
import type { EmailAnswer } from "../../providers/email-finder";
import { findEmails } from "./find-emails.server";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("the search for emails", () => {
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
});

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
});
