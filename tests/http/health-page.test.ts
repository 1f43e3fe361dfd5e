import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { formatBytes } from "../../app/format/german";
import { retentionSetting } from "../../app/settings/team-settings.server";
import { openDatabase } from "../../db/client";
import { moveLeadsToTrash } from "../../db/queries/deleted-leads";
import { putSetting } from "../../db/queries/settings";
import { insertUpload } from "../../db/queries/uploads";
import { runJob } from "../support/api-answers";
import { postForm, setFault } from "../support/api-client";
import { seedLeads } from "../support/lead-factory";
import { readHtml, readText, textOf } from "../support/page-text";
import { addJob } from "../support/store";
import { openTestApp } from "../support/test-app";

const DAY_S = 86_400;
const SEARCH = { query: "Hotel", region: "Bayern", count: 5, enrich: false };
const app = await openTestApp({ settings: { BACKUP_DAYS: "7", LOG_LEVEL: "info" } });

const page = () => `${app.server.url}/einstellungen/zustand`;

test("the page of the server's state shows what is true, and what is wrong first", async () => {
  const { databasePath } = app.server;
  const folder = `${databasePath}.backups`;
  mkdirSync(folder);
  for (const [name, days, size] of [
    ["nachts-2026-11-20-030000.sqlite", 3, 1_000_000],
    ["nachts-2026-11-23-030000.sqlite", 0, 1_600_000],
  ] as const) {
    writeFileSync(join(folder, name), Buffer.alloc(size));
    const time = Date.now() / 1_000 - days * DAY_S;
    utimesSync(join(folder, name), time, time);
  }
  const idle = await readText(page());
  for (const words of [
    "Alles in Ordnung.",
    `${formatBytes(statSync(databasePath).size).replace("\u00a0", " ")} mit 0 Leads`,
    `npm run restore -- ${join(folder, "nachts-2026-11-23-030000.sqlite")}`,
    "Es läuft und wartet nichts.",
    "Version",
  ]) {
    expect(idle).toContain(words);
  }

  const body = { message: "Invalid key of Erika", statusCode: 401 };
  await setFault(app.providers.origin, { provider: "serper", fault: { status: 401, body } });
  const failed = await runJob(app, "/api/jobs/serp-enrich", SEARCH);
  expect(failed.status).toBe("failed");
  const html = await readHtml(page());
  expect(textOf(html)).toMatch(
    /Serper ist nicht zu gebrauchen: Schlüssel abgelehnt\..*1 Lauf ist in den letzten 24 Stunden fehlgeschlagen\..*Server/,
  );
  expect(html).toContain(`href="/ergebnisse/${failed.id}"`);
});

test("a clock that has jumped ahead by weeks purges nothing until an administrator agrees", async () => {
  const WEEKS = 40 * DAY_S * 1_000;
  const before = Date.now() - WEEKS;
  const { databasePath } = app.server;
  const change = async (
    work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<unknown>,
  ) => {
    const db = await openDatabase(databasePath);
    const result = await work(db);
    await db.destroy();
    return result;
  };
  /** Deleted leads, uploaded lists, and what runs said. */
  const kept = () =>
    change(async (db) => [
      (await db.selectFrom("deletedLeads").select("id").execute()).length,
      (await db.selectFrom("uploads").select("id").execute()).length,
      (await db.selectFrom("jobs").select("warnings").orderBy("createdAt").execute())[0]?.warnings,
    ]);
  await app.server.stop();
  await seedLeads(databasePath, [{ domain: "firma.example", createdAt: before }]);
  await change(async (db) => {
    const [{ seq } = { seq: 0 }] = await db.selectFrom("leads").select("seq").execute();
    await moveLeadsToTrash(db, [seq], { id: "deletion", actor: "anna", at: before });
    const by = { actor: "Server", now: before };
    await putSetting(db, "lastCleanUp", before, by);
    await retentionSetting.save(db, { rawDays: 39, uploadDays: 39 }, by);
    const list = { fileName: "x", fileTable: "{}", createdAt: before, createdBy: "anna" };
    await insertUpload(db, { ...list, id: "u", purpose: "contacts" });
    await addJob(db, { status: "complete", finishedAt: before, warnings: '["Alt."]' });
  });
  const folder = `${databasePath}.backups`;
  const oldBackups = () =>
    readdirSync(folder).filter((name) => name.startsWith("nachts-2026-01-0"));
  for (const name of ["nachts-2026-01-02-030000.sqlite", "nachts-2026-01-01-030000.sqlite"]) {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), before / 1_000, before / 1_000);
  }

  await app.restart();
  expect(await readText(page())).toMatch(/seit 40 Tagen nicht aufgeräumt/);
  await vi.waitFor(() => expect(app.server.output()).toContain("clean-up waits"), 10_000);
  expect(await kept()).toEqual([1, 1, '["Alt."]']);
  expect(oldBackups()).toHaveLength(2);

  expect((await postForm(page(), { intent: "clock" })).status).toBe(302);
  expect(await readText(page())).not.toContain("nicht aufgeräumt");
  await app.restart();
  await vi.waitFor(() => expect(app.server.output()).toContain("papierkorb: erased"), 10_000);
  await app.server.stop();
  expect(oldBackups().length).toBeLessThan(2);
  expect(await kept()).toEqual([0, 0, "[]"]);
});
