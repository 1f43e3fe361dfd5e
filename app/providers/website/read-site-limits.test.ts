import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  type FakePage,
  type FakePages,
  prepareWorker,
  SITE,
  startFakeSites,
} from "~tests/website/fake-sites";

prepareWorker();

const { signal } = new AbortController();

/** Pages that take a while, and how many of them were under way at once: on each site, and on how many sites. */
function watched(hosts: readonly string[], takesMs: number) {
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
      await sleep(takesMs);
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
  it("are at most two at once, whoever reads it and whichever of its hosts", async () => {
    const { pages, seen } = watched(["firma.de", "www.firma.de"], 60);
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
    ["as long as the site asks for", "User-agent: *\nCrawl-delay: 2", 2_000],
    ["at most ten seconds", "User-agent: *\nCrawl-delay: 3600", 10_000],
  ])("begin after a pause: %s", async (_, robots, pauseMs) => {
    const { pages, seen } = watched(["firma.de"], 0);
    pages["firma.de/robots.txt"] = robots;
    const { reader } = await startFakeSites(pages, { speed: 20 });
    await reader.readSite("http://firma.de/", signal);
    const [first = 0] = seen.starts;
    const took = (seen.starts.at(-1) ?? 0) - first;
    // Three pauses, seen from the site: the first request may have been on its way for longer.
    expect(took).toBeGreaterThan(((3 * pauseMs) / 20) * 0.7);
    expect(took).toBeLessThan((3 * pauseMs) / 20 + 5_000);
  });
});

it("six sites are read at once", async () => {
  const hosts = Array.from({ length: 12 }, (_, n) => `firma${n}.de`);
  const { pages, seen } = watched(hosts, 60);
  const { reader } = await startFakeSites(pages);
  await Promise.all(hosts.map((host) => reader.readSite(`http://${host}/`, signal)));
  expect(seen.sites).toBe(6);
});

describe("the end of reading", () => {
  const silent: FakePage = () => {};

  it("comes at once when the caller wants it, whatever is under way", async () => {
    const { reader } = await startFakeSites({ ...SITE, "firma.de/impressum": silent });
    const leaving = new AbortController();
    const call = reader.readSite("http://firma.de/", leaving.signal);
    setTimeout(() => leaving.abort(new Error("genug")), 150);
    const start = performance.now();
    await expect(call).rejects.toThrow("genug");
    expect(performance.now() - start).toBeLessThan(1_000);
    await expect(reader.readSite("http://firma.de/", leaving.signal)).rejects.toThrow("genug");
  });

  it("comes to sites that wait for their turn", async () => {
    const hosts = Array.from({ length: 9 }, (_, n) => `firma${n}.de`);
    const pages = Object.fromEntries(hosts.map((host) => [`${host}/`, silent]));
    const { reader } = await startFakeSites(pages);
    const leaving = new AbortController();
    const calls = hosts.map((host) => reader.readSite(`http://${host}/`, leaving.signal));
    setTimeout(() => leaving.abort(new Error("genug")), 100);
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status: outcome }) => outcome)).toEqual(hosts.map(() => "rejected"));
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

  it("comes to the other pages after a while, with what there is until then", async () => {
    const { reader } = await startFakeSites(
      { ...SITE, "firma.de/ueber-uns": silent },
      { siteLimitMs: 300 },
    );
    const { pages } = await reader.readSite("http://firma.de/", signal);
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum", "services"]);
  });
});
