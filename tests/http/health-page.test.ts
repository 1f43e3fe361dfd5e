import { mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatBytes } from "../../app/format/german";
import { StartedSchema } from "../support/api-answers";
import { countCalls, holdProvider, postJson, setFault, waitForJob } from "../support/api-client";
import { textOf } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const DAY_S = 86_400;
const SEARCH = { query: "Hotel", region: "Bayern", count: 5, enrich: false };
const app = await openTestApp({ settings: { BACKUP_DAYS: "7" } });

async function readPage() {
  const html = await (await fetch(`${app.server.url}/einstellungen/zustand`)).text();
  return { html, text: textOf(html) };
}

async function startWebSearch(): Promise<string> {
  const answer = await postJson(`${app.server.url}/api/jobs/serp-enrich`, SEARCH);
  return StartedSchema.parse(await answer.json()).jobId;
}

test("the page of the server's state shows what is true, and what is wrong first", async () => {
  const { url, databasePath } = app.server;
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
  const idle = await readPage();
  for (const words of [
    "Alles in Ordnung.",
    `${formatBytes(statSync(databasePath).size).replace("\u00a0", " ")} mit 0 Leads`,
    "+200 KB am Tag",
    `npm run restore -- ${join(folder, "nachts-2026-11-23-030000.sqlite")}`,
    "In den letzten 7 Tagen nicht gefragt.",
    process.version,
  ]) {
    expect(idle.text).toContain(words);
  }

  const held = await holdProvider(app.providers.origin, { provider: "serper" });
  const running = await startWebSearch();
  await held.waitForCall();
  const busy = await readPage();
  expect(busy.text).toContain("gerade 1 unterwegs");
  expect(busy.html).toContain(`href="/ergebnisse/${running}"`);
  await held.release();
  expect((await waitForJob(url, running)).status).toBe("complete");

  const body = { message: "Invalid key of Erika", statusCode: 401 };
  await setFault(app.providers.origin, { provider: "serper", fault: { status: 401, body } });
  const failed = await startWebSearch();
  expect((await waitForJob(url, failed)).status).toBe("failed");
  const { serper } = await countCalls(app.providers.origin);
  const { text, html } = await readPage();
  expect(text).toMatch(
    /Serper ist nicht zu gebrauchen: Schlüssel abgelehnt\..*1 Lauf ist in den letzten 24 Stunden fehlgeschlagen\..*Speicher/,
  );
  expect(html).toContain(`href="/ergebnisse/${failed}"`);
  for (const words of [
    "Der Zugangsschlüssel wird nicht angenommen (401)",
    `Heute ${serper} Aufrufe, davon 1 fehlgeschlagen.`,
    "job failed",
  ]) {
    expect(text).toContain(words);
  }

  // What stood in memory is gone, and the ledger is not.
  await app.restart();
  const after = await readPage();
  expect(after.text).toContain("fehlgeschlagen, den Grund nennt der Lauf");
  expect(after.text).toContain("Keiner seit dem Start");
});
