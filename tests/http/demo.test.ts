import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { getAnswer, LeadPageSchema } from "../support/api-answers";
import { postForm, startSearch, waitForJob } from "../support/api-client";
import { removeFolder, startAppServer, temporaryFolder } from "../support/app-server";
import { checkApiAnswers } from "../support/openapi";
import { readHtml, readText } from "../support/page-text";
import { runToEnd } from "../support/server-run";

checkApiAnswers();

const REAL_KEY = "planted-real-key-88ab";

const folder = await temporaryFolder();
// What a team has set must have no effect.
const server = await startAppServer(
  join(folder, "real.sqlite"),
  {
    DEMO_DATABASE_PATH: join(folder, "demo.sqlite"),
    DEMO_LATENCY: "0.05",
    GOOGLE_PLACES_API_KEY: REAL_KEY,
    ANYMAILFINDER_API_KEY: REAL_KEY,
    GOOGLE_PLACES_BASE_URL: "http://127.0.0.1:9",
    OPENAI_API_KEY: REAL_KEY,
    OPENAI_MODEL: "modell-des-teams",
  },
  "scripts/demo.ts",
);
const { url } = server;

afterAll(async () => {
  await server.stop("SIGKILL");
  await removeFolder(folder);
});

test("every page of the demo says that its data is invented", async () => {
  for (const path of ["/suche", "/leadspeicher", "/nichts"]) {
    expect(await readHtml(url + path), path).toContain("Demodaten");
  }
});

test("a search in the demo needs no key and no internet", async () => {
  const id = await startSearch(url, { query: "Stadtwerke", region: "Bayern" });
  const job = await waitForJob(url, id);
  expect(job).toMatchObject({ status: "complete", error: null, warnings: [] });
  expect(job.stored).toBeGreaterThan(40);
  const { leads } = await getAnswer(`${url}/api/leads?pageSize=200`, LeadPageSchema);
  expect(leads.every(({ domain }) => domain.endsWith(".example"))).toBe(true);
  expect(leads.some(({ email }) => email !== null)).toBe(true);
});

test("the demo has a language model of its own, which answers", async () => {
  const address = `${url}/api/credentials/openai/test`;
  expect(await (await fetch(address, { method: "POST" })).json()).toEqual({
    ok: true,
    message: "Der Schlüssel funktioniert.",
  });
  expect(await readHtml(`${url}/einstellungen`)).not.toContain("modell-des-teams");
});

test("the demo has an export of the energy market to try", async () => {
  const intent = "read:Gesamtdatenexport (Beispiel).zip";
  expect((await postForm(`${url}/pipelines/register`, { intent })).status).toBe(302);
  await expect
    .poll(() => readText(`${url}/pipelines/register?rolle=Lieferant+Gas&bundesland=Bayern`), {
      timeout: 10_000,
    })
    .toContain(".example");
});

test("the demo has a database of its own and leaves the real one alone", async () => {
  expect((await stat(join(folder, "demo.sqlite"))).size).toBeGreaterThan(0);
  expect((await readdir(folder)).filter((name) => name.startsWith("real"))).toEqual([]);
  expect(server.output()).not.toContain(REAL_KEY);
});

test("the demo refuses to be reached from elsewhere", async () => {
  const settings = { PORT: "0", DEMO_DATABASE_PATH: join(folder, "refused.sqlite") };
  const run = await runToEnd("scripts/demo.ts", { ...settings, HOST: "0.0.0.0" });
  expect(run.code).toBe(78);
  expect(run.output).toContain("HOST");
  expect(await readdir(folder)).not.toContain("refused.sqlite");
});
