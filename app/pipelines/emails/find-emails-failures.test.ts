import { describe, expect } from "vitest";
import { insertJobResults } from "~db/queries/job-results";
import { parseList } from "~db/queries/leads";
import { calls, lookUp, lookups, startWith, statesOf } from "~tests/email-search";
import { FakeFinder, found } from "~tests/fake-providers";
import { startRun } from "~tests/job-run";
import { addLead, it, openTestStore, setJob } from "~tests/store";
import { ProviderError, type ProviderErrorKind } from "../../providers/provider-error";

const failure = (kind: ProviderErrorKind, words = "own words") =>
  new ProviderError("Anymailfinder", kind, { status: 400, providerText: words });

describe("a finder that fails", () => {
  it.each(["no_credit", "auth", "forbidden"] as const)(
    "for all (%s) ends the search with a warning, and what was found stays",
    async (kind) => {
      const db = await openTestStore();
      const { run, job } = await startWith(db, 5);
      const finder = new FakeFinder((domain) => {
        if (domain === "firma-3.de") throw failure(kind, "You have no credits left.");
        return found(domain);
      });
      await lookUp(run, finder);
      expect(finder.asked).toEqual(["firma-1.de", "firma-2.de", "firma-3.de"]);
      expect(await statesOf(db, job.id)).toEqual(["found", "found", "failed", "failed", "failed"]);
      const [warning, ...others] = parseList(run.job.warnings);
      expect(others).toEqual([]);
      expect(warning).toMatch(
        /^Anymailfinder: .*You have no credits left\. 3 gefundene Firmen sind gespeichert, aber ohne E-Mail\.$/,
      );
      expect((await calls(db)).map(({ status }) => status)).toEqual([
        "answered",
        "answered",
        "failed",
      ]);
    },
  );

  it("for one domain goes on with the others and names the reason", async ({ db }) => {
    const { run, job } = await startWith(db, 3);
    const finder = new FakeFinder((domain) => {
      if (domain === "firma-2.de") throw failure("upstream", "server busy");
      return found(domain);
    });
    await lookUp(run, finder);
    expect(await statesOf(db, job.id)).toEqual(["found", "failed", "found"]);
    const [warning] = parseList(run.job.warnings);
    expect(warning).toContain("Bei 1 Firma blieb die E-Mail-Suche ohne Antwort");
    expect(warning).toContain("Anymailfinder");
    expect(run.job.progress).toBe(99);
  });

  it("five times in a row is left alone", async ({ db }) => {
    const { run, job } = await startWith(db, 9);
    const finder = new FakeFinder((domain) => {
      if (domain === "firma-1.de") return found(domain);
      throw failure("timeout");
    });
    await lookUp(run, finder);
    expect(finder.asked).toHaveLength(6);
    expect(await statesOf(db, job.id)).toEqual(["found", ...Array(8).fill("failed")]);
    expect(parseList(run.job.warnings)).toEqual([
      expect.stringContaining("4 gefundene Firmen sind gespeichert"),
    ]);
  });

  it("now and then, or because of single domains, is asked on", async ({ db }) => {
    const often = await startWith(db, 12);
    const flaky = new FakeFinder((domain) => {
      if (flaky.asked.length % 4 !== 0) throw failure("network");
      return found(domain);
    });
    await lookUp(often.run, flaky);
    expect(flaky.asked).toHaveLength(12);

    const other = await startRun(db, { phase: "storing" });
    for (let position = 1; position <= 8; position += 1) {
      const { seq, domain } = await addLead(db, { domain: `andere-${position}.de` });
      const row = { jobId: other.job.id, position, leadSeq: seq, domain, isNew: 1 } as const;
      await insertJobResults(db, [{ ...row, emailState: "pending" }]);
    }
    const picky = new FakeFinder(() => Promise.reject(failure("bad_request")));
    await lookUp(other.run, picky);
    expect(picky.asked).toHaveLength(8);
  });

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

describe("without a key", () => {
  it.each([
    [1, "1 gefundene Firma ist gespeichert, aber ohne E-Mail."],
    [3, "3 gefundene Firmen sind gespeichert, aber ohne E-Mail."],
  ])("the job warns for %i and goes on", async (count, words) => {
    const db = await openTestStore();
    const { run, job } = await startWith(db, count);
    await lookUp(run, null);
    expect(parseList(run.job.warnings)).toEqual([
      `E-Mails wurden nicht gesucht: Der Schlüssel von Anymailfinder ist nicht hinterlegt (siehe Einstellungen). ${words}`,
    ]);
    expect(await statesOf(db, job.id)).toEqual(Array(count).fill("failed"));
    expect(await calls(db)).toEqual([]);
  });
});
