import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { openSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { listLeads, postJson, sendJson } from "../support/api-client";
import { startAppServer } from "../support/app-server";
import { anonymousFetch, TEST_TOKEN } from "../support/signed-fetch";
import { temporaryFolder } from "../support/store";
import { openTestApp } from "../support/test-app";

const PASSWORD = "sieben-blaue-Hunde-9";
const app = await openTestApp({
  leads: [{ domain: "firma.de", createdAt: 0 }],
  settings: { APP_PASSWORD: PASSWORD },
});

function patch(url: string, id: string, notes: string): Promise<Response> {
  return sendJson("PATCH", `${url}/api/leads/${id}`, { notes });
}

test("while another process holds the lock, writes are refused, forms keep their input, and reading goes on", async () => {
  const { url, databasePath } = app.server;
  const [lead] = await listLeads(url, "");
  const other = new SqliteDatabase(databasePath);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  const writing = patch(url, lead?.id ?? "", "neu");
  const signingIn = anonymousFetch(`${url}/anmelden`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({ name: "admin", password: PASSWORD }),
  });
  for (const path of ["/healthz", "/api/leads", "/leadspeicher"]) {
    expect((await fetch(`${url}${path}`)).status, path).toBe(200);
  }
  const refused = await writing;
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("gesperrt") });
  const page = await signingIn;
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"]);
  const text = await page.text();
  for (const part of ["gesperrt", 'value="admin"']) expect(text).toContain(part);
  other.exec("ROLLBACK");
  expect((await patch(url, lead?.id ?? "", "neu")).status).toBe(200);
});

test("a full disk refuses what does not fit, and loses nothing that was confirmed", async (context) => {
  const disk = await temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", disk]).status !== 0) {
    context.skip("needs the right to mount a small disk");
  }
  onTestFinished(() => void execFileSync("umount", [disk]));
  const { url, output, stop } = await startAppServer(join(disk, "leads.sqlite"));
  onTestFinished(async () => void (await stop("SIGKILL")));
  await postJson(`${url}/api/leads`, { domain: "firma.de" });
  const stored = async () => (await listLeads(url, ""))[0];
  const id = (await stored())?.id ?? "";
  const filler = join(disk, "filler");
  for (const roomKb of [0, 64, 256]) {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - roomKb * 1024));
    let confirmed = "";
    for (let n = 0; ; n += 1) {
      const notes = `${roomKb}.${n} ${"x".repeat(4_000)}`;
      const { status } = await patch(url, id, notes);
      if (status === 507) break;
      expect(status).toBe(200);
      confirmed = notes;
    }
    expect((await stored())?.notes ?? "").toContain(confirmed.trim());
    rmSync(filler);
    expect((await patch(url, id, "weiter")).status).toBe(200);
  }
  expect(output()).not.toContain('"request failed"');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test("a log that nothing more can be written to ends nobody's work", async () => {
  const folder = await temporaryFolder();
  const port = await freePort();
  const full = openSync("/dev/full", "w");
  const { PATH } = process.env;
  const child = spawn(process.execPath, ["tests/support/run-entry.mjs", "scripts/serve.ts"], {
    env: {
      NODE_ENV: "production",
      PATH,
      PORT: String(port),
      DATABASE_PATH: join(folder, "leads.sqlite"),
      BACKUP_DAYS: "0",
      APP_API_TOKEN: TEST_TOKEN,
    },
    stdio: ["ignore", full, full],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), 20_000);
  // Each of them is a line of the log.
  for (const path of ["/api/leads?falsch=1", "/api/nichts"]) await fetch(url + path);
  expect((await anonymousFetch(`${url}/api/leads`)).status).toBe(401);
  expect((await postJson(`${url}/api/leads`, { domain: "firma.de" })).status).toBe(201);
  expect(await listLeads(url, "")).toHaveLength(1);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
