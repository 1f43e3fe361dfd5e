import { describe, expect } from "vitest";
import { findJobResults, insertJobResults } from "~db/queries/job-results";
import { addUsage } from "~db/queries/provider-usage";
import { JOB_KIND_NAMES, type JobKindName } from "~db/schema/jobs";
import { addJob, addLead, it, NOON, openTestStore } from "~tests/store";
import {
  findJob,
  findJobDetail,
  findJobPage,
  findOpenJobList,
  findResultPage,
} from "./find-jobs.server";
import { JobResultSchema, JobSchema } from "./job";
import { toJobResult, toResultView } from "./job-json.server";

describe("jobs as the API gives them", () => {
  it("have exactly the fields of the contract", async ({ db }) => {
    const { id } = await addJob(db, {
      status: "complete",
      phase: "done",
      progress: 100,
      found: 20,
      stored: 12,
      fresh: 7,
      warnings: '["Satz."]',
      startedAt: NOON + 1,
      finishedAt: NOON + 2,
    });
    const job = await findJob(db, id);
    expect(JobSchema.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({
      storedNew: 7,
      params: { query: "Maler", region: "Köln", count: 50, enrich: true },
      warnings: ["Satz."],
      createdAt: "2026-11-20T11:00:00.000Z",
      startedAt: "2026-11-20T11:00:00.001Z",
      finishedAt: "2026-11-20T11:00:00.002Z",
    });
    expect(await findJob(db, "gibt-es-nicht")).toBeUndefined();
  });

  it("come in pages, newest first, and the open ones oldest first", async ({ db }) => {
    for (let n = 1; n <= 5; n += 1) {
      await addJob(db, {
        id: `job-${n}`,
        createdAt: NOON + n,
        status: n % 2 ? "queued" : "complete",
      });
    }
    const page = await findJobPage(db, { page: 2, pageSize: 2 });
    expect([page.jobs.map(({ id }) => id), page.total]).toEqual([["job-3", "job-2"], 5]);
    const done = await findJobPage(db, { status: "complete", page: 1, pageSize: 9 });
    expect([done.jobs.map(({ id }) => id), done.total]).toEqual([["job-4", "job-2"], 2]);
    expect((await findOpenJobList(db)).map(({ id }) => id)).toEqual(["job-1", "job-3", "job-5"]);
  });
});

describe("results as the API gives them", () => {
  it("show contact data of the lead as it is now, the rest as it was found", async ({ db }) => {
    const { id } = await addJob(db);
    const lead = await addLead(db, {
      domain: "xn--mller-kva.de",
      companyName: "Müller (umbenannt)",
      email: "info@xn--mller-kva.de",
      phone: "+493023125101",
    });
    const found = { jobId: id, companyName: "Müller", phone: "030 1", city: "Köln" };
    await insertJobResults(db, [
      {
        ...found,
        position: 1,
        leadSeq: lead.seq,
        domain: lead.domain,
        isNew: 1,
        emailState: "found",
      },
      { ...found, position: 2, leadSeq: null, domain: "geloescht.de", isNew: 0 },
      { ...found, position: 3, domain: null, isNew: 0, skipReason: "platform" },
    ]);
    const page = await findResultPage(db, id, { selection: "stored", page: 1, pageSize: 50 });
    expect(page?.total).toBe(2);
    expect(page?.skipped).toEqual([{ reason: "platform", count: 1 }]);
    for (const result of page?.results ?? []) {
      expect(JobResultSchema.strict().parse(result)).toEqual(result);
    }
    expect(page?.results).toMatchObject([
      {
        leadId: lead.id,
        domain: "müller.de",
        companyName: "Müller (umbenannt)",
        email: "info@xn--mller-kva.de",
        phone: "+493023125101",
        city: "Köln",
        isNew: true,
        emailState: "found",
      },
      {
        leadId: null,
        domain: "geloescht.de",
        companyName: "Müller",
        email: null,
        phone: "030 1",
        isNew: false,
      },
    ]);
    const fresh = await findResultPage(db, id, { selection: "new", page: 1, pageSize: 50 });
    expect(fresh?.results.map(({ position }) => position)).toEqual([1]);
    expect(
      await findResultPage(db, "gibt-es-nicht", { selection: "new", page: 1, pageSize: 5 }),
    ).toBeUndefined();
  });

  it("show contact data on pages as people read them", async ({ db }) => {
    const job = await addJob(db);
    const lead = await addLead(db, {
      domain: "firma.de",
      email: "info@firma.de",
      phone: "+493023125101",
    });
    await insertJobResults(db, [{ jobId: job.id, position: 1, leadSeq: lead.seq, isNew: 0 }]);
    const row = await db.selectFrom("jobResults").selectAll().executeTakeFirstOrThrow();
    expect(toResultView({ ...row, lead, part: 0 }, job)).toMatchObject({
      phone: { display: "030\u00a023125101", href: "tel:+493023125101" },
      email: { display: "info@firma.de", href: "mailto:info@firma.de" },
    });
    expect(toResultView({ ...row, lead: undefined, part: 0 }, job)).toMatchObject({
      phone: null,
      email: null,
    });
  });
});

describe("what a job says of itself", () => {
  it("tells where its results come from", async ({ db }) => {
    const { id } = await addJob(db);
    await insertJobResults(db, [{ jobId: id, position: 1, isNew: 0 }]);
    const row = await db.selectFrom("jobResults").selectAll().executeTakeFirstOrThrow();
    const sourceOf = (kind: JobKindName) =>
      toJobResult({ ...row, lead: undefined }, { kind }).source;
    expect(Object.fromEntries(JOB_KIND_NAMES.map((kind) => [kind, sourceOf(kind)]))).toEqual({
      maps: "maps",
      web: "serp",
      contacts: "csv",
      import: "import",
      profiles: "profiles",
      enrichment: null,
      reading: null,
    });
  });

  it("tells what it took of the providers", async ({ db }) => {
    const { id } = await addJob(db);
    const where = { month: "2026-11", provider: "serper", jobId: id };
    await addUsage(db, where, { calls: 3, billed: 2, credits: 4, saved: 1 });
    await addUsage(db, { ...where, jobId: "other" }, { calls: 9 });
    expect((await findJobDetail(db, id))?.usage).toEqual([
      { provider: "serper", calls: 3, billed: 2, credits: 4, saved: 1 },
    ]);
  });
});

it("a result shows its lead's person whole, and the found one where the lead has none", async () => {
  const db = await openTestStore();
  const job = await addJob(db, { kind: "contacts", params: "{}" });
  const found = { contactName: "Erika", contactTitle: "CEO", contactProfileUrl: "https://x.de/e" };
  const leads = [
    await addLead(db, { domain: "eins.de", contactName: "Karl" }),
    await addLead(db, { domain: "zwei.de", contactTitle: "Einkauf" }),
  ];
  await insertJobResults(
    db,
    leads.map(({ seq, domain }, index) => ({
      jobId: job.id,
      position: index + 1,
      leadSeq: seq,
      domain,
      isNew: 0 as const,
      ...found,
    })),
  );
  const { results } = await findJobResults(db, job.id, "stored", 9, 0);
  expect(results.map((row) => toJobResult(row, job))).toMatchObject([
    { contactName: "Karl", contactTitle: null, contactProfileUrl: null, source: "csv" },
    found,
  ]);
});
