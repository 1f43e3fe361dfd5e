import { describe, expect } from "vitest";
import { findJobResults, insertJobResults } from "~db/queries/job-results";
import { JOB_KIND_NAMES, type JobKindName } from "~db/schema/jobs";
import { addJob, addLead, it, NOON, openTestStore } from "~tests/store";
import { findOpenRunList, findResultPage } from "./find-jobs.server";
import { toJobResult } from "./job-json.server";
import { JobResultSchema } from "./job-schema.server";

it("what is under way comes oldest first, each run once with all that belongs to it", async ({
  db,
}) => {
  const add = (id: string, job: Parameters<typeof addJob>[1]) => addJob(db, { id, ...job });
  await add("alone", { createdAt: NOON, status: "queued" });
  await add("over", { createdAt: NOON + 1, status: "complete" });
  await add("map", { createdAt: NOON + 2, status: "complete" });
  await add("web", { createdAt: NOON + 2, kind: "web", parentId: "map", status: "complete" });
  await add("sites", { createdAt: NOON + 4, kind: "reading", parentId: "map", progress: 50 });
  await add("more", { createdAt: NOON + 5, kind: "reading", parentId: "web", status: "running" });
  await add("late", { createdAt: NOON + 6, kind: "web", parentId: "map", progress: 40 });
  // Both searches are at their end, their reading at a quarter: two thirds and a quarter of the last.
  expect(await findOpenRunList(db)).toMatchObject([
    { id: "alone", progress: 0 },
    { id: "map", progress: 75 },
    // A person began it later: it takes nothing from the search that it goes on for.
    { id: "late", progress: 27 },
  ]);
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
});

describe("what a job says of itself", () => {
  it("tells where its results come from", async ({ db }) => {
    const { id } = await addJob(db);
    await insertJobResults(db, [{ jobId: id, position: 1, isNew: 0 }]);
    const row = await db.selectFrom("jobResults").selectAll().executeTakeFirstOrThrow();
    const sourceOf = (kind: JobKindName) =>
      toJobResult({ ...row, lead: undefined }, { kind, params: "{}" }).source;
    expect(Object.fromEntries(JOB_KIND_NAMES.map((kind) => [kind, sourceOf(kind)]))).toEqual({
      bulk: null,
      register: "register",
      registerFile: null,
      maps: "maps",
      web: "serp",
      contacts: "csv",
      import: "import",
      profiles: "profiles",
      enrichment: null,
      reading: null,
    });
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
