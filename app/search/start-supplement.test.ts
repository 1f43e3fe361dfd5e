import { sql } from "kysely";
import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import type { NewJobRow } from "~db/schema";
import { dataOf, type FakeAnswer, fakeModel } from "~tests/fake-model";
import { mapsWith, places, servicesWith, webHits, webWith } from "~tests/fake-providers";
import { resumeRun, startRun, TOKEN } from "~tests/job-run";
import { addJob, it, openTestStore, setJob } from "~tests/store";
import { findSupplement } from "../jobs/find-jobs.server";
import { CeilingReachedError } from "../jobs/ledger/call-ledger.server";
import { mapsPipeline, webPipeline } from "../pipelines/company-search/search-companies.server";
import type { LanguageModel } from "../providers/language-model/language-model";
import { ProviderError } from "../providers/provider-error";
import { startSupplement, supplementingPipeline } from "./start-supplement.server";

const BETTER: FakeAnswer = { json: { query: "Malerbetrieb" } };
const SHORT: Partial<NewJobRow> = { status: "complete", phase: "done", found: 14, stored: 12 };

function servicesFor(db: Db, languageModel: LanguageModel | null, hasWeb = true) {
  const webSearch = hasWeb ? webWith([]) : null;
  const { providers, timeZone } = servicesWith({ languageModel, webSearch });
  return { db, providers, timeZone, jobs: { wake: vi.fn() } };
}

async function searches(db: Db) {
  return db.selectFrom("jobs").selectAll().where("kind", "=", "web").execute();
}

const PARAMS = { query: "Maler", region: "Köln", count: 90, enrich: true };

describe("startSupplement", () => {
  it.each([
    ["has ended", { status: "complete", stored: 5 }, 90 - 8],
    ["may still find some", { status: "running", stored: 5 }, 90 - 8 - 25],
  ] as const)(
    "asks for all that is missing where the web search beside it %s",
    async (_, part, missing) => {
      const db = await openTestStore();
      const params = JSON.stringify(PARAMS);
      const job = await addJob(db, { ...SHORT, params, requested: 60, stored: 4 });
      const web = await addJob(db, { kind: "web", parentId: job.id, requested: 30, ...part });
      const found = (jobId: string, first: number, count: number) =>
        Array.from({ length: count }, (_, position) => ({
          jobId,
          position,
          domain: `firma-${first + position}.de`,
          isNew: 1 as const,
        }));
      // Both find one company.
      await insertJobResults(db, [...found(job.id, 1, 4), ...found(web.id, 4, 5)]);
      const started = await startSupplement(servicesFor(db, null), job.id, "anna");
      const search = (await searches(db)).find(({ id }) => id === started?.jobId);
      expect(search?.requested).toBe(missing);
    },
  );

  it("tells the model what was searched for and ten of the companies found", async ({ db }) => {
    const job = await addJob(db, SHORT);
    await insertJobResults(
      db,
      Array.from({ length: 12 }, (_, position) => ({
        jobId: job.id,
        position,
        domain: `firma-${position}.de`,
        companyName: `Firma ${position}`,
        isNew: 1,
      })),
    );
    const model = fakeModel([BETTER]);
    await startSupplement(servicesFor(db, model), job.id, "anna");
    const [request] = model.asked;
    if (request === undefined) throw new Error("nothing asked");
    expect(request.name).toBe("supplement");
    expect(dataOf(request)).toEqual({
      query: "Maler",
      region: "Köln",
      requested: 50,
      stored: 12,
      examples: Array.from({ length: 10 }, (_, n) => `Firma ${n}`),
    });
  });

  it.each<[string, FakeAnswer, string]>([
    ["fails", new ProviderError("OpenAI", "upstream", { status: 500 }), "(500)"],
    ["has used up its month", new CeilingReachedError("OpenAI", 7), "Monatsgrenze von 7"],
    ["answers an empty query", { json: { query: "" } }, "leer"],
    ["answers the same query", { json: { query: "MALER" } }, "der bisherige"],
    ["answers an operator", { json: { query: "Maler -Köln" } }, "darf nur aus Wörtern"],
  ])("uses the original query when the model %s, and says why", async (_, answer, reason) => {
    const db = await openTestStore();
    const job = await addJob(db, SHORT);
    const started = await startSupplement(servicesFor(db, fakeModel([answer])), job.id, "anna");
    expect(started).toMatchObject({ query: "Maler", generated: false });
    const [search] = await searches(db);
    expect(search?.warnings).toContain(reason);
  });
});

describe.each(["companies", "new"] as const)("a search for %s that goes on by itself", (goal) => {
  const params = {
    query: "Maler",
    region: "Köln",
    count: 5,
    enrich: false,
    goal,
    supplement: true,
  };

  /** Runs a map search, and returns the web searches in the store. */
  async function searchMap(db: Db, found: number, hasWeb = true) {
    const fields = { id: "map", requested: 5, params: JSON.stringify(params) };
    const { run } = await startRun(db, fields);
    const webSearch = hasWeb ? webWith([]) : null;
    await mapsPipeline(servicesWith({ maps: mapsWith(places(1, found)), webSearch })).run(run);
    return searches(db);
  }

  /** Runs the web search that follows. */
  async function searchWeb(db: Db, languageModel: LanguageModel | null) {
    const [web] = await searches(db);
    if (web === undefined) throw new Error("nothing follows");
    await setJob(db, web.id, { status: "running", runToken: TOKEN });
    const { run } = resumeRun(db, { ...web, status: "running", runToken: TOKEN });
    const webSearch = webWith(webHits(3, 2));
    const services = servicesWith({ languageModel, webSearch });
    await supplementingPipeline(services, webPipeline(services)).run(run);
    return { searches: webSearch.searches, job: run.job };
  }

  it.each([
    ["for what is missing", 3, true, [2]],
    ["not where nothing is missing", 5, true, []],
    ["not without a key", 3, false, []],
  ])("searches the web %s", async (_, found, hasWeb, requested) => {
    const db = await openTestStore();
    const begun = await searchMap(db, found, hasWeb);
    expect(begun.map((job) => job.requested)).toEqual(requested);
    expect(begun.every(({ parentId }) => parentId === "map")).toBe(true);
  });

  it("asks the model for one term, and searches for that", async ({ db }) => {
    await searchMap(db, 3);
    const model = fakeModel([BETTER]);
    const { searches: asked, job } = await searchWeb(db, model);
    expect(asked).toMatchObject([{ query: "Malerbetrieb", region: "Köln" }]);
    expect(job).toMatchObject({ query: "Malerbetrieb", stored: 1 });
    const term = { query: "Malerbetrieb", generated: true };
    expect(await findSupplement(db, "map")).toEqual(term);
    // A resumed run and a request by a person get the same one.
    await searchWeb(db, model);
    const again = await startSupplement(servicesFor(db, model), "map", "anna");
    expect(again).toEqual({ jobId: job.id, query: "Malerbetrieb", generated: true });
    expect(model.asked).toHaveLength(1);
  });

  it("asks for no answer a second time that was lost with the server", async ({ db }) => {
    await searchMap(db, 3);
    const model = fakeModel([BETTER]);
    const step =
      "CREATE TRIGGER lost BEFORE INSERT ON supplements BEGIN SELECT RAISE(ABORT, 'gone'); END";
    await sql.raw(step).execute(db);
    await expect(searchWeb(db, model)).rejects.toThrow("gone");
    await sql`DROP TRIGGER lost`.execute(db);
    const { searches: asked, job } = await searchWeb(db, model);
    expect(model.asked).toHaveLength(1);
    expect(asked).toMatchObject([{ query: "Maler" }]);
    expect(job.warnings).toContain("ging verloren");
  });

  it("keeps its own term without a model", async ({ db }) => {
    await searchMap(db, 3);
    expect((await searchWeb(db, null)).searches).toMatchObject([{ query: "Maler" }]);
    expect(await findSupplement(db, "map")).toEqual({ query: "Maler", generated: false });
  });
});

it("waits with what follows by itself until the web beside the map has searched", async ({
  db,
}) => {
  const params = JSON.stringify({ ...PARAMS, enrich: false, supplement: true });
  const { run } = await startRun(db, { id: "map", requested: 60, params });
  const own = JSON.stringify({ ...PARAMS, enrich: false, count: 30 });
  const beside = { kind: "web", parentId: "map", requested: 30, params: own } as const;
  const { run: web } = await startRun(db, beside);
  const services = servicesWith({
    maps: mapsWith(places(1, 3)),
    webSearch: webWith(webHits(9, 2)),
  });
  await mapsPipeline(services).run(run);
  expect(await searches(db)).toHaveLength(1);
  await webPipeline(services).run(web);
  expect((await searches(db)).at(-1)).toMatchObject({ parentId: "map", requested: 85 });
});
