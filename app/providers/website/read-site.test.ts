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
  reset,
  SITE,
  startFakeSites,
  status,
} from "~tests/website/fake-sites";

prepareWorker();

const { signal } = new AbortController();

describe("a company's website", () => {
  it("is its first page, the Impressum, and what it says of itself, in lines of text", async () => {
    const { pages, requests } = await readFake("http://firma.de/", SITE);
    expect(pages).toEqual([
      {
        url: "http://firma.de/",
        kind: "home",
        title: "Maler Müller",
        text: "Leistungen Über uns\nWir malen.\nImpressum",
      },
      {
        url: "http://firma.de/impressum",
        kind: "impressum",
        title: "Impressum",
        text: "Maler Müller GmbH\nTelefon 0211 4710123",
      },
      {
        url: "http://firma.de/leistungen",
        kind: "services",
        title: "Leistungen",
        text: "Innen\nAußen",
      },
      { url: "http://firma.de/ueber-uns", kind: "about", title: "Über uns", text: "Seit 1950." },
    ]);
    expect(requests[0]).toBe("GET firma.de /robots.txt");
    expect(requests).toHaveLength(5);
  });

  it("is six pages and no more", async () => {
    const links = Array.from(
      { length: 30 },
      (_, n) => `<a href="/leistung-${n}">Leistung ${n}</a>`,
    );
    const about = Array.from({ length: 30 }, (_, n) => `<a href="/team-${n}">Team ${n}</a>`);
    const all: FakePages = {};
    for (let n = 0; n < 30; n += 1) {
      all[`firma.de/leistung-${n}`] = `<p>Leistung ${n}`;
      all[`firma.de/team-${n}`] = `<p>Team ${n}`;
    }
    const home = `${links.join("")}${about.join("")}<a href="/impressum">Impressum</a>`;
    const { pages, requests } = await readFake("http://firma.de/", {
      ...all,
      "firma.de/": home,
      "firma.de/impressum": IMPRESSUM,
    });
    expect(pages.map(({ kind }) => kind)).toEqual([
      "home",
      "impressum",
      "services",
      "about",
      "services",
      "about",
    ]);
    expect(requests).toHaveLength(7);
  });

  it("is read as far as it can be had", async () => {
    const { pages } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/leistungen": status(500),
      "firma.de/ueber-uns": reset,
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum"]);
  });

  it("may be in an old charset", async () => {
    const old: FakePage = (_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(Buffer.from("<p>Bäder für Köln", "latin1"));
    };
    const { pages } = await readFake("http://firma.de/", { "firma.de/": old });
    expect(pages[0]?.text).toBe("Bäder für Köln");
  });

  it("without a link to its Impressum is asked for it in two places", async () => {
    const home = "<p>Wir malen.";
    const found = await readFake("http://firma.de/", {
      "firma.de/": home,
      "firma.de/impressum": home,
      "firma.de/impressum.html": IMPRESSUM,
    });
    expect(found.pages.map(({ url }) => url)).toEqual([
      "http://firma.de/",
      "http://firma.de/impressum.html",
    ]);
    const other = await readFake("http://firma.de/", {
      "firma.de/": home,
      "firma.de/impressum": "<p>Etwas anderes.",
    });
    expect(other.pages).toHaveLength(1);
    expect(paths(other)).toEqual(["/robots.txt", "/", "/impressum", "/impressum.html"]);
  });

  it("leaves out what is the same again, and pages that say they are none", async () => {
    const { pages } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/leistungen": HOME,
      "firma.de/ueber-uns": "<title>404</title><p>Hoppla",
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum"]);
    const twins = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/ueber-uns": "<ul><li>Innen<li>Außen</ul>",
    });
    expect(twins.pages.map(({ kind }) => kind)).toEqual(["home", "impressum", "services"]);
  });
});

describe("the address of a website", () => {
  it.each([
    ["firma.de", ["443", "80"]],
    ["https://firma.de/", ["443", "80"]],
    ["http://firma.de/", ["80"]],
  ])("is asked for by https first, then by http: %s", async (address, ports) => {
    const { reader, attempts } = await startFakeSites(SITE);
    const { pages } = await reader.readSite(address, signal);
    expect(pages[0]?.url).toBe("http://firma.de/");
    expect([...new Set(attempts.map((attempt) => attempt.split(" ")[1]))]).toEqual(ports);
  });

  it("may need „www“ where only the domain is known", async () => {
    const pages = { "www.firma.de/": "<p>Wir malen." };
    expect((await readFake("firma.de", pages)).pages[0]?.url).toBe("http://www.firma.de/");
    expect((await refusal("https://firma.de/", pages)).reason).toBe("unreachable");
  });

  it("may lead deep into the site, and that page is its first one", async () => {
    const { pages, requests } = await readFake("http://firma.de/de/standorte/ulm/?utm_source=x#a", {
      ...SITE,
      "firma.de/de/standorte/ulm/?utm_source=x": '<p>Ulm <a href="/impressum">Impressum</a>',
    });
    expect(pages.map(({ url }) => url)).toEqual([
      "http://firma.de/de/standorte/ulm/?utm_source=x",
      "http://firma.de/impressum",
    ]);
    expect(paths({ requests })).not.toContain("/");
  });

  it.each<[string, FakePage]>([
    ["gone", status(404)],
    ["empty", "<script>start()</script>"],
    ["cut off", reset],
  ])("may lead to a page that is %s: the site's first one is read instead", async (_, page) => {
    const { pages } = await readFake("http://firma.de/alt/", { ...SITE, "firma.de/alt/": page });
    expect(pages[0]?.url).toBe("http://firma.de/");
    expect(pages).toHaveLength(4);
  });

  it.each([
    ["http://127.0.0.1/", "ip_literal"],
    ["localhost", "local_name"],
    ["http://firma.de:8080/", "port"],
    ["file:///etc/passwd", "scheme"],
    ["javascript:alert(1)", "malformed"],
    ["", "malformed"],
    ["https://", "malformed"],
  ])("is refused where it is none: %s", async (address, rule) => {
    const { reader, attempts } = await startFakeSites(SITE);
    await expect(reader.readSite(address, signal)).rejects.toMatchObject({ refusal: rule });
    expect(attempts).toEqual([]);
  });
});

describe("a website that is not read", () => {
  it.each<[string, string, FakePages, string[]]>([
    [
      "nobody answers",
      "unreachable",
      { "firma.de/robots.txt": reset, "firma.de/": HOME },
      ["/robots.txt"],
    ],
    ["answers with an error", "status", { "firma.de/": status(403) }, ["/robots.txt", "/"]],
    ["is not there any more", "status", { "firma.de/x": HOME }, ["/robots.txt", "/"]],
    [
      "holds no text",
      "empty",
      { "firma.de/": "<div id=app></div><script>a()</script>" },
      ["/robots.txt", "/"],
    ],
    [
      "is a picture",
      "content_type",
      { "firma.de/": status(200, { "content-type": "image/png" }) },
      ["/robots.txt", "/"],
    ],
  ])("%s", async (_, reason, pages, asked) => {
    expect(await refusal("http://firma.de/", pages)).toEqual({ reason, paths: asked });
  });

  it("is larger than 1 MB", async () => {
    const pages = { "firma.de/": `<p>${"x".repeat(1_000_001)}` };
    expect((await refusal("http://firma.de/", pages)).reason).toBe("too_large");
    const fits = { "firma.de/": `<p>${"x".repeat(999_990)}` };
    expect((await readFake("http://firma.de/", fits)).pages).toHaveLength(1);
  });

  it("takes longer than it gets, redirects included", async () => {
    const slow =
      (then: FakePage): FakePage =>
      (request, response) => {
        setTimeout(() => {
          if (typeof then === "function") then(request, response);
        }, 250);
      };
    const start = performance.now();
    const { reason } = await refusal(
      "http://firma.de/",
      {
        "firma.de/": slow(redirect("http://www.firma.de/")),
        "www.firma.de/": slow(redirect("http://neu.firma.de/")),
        "neu.firma.de/": slow(redirect("http://firma.de/x")),
      },
      { timeoutMs: 400 },
    );
    expect(reason).toBe("timeout");
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
