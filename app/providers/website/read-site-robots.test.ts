import { describe, expect, it } from "vitest";
import {
  type FakePage,
  type FakePages,
  HOME,
  IMPRESSUM,
  paths,
  prepareWorker,
  readFake,
  redirect,
  refusal,
  SITE,
  startFakeSites,
  status,
} from "~tests/website/fake-sites";

prepareWorker();

const { signal } = new AbortController();

describe("robots.txt", () => {
  it.each<[string, FakePage]>([
    ["closes the site", "User-agent: *\nDisallow: /"],
    ["closes it for us", "User-agent: Leadspeicher\nDisallow: /"],
  ])("that %s is respected", async (_, robots) => {
    const pages = { ...SITE, "firma.de/robots.txt": robots };
    expect(await refusal("http://firma.de/", pages)).toEqual({
      reason: "robots",
      paths: ["/robots.txt"],
    });
  });

  it.each<[string, string, FakePage]>([
    ["answers with an error of the server", "status", status(503)],
    ["is refused for a while", "status", status(429)],
    ["is larger than anybody reads", "robots", "x".repeat(500_001)],
    ["breaks off", "robots", status(200, { "content-encoding": "gzip" })],
  ])("that %s closes the site, since nobody knows what it says", async (_, reason, robots) => {
    const pages = { ...SITE, "firma.de/robots.txt": robots };
    expect(await refusal("http://firma.de/", pages)).toEqual({ reason, paths: ["/robots.txt"] });
  });

  it.each<[string, FakePage]>([
    ["is not there", status(404)],
    ["is for members", status(401)],
    ["is a page", HOME],
    ["leads in circles", redirect("/robots.txt")],
  ])("that %s closes nothing", async (_, robots) => {
    const { pages } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/robots.txt": robots,
    });
    expect(pages).toHaveLength(4);
  });

  it("counts whatever type it says it has", async () => {
    const robots: FakePage = (_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.end("User-agent: *\nDisallow: /");
    };
    const pages = { ...SITE, "firma.de/robots.txt": robots };
    expect((await refusal("http://firma.de/", pages)).reason).toBe("robots");
  });

  it("closes single pages, also where a redirect leads to one", async () => {
    const { pages, requests } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/robots.txt": "User-agent: *\nDisallow: /ueber-uns\nDisallow: /intern",
      "firma.de/leistungen": redirect("/intern/leistungen"),
      "firma.de/intern/leistungen": "<p>Geheim",
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum"]);
    expect(paths({ requests }).join(" ")).not.toMatch(/ueber-uns|intern/);
  });

  it("is asked for once, also where all of it leads to „www“", async () => {
    const { pages, requests } = await readFake("http://firma.de/", {
      "firma.de/robots.txt": redirect("http://www.firma.de/robots.txt"),
      "www.firma.de/robots.txt": "User-agent: *\nDisallow: /ueber-uns",
      "firma.de/": redirect("http://www.firma.de/"),
      "www.firma.de/": HOME,
      "www.firma.de/impressum": IMPRESSUM,
      "www.firma.de/leistungen": "<p>Innen",
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum", "services"]);
    expect(requests.filter((request) => request.endsWith("robots.txt"))).toHaveLength(2);
  });
});

describe("a redirect to another domain", () => {
  const moved: FakePages = {
    "firma.de/": redirect("http://gruppe.de/"),
    "gruppe.de/": '<p>Die Gruppe <a href="/impressum">Impressum</a>',
    "gruppe.de/impressum": IMPRESSUM,
  };

  it("is followed for the first page: firms move", async () => {
    const { pages } = await readFake("http://firma.de/", moved);
    expect(pages.map(({ url }) => url)).toEqual([
      "http://gruppe.de/",
      "http://gruppe.de/impressum",
    ]);
  });

  it("leads to what the other site allows", async () => {
    const pages = { ...moved, "gruppe.de/robots.txt": "User-agent: *\nDisallow: /" };
    const { reason, paths: asked } = await refusal("http://firma.de/", pages);
    expect(reason).toBe("robots");
    expect(asked).toEqual(["/robots.txt", "/", "/robots.txt"]);
  });

  it("is followed for no other page", async () => {
    const { pages, requests } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/leistungen": redirect("http://gruppe.de/leistungen"),
      "gruppe.de/leistungen": "<p>Fremd",
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum", "about"]);
    expect(requests.join()).not.toContain("gruppe.de");
  });

  it("that leads inside is refused", async () => {
    const pages = { "firma.de/": redirect("http://127.0.0.1/") };
    const { reader, leaks } = await startFakeSites(pages);
    await expect(reader.readSite("http://firma.de/", signal)).rejects.toMatchObject({
      reason: "address",
    });
    expect(leaks()).toEqual([]);
  });

  it("that never ends is given up", async () => {
    const pages: FakePages = {};
    for (let n = 0; n < 9; n += 1) pages[`f${n}.de/`] = redirect(`http://f${n + 1}.de/`);
    expect((await refusal("http://f0.de/", pages)).reason).toBe("redirects");
  });
});
