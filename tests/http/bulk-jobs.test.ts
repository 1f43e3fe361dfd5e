import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "../../db/client";
import { getAnswer, JobPageSchema, LeadPageSchema, readAnswer } from "../support/api-answers";
import { getJob, postForm, postJson, waitForJob } from "../support/api-client";
import { startTestApp } from "../support/app-server";
import { checkApiAnswers } from "../support/openapi";
import { readText } from "../support/page-text";

checkApiAnswers();

const COUNT = 8_000;
const OutcomeSchema = z.strictObject({
  matched: z.int(),
  changed: z.int(),
  jobId: z.string(),
});

/** The product over a store of many leads, and a second connection to it that can keep everybody from writing. */
async function openScene() {
  let path = "";
  const app = await startTestApp(0, {}, async (databasePath) => {
    path = databasePath;
    await (await openDatabase(path)).destroy();
    const sqlite = new SqliteDatabase(path);
    sqlite.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${COUNT})
      INSERT INTO leads (id, domain, source_type, name_key, domain_key, city_key, term_key, created_at, updated_at)
      SELECT 'lead-' || n, 'firma-' || n || '.de', 'maps', '', '', '', '', 0, 0 FROM numbers`);
    sqlite.close();
  });
  onTestFinished(() => app.stop("SIGKILL"));
  const sqlite = new SqliteDatabase(path, { timeout: 0 });
  onTestFinished(() => void sqlite.close());
  return { app, url: app.server.url, sqlite };
}

const bulk = (url: string, action: string) =>
  postJson(`${url}/api/leads/bulk`, { action, filter: {}, expectedCount: COUNT });

/** Takes the lock as soon as it is free for a moment. */
function keepFromWriting(sqlite: SqliteDatabase.Database): void {
  for (;;) {
    try {
      sqlite.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      if (!(error instanceof SqliteDatabase.SqliteError) || error.code !== "SQLITE_BUSY")
        throw error;
    }
  }
}

/** Starts an action and keeps it from its next step once it has done some. */
async function holdMidway({ url, sqlite }: Awaited<ReturnType<typeof openScene>>, action: string) {
  const answer = bulk(url, action);
  answer.catch(() => undefined);
  const underWay = sqlite
    .prepare("SELECT id FROM jobs WHERE kind = 'bulk' AND found > 300")
    .pluck();
  for (;;) {
    keepFromWriting(sqlite);
    const id = z.string().optional().parse(underWay.get());
    if (id !== undefined) {
      const job = await getJob(url, id);
      expect(job).toMatchObject({ type: "bulk", status: "running", requested: COUNT });
      expect(job.found).toBeLessThan(COUNT);
      return { answer, job };
    }
    sqlite.exec("ROLLBACK");
    await delay(2);
  }
}

const eventsOf = (sqlite: SqliteDatabase.Database) =>
  sqlite
    .prepare("SELECT count(*) AS events, count(DISTINCT lead_seq) AS leads FROM lead_events")
    .get();

describe("an action on more than 200 leads", { timeout: 120_000 }, () => {
  test("leaves reading to others, and after a kill is done once by the next server", async () => {
    const scene = await openScene();
    const { job, answer } = await holdMidway(scene, "approve");
    const { total } = await getAnswer(`${scene.url}/api/leads?pageSize=1`, LeadPageSchema);
    expect(total).toBe(COUNT);
    const page = await readText(`${scene.url}/ergebnisse/${job.id}`);
    expect(page).toContain("8.000 Leads freigeben");
    expect(page).toMatch(/[\d.]+ von 8\.000 Leads/);
    await scene.app.server.stop("SIGKILL");
    await expect(answer).rejects.toThrow();
    scene.sqlite.exec("ROLLBACK");
    const { url } = await scene.app.restart();
    const ended = await waitForJob(url, job.id);
    expect(ended).toMatchObject({ status: "complete", found: COUNT, stored: COUNT, progress: 100 });
    expect(eventsOf(scene.sqlite)).toEqual({ events: COUNT, leads: COUNT });
    const approved = `${url}/api/leads?approvedOnly=true&pageSize=1`;
    expect((await getAnswer(approved, LeadPageSchema)).total).toBe(COUNT);
    // Programs that ask for all jobs are not told of what they do not know.
    expect(await getAnswer(`${url}/api/jobs`, JobPageSchema)).toEqual({ jobs: [], total: 0 });
  });

  test("that is cancelled keeps what it did, says so, and can be taken back", async () => {
    const scene = await openScene();
    const { url, sqlite } = scene;
    const { job, answer } = await holdMidway(scene, "delete");
    const cancelled = fetch(`${url}/api/jobs/${job.id}/cancel`, { method: "POST" });
    sqlite.exec("ROLLBACK");
    expect((await cancelled).status).toBe(200);
    const outcome = await readAnswer(await answer, 200, OutcomeSchema);
    expect(outcome).toMatchObject({ matched: COUNT, jobId: job.id });
    expect(outcome.changed).toBeLessThan(COUNT);
    const left = async () => (await getAnswer(`${url}/api/leads?pageSize=1`, LeadPageSchema)).total;
    expect(await left()).toBe(COUNT - outcome.changed);
    const page = await readText(`${url}/ergebnisse/${job.id}`);
    expect(page).toMatch(/Abgebrochen nach [\d.]+ von 8\.000 Leads/);
    const actionId = z.string().parse(sqlite.prepare("SELECT id FROM actions").pluck().get());
    await postForm(`${url}/leadspeicher/papierkorb`, { intent: "undo", actionId });
    const newest = sqlite.prepare("SELECT id FROM jobs ORDER BY id DESC").pluck();
    const undoId = z.string().parse(newest.get());
    await waitForJob(url, undoId);
    expect(await left()).toBe(COUNT);
    expect(await readText(`${url}/ergebnisse/${undoId}`)).toMatch(
      /[\d.]+ Leads aus dem Papierkorb zurückgeholt\./,
    );
  });
});
