import { readdir } from "node:fs/promises";
import { afterAll, expect, test, vi } from "vitest";
import { removeFolder, temporaryFolder } from "../support/app-server";
import { variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";

/** Written in five parts. */
const COUNT = 5_000;

/** Where exports are written. */
const temporary = await temporaryFolder();
const { server } = await openTestApp({
  leads: variedLeads(COUNT),
  settings: { TMPDIR: temporary },
});
afterAll(() => removeFolder(temporary));

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
