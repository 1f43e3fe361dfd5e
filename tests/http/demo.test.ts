import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getAnswer, LeadPageSchema } from "../support/api-answers";
import { startSearch, waitForJob } from "../support/api-client";
import { removeFolder, temporaryFolder } from "../support/app-server";
import { checkApiAnswers } from "../support/openapi";
import { runToEnd } from "../support/server-run";

checkApiAnswers();

const REAL_KEY = "planted-real-key-88ab";

let folder: string;
let child: ChildProcess;
let output = "";
let url: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  child = spawn(process.execPath, ["tests/support/run-entry.mjs", "scripts/demo.ts"], {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: "0",
      DEMO_DATABASE_PATH: join(folder, "demo.sqlite"),
      DEMO_LATENCY: "0.05",
      // What a team has set must have no effect.
      DATABASE_PATH: join(folder, "real.sqlite"),
      GOOGLE_PLACES_API_KEY: REAL_KEY,
      ANYMAILFINDER_API_KEY: REAL_KEY,
      GOOGLE_PLACES_BASE_URL: "http://127.0.0.1:9",
      OPENAI_API_KEY: REAL_KEY,
      OPENAI_MODEL: "modell-des-teams",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  url = await vi.waitFor(
    () => {
      const address = /^listening on (http:\S+)$/m.exec(output)?.[1];
      if (address === undefined) throw new Error(`not listening: ${output}`);
      return address;
    },
    { timeout: 60_000, interval: 50 },
  );
});

afterAll(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await removeFolder(folder);
});

test("every page of the demo says that its data is invented", async () => {
  for (const path of ["/suche", "/leadspeicher", "/nichts"]) {
    expect(await (await fetch(url + path)).text(), path).toContain("Demodaten");
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
  expect(await (await fetch(`${url}/einstellungen`)).text()).not.toContain("modell-des-teams");
});

test("the demo has a database of its own and leaves the real one alone", async () => {
  expect((await stat(join(folder, "demo.sqlite"))).size).toBeGreaterThan(0);
  expect((await readdir(folder)).filter((name) => name.startsWith("real"))).toEqual([]);
  expect(output).not.toContain(REAL_KEY);
});

describe("the demo", () => {
  test.each([
    ["HOST", "0.0.0.0"],
    ["HOST", "192.168.1.10"],
    ["APP_ORIGIN", "https://leads.example.de"],
  ])("refuses to be reached from elsewhere: %s=%s", async (name, value) => {
    const path = join(folder, "refused.sqlite");
    const run = await runToEnd("scripts/demo.ts", {
      PORT: "0",
      DEMO_DATABASE_PATH: path,
      [name]: value,
    });
    expect(run.code).toBe(78);
    expect(run.output).toContain(name);
    expect(await readdir(folder)).not.toContain("refused.sqlite");
  });

  test("ends by SIGTERM within seconds", async () => {
    const asked = Date.now();
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(child.exitCode).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
  });
});
