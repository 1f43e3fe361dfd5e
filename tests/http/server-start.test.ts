import { open, readdir, stat, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startDemoProviders } from "../../scripts/demo-providers/server";
import { listLeads, startSearch, waitForJob } from "../support/api-client";
import { type AppServer, providerSettings, startAppServer } from "../support/app-server";
import { SEED_START, seedLeads } from "../support/lead-factory";
import { checkApiAnswers } from "../support/openapi";
import { runToEnd } from "../support/server-run";
import { anonymousFetch } from "../support/signed-fetch";
import { temporaryFolder } from "../support/store";

checkApiAnswers();

const EX_CONFIG = 78;
const EX_TEMPFAIL = 75;

let folder: string;
let databasePath: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  databasePath = join(folder, "leads.sqlite");
});

/** Starts a server that is expected to end by itself. */
function runServer(more: Record<string, string> = {}) {
  const settings = { PORT: "0", DATABASE_PATH: databasePath, APP_ORIGIN: "", ...more };
  return runToEnd("scripts/serve.ts", settings);
}

async function start(more: Record<string, string> = {}): Promise<AppServer> {
  const server = await startAppServer(databasePath, more);
  onTestFinished(async () => {
    await server.stop("SIGKILL");
  });
  return server;
}

/** The sentences that a person at the console reads: no stack, no place in the program. */
function expectClear(output: string): void {
  expect(output.trim()).toMatch(/[a-zäöü].*[.!):]?$/i);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toContain("node_modules");
  expect(output).not.toMatch(/^listening on/m);
}

describe("a start without a login", () => {
  test("refuses to be reached from elsewhere, and says which settings mend it", async () => {
    const { code, output } = await runServer({ HOST: "0.0.0.0" });
    expect(code).toBe(EX_CONFIG);
    expectClear(output);
    expect(output).toContain("HOST");
    expect(output).toContain("APP_ORIGIN");
    expect(await readdir(folder)).toEqual([]);
  });

  test("listens on this machine alone, and is none because a setting calls it a demo", async () => {
    const server = await start({ HOST: "localhost", DEMO: "true" });
    expect(new URL(server.url).hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
    expect((await anonymousFetch(`${server.url}/api/leads`)).status).toBe(401);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

describe("a start that can't be", () => {
  test("beside another server on the same database ends with 75 and says who holds it", async () => {
    const server = await start();
    const link = join(folder, "link.sqlite");
    await symlink(databasePath, link);
    const { code, output } = await runServer({ DATABASE_PATH: link });
    expect(code).toBe(EX_TEMPFAIL);
    expectClear(output);
    expect(output).toMatch(/wird schon von einem anderen Server benutzt/);
    expect(output).toMatch(/pid \d+, 127\.0\.0\.1:\d+/);
    // The first one notices nothing.
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const next = await start();
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200);
  });

  test("on a port that is taken ends with 1, names the port and leaves no lock", async () => {
    const other = createServer();
    await new Promise<void>((ready) => other.listen(0, "127.0.0.1", ready));
    const address = other.address();
    const port = String(typeof address === "object" ? address?.port : "");
    try {
      const { code, output } = await runServer({ PORT: port });
      expect(code).toBe(1);
      expectClear(output);
      expect(output).toContain(`127.0.0.1:${port}`);
      expect(output).toMatch(/lauschen|belegt|benutzt/);
    } finally {
      await new Promise((closed) => other.close(closed));
    }
    await start();
  });
});

/** Asks a server for pages, exports and changes until it refuses; `stop` ends it half a second later. */
async function stopUnderLoad({ url, stop }: AppServer, jobId: string, signal: NodeJS.Signals) {
  const seen = { cut: [] as string[], answered: 0, refused: 0 };
  const confirmed = new Map<string, number>();
  async function isAnswered(path: string, init?: RequestInit): Promise<boolean> {
    try {
      const response = await fetch(url + path, init);
      await response.arrayBuffer();
      seen[response.status === 503 ? "refused" : "answered"] += 1;
      return response.ok;
    } catch (error) {
      const cause = error instanceof Error ? String(error.cause) : "";
      // A server that does not listen any more took nothing.
      if (!cause.includes("ECONNREFUSED")) seen.cut.push(`${path}: ${cause}`);
      return false;
    }
  }
  const paths = ["/leadspeicher", "/api/leads?pageSize=200", "/api/leads/export", "/suche"];
  const read = async (path: string) => {
    while (await isAnswered(path));
  };
  const write = async (id: string) => {
    const headers = { "content-type": "application/json" };
    for (let note = 1; ; note += 1) {
      const body = JSON.stringify({ notes: String(note) });
      if (!(await isAnswered(`/api/leads/${id}`, { method: "PATCH", body, headers }))) return;
      confirmed.set(id, note);
    }
  };
  const leads = await listLeads(url, "pageSize=10");
  const following = Array.from({ length: 10 }, () => `/ergebnisse/${jobId}/verlauf.data`);
  const people = [
    ...[...paths, ...paths, ...following].map(read),
    ...leads.map(({ id }) => write(id)),
  ];
  await delay(500);
  const start = performance.now();
  const code = await stop(signal);
  const ms = performance.now() - start;
  await Promise.all(people);
  const sqlite = new SqliteDatabase(databasePath, { readonly: true });
  const notes = sqlite.prepare("SELECT notes FROM leads WHERE id = ?").pluck();
  const lost = [...confirmed].filter(([id, note]) => Number(notes.get(id)) < note);
  sqlite.close();
  return { ...seen, code, ms, lost };
}

describe("the end of a server", () => {
  test("cuts no answer and loses nothing, with people and a search at work", async () => {
    const seeds = Array.from({ length: 200 }, (_, index) => ({
      domain: `firma-${index}.example`,
      createdAt: SEED_START + index,
    }));
    await seedLeads(databasePath, seeds);
    const providers = await startDemoProviders({ latency: 0.3 });
    onTestFinished(() => providers.close());
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const server = await start(providerSettings(providers));
      const id = await startSearch(server.url, { query: "Solar", region: "Bayern" });
      await waitForJob(server.url, id, ({ status }) => status === "running");
      const { ms, answered, refused, ...stop } = await stopUnderLoad(server, id, signal);
      expect(stop).toEqual({ code: 0, cut: [], lost: [] });
      expect(ms).toBeLessThan(10_000);
      expect([answered, refused].every((count) => count > 0)).toBe(true);
      expect(server.output()).not.toMatch(/"level":(50|60)/);
    }
  });

  test("leaves a database that nobody else may read, and no half-written log of changes", async () => {
    const server = await start();
    expect(((await stat(databasePath)).mode & 0o777).toString(8)).toBe("600");
    expect(await server.stop()).toBe(0);
    const names = await readdir(folder);
    expect(names.filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
    const file = await open(databasePath);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(15), 0, 15, 0);
    await file.close();
    expect(buffer.subarray(0, bytesRead).toString()).toBe("SQLite format 3");
  });
});
