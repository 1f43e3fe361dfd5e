import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type FakePage, type FakePages, SITE, startFakeSites } from "~tests/website/fake-sites";

const { signal } = new AbortController();

/** Counts parallel pages per site and parallel sites. Pages wait until `isFull`, and briefly for one too many. */
function watched(
  hosts: readonly string[],
  isFull: (seen: { perSite: number; sites: number }) => boolean,
) {
  const open = new Map<string, number>();
  const seen = { perSite: 0, sites: 0, starts: [] as number[] };
  const slowly =
    (html: string): FakePage =>
    async (request, response) => {
      const host = request.headers.host?.split(".").slice(-2).join(".") ?? "";
      open.set(host, (open.get(host) ?? 0) + 1);
      seen.starts.push(performance.now());
      seen.perSite = Math.max(seen.perSite, open.get(host) ?? 0);
      seen.sites = Math.max(seen.sites, [...open.values()].filter((count) => count > 0).length);
      for (let waited = 0; !isFull(seen) && waited < 200; waited += 1) await sleep(10);
      await sleep(30);
      open.set(host, (open.get(host) ?? 0) - 1);
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
    };
  const pages: FakePages = {};
  for (const host of hosts) {
    for (const [address, html] of Object.entries(SITE)) {
      if (typeof html === "string") pages[address.replace("firma.de", host)] = slowly(html);
    }
  }
  return { pages, seen };
}

describe("requests to one site", () => {
  it("are at most two at once, across readers and hosts", async () => {
    const { pages, seen } = watched(["firma.de", "www.firma.de"], (now) => now.perSite >= 2);
    const { reader } = await startFakeSites(pages);
    await Promise.all([
      reader.readSite("http://firma.de/", signal),
      reader.readSite("http://www.firma.de/", signal),
      reader.readSite("http://firma.de/leistungen", signal),
    ]);
    expect(seen.perSite).toBe(2);
  });

  it.each([
    ["half a second", "", 500],
    ["at most ten seconds", "User-agent: *\nCrawl-delay: 3600", 10_000],
  ])("begin after a pause: %s", async (_, robots, pauseMs) => {
    const { pages, seen } = watched(["firma.de"], () => true);
    pages["firma.de/robots.txt"] = robots;
    const { reader } = await startFakeSites(pages, { speed: 20 });
    const begun = performance.now();
    await reader.readSite("http://firma.de/", signal);
    const took = (seen.starts.at(-1) ?? 0) - begun;
    // Three pauses; a timer may be early by a millisecond.
    expect(took).toBeGreaterThan((3 * pauseMs) / 20 - 5);
    expect(took).toBeLessThan((3 * pauseMs) / 20 + 5_000);
  });
});

it("sixteen sites are read at once", async () => {
  const hosts = Array.from({ length: 20 }, (_, n) => `firma${n}.de`);
  const { pages, seen } = watched(hosts, (now) => now.sites >= 16);
  const { reader } = await startFakeSites(pages);
  await Promise.all(hosts.map((host) => reader.readSite(`http://${host}/`, signal)));
  expect(seen.sites).toBe(16);
});

it("a caller with one site goes before a caller with many", async () => {
  const many = Array.from({ length: 40 }, (_, n) => `f${n}.de`);
  const slow: FakePage = (_, response) => void setTimeout(() => response.end("<p>Da"), 100);
  const { reader } = await startFakeSites({
    ...SITE,
    ...Object.fromEntries(many.map((host) => [`${host}/`, slow])),
  });
  const leaving = new AbortController();
  let ended = 0;
  for (const host of many) {
    const call = reader.readSite(`http://${host}/`, leaving.signal);
    call.catch(() => {}).finally(() => (ended += 1));
  }
  await reader.readSite("http://firma.de/", signal);
  expect(ended).toBeLessThan(40);
  leaving.abort(new Error("genug"));
});

describe("the end of reading", () => {
  const silent: FakePage = () => {};

  it("comes at once when the caller aborts", async () => {
    const { reader } = await startFakeSites({ ...SITE, "firma.de/impressum": silent });
    const leaving = new AbortController();
    const call = reader.readSite("http://firma.de/", leaving.signal);
    setTimeout(() => leaving.abort(new Error("genug")), 150);
    const start = performance.now();
    await expect(call).rejects.toThrow("genug");
    expect(performance.now() - start).toBeLessThan(5_000);
    await expect(reader.readSite("http://firma.de/", leaving.signal)).rejects.toThrow("genug");
  });

  it("comes when the reader is closed", async () => {
    const { reader } = await startFakeSites({ "firma.de/": silent });
    const call = reader.readSite("http://firma.de/", signal);
    call.catch(() => {});
    await sleep(50);
    await reader.close();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    await expect(reader.readSite("http://firma.de/", signal)).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("comes after a time limit, with the pages read so far", async () => {
    const { reader } = await startFakeSites(
      { ...SITE, "firma.de/ueber-uns": silent },
      { siteLimitMs: 2_000 },
    );
    const { pages } = await reader.readSite("http://firma.de/", signal);
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum", "services"]);
  });
});
