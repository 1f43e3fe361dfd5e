import { describe, expect, it } from "vitest";
import { PerSiteQueue, siteOf } from "./per-site-queue";

const { signal } = new AbortController();
const FIRMA = new URL("https://www.firma.de/");

/** Milliseconds between the starts of requests. */
async function gapsOf(queue: PerSiteQueue, urls: readonly URL[]): Promise<number[]> {
  const starts: number[] = [];
  const note = async () => void starts.push(performance.now());
  await Promise.all(urls.map((url) => queue.run(url, note, signal)));
  return starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
}

describe("requests to one site", () => {
  it("keep a pause between starts, also later", async () => {
    const queue = new PerSiteQueue(40);
    const hosts = ["https://www.firma.de/a", "http://firma.de/", "https://shop.firma.de/"];
    for (let round = 0; round < 2; round += 1) {
      const gaps = await gapsOf(
        queue,
        hosts.map((host) => new URL(host)),
      );
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(40);
    }
  });

  it("keep a longer pause if the site asks for it, never a shorter one", async () => {
    const queue = new PerSiteQueue(40);
    queue.slowDown(FIRMA, 90);
    queue.slowDown(FIRMA, 0);
    for (const gap of await gapsOf(queue, [FIRMA, FIRMA])) expect(gap).toBeGreaterThanOrEqual(90);
  });

  it("do not wait for other sites", async () => {
    const urls = Array.from({ length: 20 }, (_, n) => new URL(`https://firma${n}.de/`));
    const start = performance.now();
    await gapsOf(new PerSiteQueue(60_000), urls);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("keep their pause among many other sites", async () => {
    const queue = new PerSiteQueue(500);
    const start = performance.now();
    await gapsOf(queue, [FIRMA]);
    const others = Array.from({ length: 300 }, (_, n) => new URL(`https://firma${n}.de/`));
    await gapsOf(queue, [...others, FIRMA]);
    expect(performance.now() - start).toBeGreaterThanOrEqual(500);
  });

  it("can be aborted while they wait", async () => {
    const queue = new PerSiteQueue(60_000);
    const leaving = new AbortController();
    const calls = [1, 2, 3, 4].map(() => queue.run(FIRMA, async () => "da", leaving.signal));
    setTimeout(() => leaving.abort(new Error("genug")), 20);
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
    ]);
  });
});

it.each([
  ["https://www.firma.de/", "firma.de"],
  ["https://a.b.firma.co.uk/", "firma.co.uk"],
  ["https://kunde.github.io/", "kunde.github.io"],
  ["http://www.firma.example/", "firma.example"],
])("%s belongs to %s", (url, site) => {
  expect(siteOf(new URL(url))).toBe(site);
});
