import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { getJob } from "~db/queries/jobs";
import type { JobRow, NewJobRow } from "~db/schema";
import { mapsWith, servicesWith, webWith } from "~tests/fake-providers";
import { addJob, it, NOON, openTestStore, setJob } from "~tests/store";
import type { CompanySearch } from "../../providers/company-search";
import { repeatJob } from "./repeat-job.server";

const PARAMS = { query: "Maler", region: "Köln", count: 30, enrich: true };
const FAILED: Partial<NewJobRow> = {
  kind: "maps",
  status: "failed",
  error: "Google Places: gestört",
  query: "Maler",
  region: "Köln",
  requested: 30,
  found: 12,
  stored: 9,
  progress: 40,
  checkpoint: '{"cursor":"x"}',
  params: JSON.stringify(PARAMS),
  warnings: '["alt"]',
  finishedAt: 5,
};

const WEB = webWith([]);

function servicesOn(
  db: Db,
  maps: ReturnType<typeof mapsWith> | null = mapsWith([]),
  webSearch: CompanySearch | null = null,
) {
  const wake = vi.fn();
  return { db, jobs: { wake }, providers: servicesWith({ maps, webSearch }).providers, wake };
}

async function partsOf(db: Db, job: JobRow | undefined) {
  return db
    .selectFrom("jobs")
    .select(["requested", "status", "kind", "params"])
    .where("parentId", "=", job?.id ?? "")
    .orderBy("requested")
    .execute();
}

/** A search for 100 companies, of which the map provides 60. */
const UNIFIED: Partial<NewJobRow> = {
  ...FAILED,
  requested: 60,
  params: JSON.stringify({ query: "Maler", region: "Köln", count: 100, enrich: true }),
};
const REST = JSON.stringify({ query: "Maler", region: "Köln", count: 40, enrich: true });

it("takes a part that ended early along, and leaves one that is complete", async ({ db }) => {
  const old = await addJob(db, { ...FAILED, status: "cancelled" });
  const part = { ...FAILED, kind: "web" as const, parentId: old.id };
  await addJob(db, { ...part, requested: 40, params: REST });
  await addJob(db, { ...part, requested: 50, status: "complete" });
  const job = await repeatJob(servicesOn(db), old.id, "anna");
  expect(await partsOf(db, job)).toEqual([
    { requested: 40, status: "queued", kind: "web", params: REST },
  ]);
});

describe("a part that was started again by itself", () => {
  const part: Partial<NewJobRow> = { ...FAILED, kind: "web", requested: 40, params: REST };

  it("goes along once where it ended early again", async ({ db }) => {
    const old = await addJob(db, UNIFIED);
    const first = await addJob(db, { ...part, parentId: old.id });
    const services = servicesOn(db, mapsWith([]), WEB);
    const second = await repeatJob(services, first.id, "anna");
    expect(second?.parentId).toBe(old.id);
    await setJob(db, second?.id ?? "", { status: "cancelled" });
    const job = await repeatJob(services, old.id, "anna");
    expect(await partsOf(db, job)).toMatchObject([{ requested: 40, params: REST }]);
  });
});

describe("a search that had no part for the web", () => {
  it("gets one where there is a key now", async ({ db }) => {
    const old = await addJob(db, UNIFIED);
    const job = await repeatJob(servicesOn(db, mapsWith([]), WEB), old.id, "anna");
    expect(job).toMatchObject({ requested: 60, params: old.params, warnings: "[]" });
    expect(await partsOf(db, job)).toEqual([
      { requested: 40, status: "queued", kind: "web", params: REST },
    ]);
  });
});

describe("a job that was given up after crashes", () => {
  const CRASHED: Partial<NewJobRow> = { ...FAILED, failureKind: "crashed", interruptions: 3 };

  it("goes on where it stood, with what it gave up and the part that fared like it", async ({
    db,
  }) => {
    const old = await addJob(db, { ...UNIFIED, ...CRASHED, warnings: "[]" });
    const part = { kind: "web" as const, requested: 40, params: REST, parentId: old.id };
    const { id: partId } = await addJob(db, { ...CRASHED, ...part });
    const result = { jobId: old.id, isNew: 1 as const };
    await insertJobResults(db, [
      { ...result, position: 1, domain: "a.de", emailState: "failed", siteState: "failed" },
      { ...result, position: 2, companyName: "A", emailState: "failed", skipReason: "no_domain" },
      { ...result, position: 3, domain: "b.de", emailState: "found", siteState: "read" },
    ]);
    expect(await repeatJob(servicesOn(db), old.id, "anna")).toMatchObject({
      id: old.id,
      status: "queued",
      checkpoint: FAILED.checkpoint,
      stored: 9,
      progress: 40,
      error: null,
      finishedAt: null,
      interruptions: 0,
    });
    expect(await getJob(db, partId)).toMatchObject({ status: "queued", parentId: old.id });
    const left = db.selectFrom("jobResults").select(["emailState", "siteState", "skipReason"]);
    expect(await left.orderBy("position").execute()).toEqual([
      { emailState: "pending", siteState: "pending", skipReason: null },
      { emailState: "pending", siteState: null, skipReason: null },
      { emailState: "found", siteState: "read", skipReason: null },
    ]);
  });
});

describe("started again twice", () => {
  const countJobs = async (db: Db) => (await db.selectFrom("jobs").select("id").execute()).length;

  it("runs once, with its parts", async ({ db }) => {
    const old = await addJob(db, UNIFIED);
    const services = servicesOn(db, mapsWith([]), WEB);
    const jobs = await Promise.all(
      ["anna", "bert"].map((actor) => repeatJob(services, old.id, actor)),
    );
    expect(jobs[1]?.id).toBe(jobs[0]?.id);
    expect(await countJobs(db)).toBe(3);
    const part = await addJob(db, { ...FAILED, kind: "web", params: REST, parentId: old.id });
    const first = await repeatJob(services, part.id, "anna");
    expect((await repeatJob(services, part.id, "anna"))?.id).toBe(first?.id);
    expect(first?.parentId).toBe(old.id);
    expect(await countJobs(db)).toBe(5);
  });

  it.each<[string, Partial<NewJobRow>]>([
    ["kind", { kind: "web" }],
    ["input", { params: "{}" }],
    ["number", { requested: 31 }],
    ["parent", { parentId: "parent" }],
    ["earlier start", { createdAt: NOON - 1 }],
  ])("is not confused with an open job of another %s", async (_, change) => {
    const db = await openTestStore();
    await addJob(db, { id: "parent", status: "complete" });
    const old = await addJob(db, { ...FAILED, createdAt: NOON });
    const other = { ...FAILED, status: "running" as const, createdAt: NOON + 1, ...change };
    const { id } = await addJob(db, other);
    expect((await repeatJob(servicesOn(db), old.id, "anna"))?.id).not.toBe(id);
  });
});

it.each<[string, Partial<NewJobRow>, RegExp]>([
  ["that waits", { status: "queued" }, /Nur ein fehlgeschlagener/],
  ["that runs", { status: "running" }, /Nur ein fehlgeschlagener/],
  ["that is complete", { status: "complete" }, /Nur ein fehlgeschlagener/],
  ["that is an enrichment, about chosen leads", { kind: "enrichment" }, /Anreicherung/],
  ["that is an import, which has its own page", { kind: "import" }, /Import/],
  ["whose file is gone", { kind: "contacts", params: '{"uploadId":"x"}' }, /Datei dieses Laufs/],
])("refuses a job %s", async (_, fields, sentence) => {
  const db = openTestStore();
  const services = servicesOn(db);
  const old = await addJob(db, { ...FAILED, ...fields });
  const repeated = repeatJob(services, old.id, "anna");
  await expect(repeated).rejects.toMatchObject({ status: 409 });
  await expect(repeated).rejects.toThrow(sentence);
  expect(services.wake).not.toHaveBeenCalled();
});
