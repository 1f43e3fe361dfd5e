import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { removeFolder, temporaryFolder } from "../support/app-server";
import { variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";
import { readWorkbook } from "../support/workbook";

/** Written in five parts. */
const COUNT = 5_000;

/** Where exports are written. */
const temporary = await temporaryFolder();
const { server } = await openTestApp({
  leads: variedLeads(COUNT),
  settings: { TMPDIR: temporary },
});
afterAll(() => removeFolder(temporary));

/** How long a small request takes, in milliseconds. */
async function ask(): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${server.url}/healthz`);
  expect(await response.json()).toEqual({ status: "ok" });
  return performance.now() - started;
}

test("five thousand leads come in one file while other requests are answered", async ({
  annotate,
}) => {
  await ask();
  const started = performance.now();
  let isDone = false;
  const file = fetch(`${server.url}/api/leads/export?sort=companyName`)
    .then((response) => response.arrayBuffer())
    .finally(() => {
      isDone = true;
    });
  const waits: number[] = [];
  while (!isDone) {
    waits.push(await ask());
    await delay(5);
  }
  const bytes = Buffer.from(await file);
  const took = performance.now() - started;
  const longest = Math.max(...waits);
  const middle = waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0;
  await annotate(
    `${COUNT} leads in ${took.toFixed(0)} ms; ${waits.length} other requests meanwhile: median ${middle.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
  );
  expect(waits.length).toBeGreaterThan(5);
  // A server that does nothing else meanwhile would let one of them wait to the end.
  expect(longest).toBeLessThan(took / 2);
  const { rows, sheet } = await readWorkbook(bytes);
  expect(rows).toHaveLength(COUNT);
  expect(new Set(rows.map((row) => row.get("Domain")?.text)).size).toBe(COUNT);
  expect(/<autoFilter ref="([^"]+)"/.exec(sheet)?.[1]).toBe(`A1:AI${COUNT + 1}`);
});

test("several exports at once all come whole", async () => {
  const files = await Promise.all(
    ["federalState=BY", "federalState=HE", "federalState=SN", "federalState=NW"].map(
      async (query) => {
        const response = await fetch(`${server.url}/api/leads/export?${query}`);
        expect(response.status).toBe(200);
        return readWorkbook(Buffer.from(await response.arrayBuffer()));
      },
    ),
  );
  for (const { rows } of files) expect(rows.length).toBeGreaterThan(100);
});

/** Files of exports that lie about, each with leads in it. */
async function leftovers(): Promise<string[]> {
  return (await readdir(temporary)).filter((name) => name.startsWith("leadspeicher-export"));
}

test("an export that nobody reads leaves no file behind and does no harm", async () => {
  const address = `${server.url}/api/leads/export`;
  await fetch(`${address}?federalState=BY`, { method: "HEAD" });
  const leaving = new AbortController();
  const response = fetch(address, { signal: leaving.signal });
  await vi.waitUntil(async () => (await leftovers()).length > 0, { timeout: 20_000 });
  leaving.abort();
  await expect(response).rejects.toThrow();
  const begun = await fetch(address);
  await begun.body?.cancel();
  await vi.waitUntil(async () => (await leftovers()).length === 0, { timeout: 30_000 });
  expect(server.output()).not.toMatch(/"level":(50|60)/);
});

test("a server that stops while it writes an export takes the file with it", async () => {
  const response = fetch(`${server.url}/api/leads/export`).catch(() => null);
  await vi.waitUntil(async () => (await leftovers()).length > 0, { timeout: 20_000 });
  expect(await server.stop()).toBe(0);
  await response;
  expect(await leftovers()).toEqual([]);
});
