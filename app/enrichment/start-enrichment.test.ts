import { expect } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { findFollowUps } from "~db/queries/jobs";
import { putLeadEnrichment } from "~db/queries/lead-enrichments";
import type { LeadRow, NewJobRow } from "~db/schema";
import { addJob, addLead, it, openTestStore } from "~tests/store";
import { queueFollowUp } from "./start-enrichment.server";

const DAY = 86_400_000;

/** A finished search with leads. */
async function endWith(db: Db, leads: readonly LeadRow[], fields: Partial<NewJobRow> = {}) {
  const job = await addJob(db, { status: "complete", ...fields });
  await insertJobResults(
    db,
    leads.map(({ seq, domain }, position) => ({
      jobId: job.id,
      position,
      leadSeq: seq,
      domain,
      isNew: 1 as const,
    })),
  );
  return job;
}

async function followUpOf(db: Db, jobId: string) {
  const jobs = await findFollowUps(db, [jobId]);
  const results = await db
    .selectFrom("jobResults")
    .select("domain")
    .where("jobId", "=", jobs[0]?.id ?? "")
    .orderBy("position")
    .execute();
  return { jobs, domains: results.map(({ domain }) => domain) };
}

const SEARCH = { query: "Maler", region: "Hessen", count: 5, enrich: true };

it.each([
  ["maps", SEARCH, "complete"],
  ["web", SEARCH, "failed"],
  [
    "contacts",
    {
      uploadId: "u",
      fileName: "liste.csv",
      rows: 2,
      domainColumn: "Website",
      companyColumn: null,
      category: "ceo",
    },
    "complete",
  ],
] as const)(
  "a search of kind %s is followed by one job in the background (%#)",
  async (kind, params, status) => {
    const db = await openTestStore();
    const leads = [await addLead(db, { domain: "a.de" }), await addLead(db, { domain: "b.de" })];
    const job = await endWith(db, leads, {
      kind,
      status,
      region: "Hessen",
      params: JSON.stringify(params),
      createdBy: "eva",
    });
    await queueFollowUp(db, job);
    await queueFollowUp(db, job);
    const { jobs, domains } = await followUpOf(db, job.id);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({
      kind: "reading",
      status: "queued",
      phase: "enriching",
      isBackground: 1,
      parentId: job.id,
      requested: 2,
      createdBy: "eva",
      query: "Websites zu „Maler“",
    });
    expect(JSON.parse(jobs[0]?.params ?? "")).toEqual({
      of: job.id,
      region: "Hessen",
      count: 2,
    });
    expect(domains).toEqual(["a.de", "b.de"]);
  },
);

it.each([
  ["that wants no enrichment", { params: JSON.stringify({ ...SEARCH, enrich: false }) }],
  [
    "that is an import",
    { kind: "import", params: JSON.stringify({ importId: "i", fileName: "liste.csv", rows: 2 }) },
  ],
  ["that is an enrichment", { kind: "enrichment", params: JSON.stringify({ count: 2 }) }],
] as const)("nothing follows a job %s", async (_name, fields) => {
  const db = await openTestStore();
  const job = await endWith(db, [await addLead(db, { domain: "a.de" })], fields);
  await queueFollowUp(db, job);
  expect((await followUpOf(db, job.id)).jobs).toEqual([]);
});

it("reads only what is not known", async ({ db }) => {
  const now = Date.now();
  const add = async (domain: string, reading: object) => {
    const lead = await addLead(db, { domain });
    await putLeadEnrichment(db, { leadSeq: lead.seq, triedAt: now, ...reading });
    return lead;
  };
  const problem = "Die Website ist nicht erreichbar.";
  const leads = [
    await addLead(db, { domain: "neu.de" }),
    await add("gelesen.de", { basis: "model" }),
    await add("gestern.de", { problem, triedAt: now - DAY }),
    await add("letzte-woche.de", { problem, triedAt: now - 7 * DAY - 1_000 }),
    await add("regeln.de", { basis: "rules", awaitsModel: 1, triedAt: now - 1_000 }),
  ];
  const job = await endWith(db, leads);
  await queueFollowUp(db, job);
  expect((await followUpOf(db, job.id)).domains).toEqual(["neu.de", "letzte-woche.de"]);
  // Since the model answers again, leads assessed by rules are read again.
  const call = { purpose: "ai_search", model: "gpt-6-luna", status: "answered" } as const;
  const size = { promptHash: "x", promptBytes: 1, createdAt: now };
  await db
    .insertInto("modelCalls")
    .values({ id: "call", ...call, ...size })
    .execute();
  const next = await endWith(db, leads);
  await queueFollowUp(db, next);
  expect((await followUpOf(db, next.id)).domains).toContain("regeln.de");
});

it("takes up what waits for the model once it has judged again, and only once", async ({ db }) => {
  const reading = await addJob(db, { kind: "reading", status: "complete" });
  const add = async (domain: string, enrichment: object) => {
    const { seq } = await addLead(db, { domain });
    await putLeadEnrichment(db, {
      leadSeq: seq,
      triedAt: Date.now() - 2 * 3_600_000,
      ...enrichment,
    });
  };
  const waiting = () =>
    db.selectFrom("jobResults").select("domain").where("siteState", "=", "pending").execute();
  await add("wartet.de", { basis: "rules", awaitsModel: 1 });
  await add("eben-erst.de", { basis: "rules", awaitsModel: 1, triedAt: Date.now() });
  await add("unlesbar.de", { problem: "Die Website ist nicht erreichbar." });
  await queueFollowUp(db, reading);
  expect(await waiting()).toEqual([]);
  await add("bewertet.de", { basis: "model", jobId: reading.id });
  await queueFollowUp(db, reading);
  await queueFollowUp(db, reading);
  expect(await waiting()).toEqual([{ domain: "wartet.de" }]);
});
