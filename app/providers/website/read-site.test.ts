import { describe, expect, it } from "vitest";
import {
  type FakePage,
  type FakePages,
  HOME,
  IMPRESSUM,
  paths,
  readFake,
  redirect,
  refusal,
  reset,
  SITE,
  startFakeSites,
  status,
} from "~tests/website/fake-sites";

const { signal } = new AbortController();
const GUESSES = ["/impressum", "/impressum.html"];

/** A sitemap as servers send it. */
function sitemap(...addresses: string[]): FakePage {
  const listed = addresses.map((address) => `<url><loc>${address}</loc></url>`);
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0"?><urlset>${listed.join("")}</urlset>`);
  };
}

describe("a company's website", () => {
  it("gives its first page, Impressum and company pages as lines of text", async () => {
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
        imprint: expect.objectContaining({
          companyName: "Maler Müller GmbH",
          phone: "+492114710123",
        }),
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

  it("gives at most six pages", async () => {
    const names = ["leistung-1", "leistung-2", "leistung-3", "team-1", "team-2", "team-3"];
    const all = Object.fromEntries(names.map((name) => [`firma.de/${name}`, `<p>${name}`]));
    const links = names.map((name) => `<a href=/${name}>${name}</a>`).join("");
    const home = `${links}<a href=/impressum>Impressum</a>`;
    const { pages, requests } = await readFake("http://firma.de/", {
      ...all,
      "firma.de/": home,
      "firma.de/impressum": IMPRESSUM,
    });
    const turns = ["services", "about", "services", "about"];
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum", ...turns]);
    expect(requests).toHaveLength(7);
    const lost = { ...all, "firma.de/": home.replace("/impressum", "/weg") };
    expect((await readFake("http://firma.de/", lost)).requests).toHaveLength(8);
  });

  it("is asked for one page more, on data protection, unless the Impressum objects to advertising", async () => {
    const objection = "Werbung an unsere Kontaktdaten ist untersagt.";
    const links = "<a href=/impressum>Impressum</a><a href=/datenschutz>Datenschutz</a>";
    const site = {
      "firma.de/": `<p>Wir malen. ${objection}</p>${links}`,
      "firma.de/impressum": IMPRESSUM,
      "firma.de/datenschutz": `<p>Erklärung.</p><p>${objection}</p>`,
    };
    const { pages } = await readFake("http://firma.de/", site);
    const told = pages.flatMap(({ kind, adObjection }) =>
      adObjection ? [[kind, adObjection]] : [],
    );
    expect(told).toEqual([["privacy", objection]]);
    const imprint = { ...site, "firma.de/impressum": `${IMPRESSUM}<p>${objection}</p>` };
    const early = await readFake("http://firma.de/", imprint);
    expect(early.pages.at(-1)).toMatchObject({ kind: "impressum", adObjection: objection });
    expect(early.requests).not.toContain("GET firma.de /datenschutz");
  });

  it("is read as far as possible", async () => {
    const { pages } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/leistungen": status(500),
      "firma.de/ueber-uns": reset,
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum"]);
  });

  it("without a link to its Impressum is tried at two paths", async () => {
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
    const other = await readFake("http://firma.de/de/start?a=1", {
      "firma.de/de/start?a=1": home,
      "firma.de/impressum": "<p>Etwas anderes.",
    });
    expect(other.pages).toHaveLength(1);
    expect(paths(other)).toEqual(["/robots.txt", "/de/start?a=1", "/", "/sitemap.xml", ...GUESSES]);
  });

  it.each<[string, FakePages, string[]]>([
    [
      "another page leads to",
      {
        "firma.de/": "<p>Wir malen. <a href=/team.html>Team</a>",
        "firma.de/team.html": "<p>Wir. <a href=/recht.html>Impressum</a>",
      },
      ["/team.html", "/recht.html"],
    ],
    [
      "the sitemap lists",
      {
        "firma.de/": "<p>Wir malen.",
        "firma.de/sitemap.xml": sitemap(
          "http://www.firma.de/a",
          "http://firma.de/impressum-1.html",
        ),
        "firma.de/impressum-1.html": IMPRESSUM,
      },
      ["/sitemap.xml", "/impressum-1.html"],
    ],
    [
      "is not where the first page leads",
      {
        "firma.de/": "<p>Wir malen. <a href=/alt/impressum.html>Impressum</a>",
        "firma.de/impressum": IMPRESSUM,
      },
      ["/alt/impressum.html", "/sitemap.xml", "/impressum"],
    ],
  ])("finds the Impressum that %s", async (_, pages, asked) => {
    const read = await readFake("http://firma.de/", { "firma.de/recht.html": IMPRESSUM, ...pages });
    expect(paths(read)).toEqual(["/robots.txt", "/", ...asked]);
    expect(read.pages.at(-1)).toMatchObject({
      kind: "impressum",
      imprint: { companyName: "Maler Müller GmbH" },
    });
  });

  it("of frames gives their joint text", async () => {
    const frames = ["oben", "navi", "start", "fremd"].map((name) => `<frame src=/${name}.htm>`);
    const { pages, requests } = await readFake("http://firma.de/", {
      "firma.de/": `<title>Maler</title><frameset><frame src=http://b.de/>${frames.join("")}</frameset>`,
      "b.de/": "<p>Fremd",
      "firma.de/navi.htm": "<a href=/leistungen>Leistungen</a>",
      "firma.de/start.htm": "<p>Wir malen.<p><a href=/recht.htm>Impressum</a>",
      "firma.de/recht.htm": IMPRESSUM,
      "firma.de/leistungen": "<p>Innen",
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum", "services"]);
    expect(pages[0]).toMatchObject({
      url: "http://firma.de/",
      title: "Maler",
      text: "Leistungen\nWir malen.\nImpressum",
    });
    expect(requests.join()).not.toContain("b.de");
  });

  it("of one page may hold its Impressum, which then ends the search", async () => {
    const home = `<a href=#impressum>Impressum</a><p>Wir malen.${IMPRESSUM}, info@firma.de`;
    const read = await readFake("http://firma.de/", { "firma.de/": home });
    expect(read.pages).toMatchObject([
      { kind: "impressum", imprint: { companyName: "Maler Müller GmbH" } },
    ]);
    expect(paths(read)).toEqual(["/robots.txt", "/"]);
  });

  it("needs only one sign for an Impressum that is linked", async () => {
    const text = "<p>Erika Muster, Gasse 1, 50667 Köln";
    const linked = { "firma.de/": "<p>Wir. <a href=/x>Impressum</a>", "firma.de/x": text };
    const { pages } = await readFake("http://firma.de/", linked);
    expect(pages[1]?.imprint).toMatchObject({ postalCode: "50667", city: "Köln" });
    const about = { "firma.de/": "<p>Wir. <a href=/x>Über uns</a>", "firma.de/x": text };
    expect((await readFake("http://firma.de/", about)).pages[1]).not.toHaveProperty("imprint");
  });

  it("skips duplicate and not-found pages", async () => {
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
  ])("is tried with https first, then http: %s", async (address, ports) => {
    const { reader, attempts } = await startFakeSites(SITE);
    const { pages } = await reader.readSite(address, signal);
    expect(pages[0]?.url).toBe("http://firma.de/");
    expect([...new Set(attempts.map((attempt) => attempt.split(" ")[1]))]).toEqual(ports);
  });

  it("may need „www“ if only the domain is known", async () => {
    const pages = { "www.firma.de/": "<p>Wir malen." };
    expect((await readFake("firma.de", pages)).pages[0]?.url).toBe("http://www.firma.de/");
    expect((await refusal("https://firma.de/", pages)).reason).toBe("unreachable");
  });

  it("may be a deep link, which becomes the first page", async () => {
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

  it("may be a deep link without an Impressum, which the root page then leads to", async () => {
    const deep = "http://firma.de/angebote/ulm";
    const linked = await readFake(deep, { ...SITE, "firma.de/angebote/ulm": "<p>Ulm" });
    expect(linked.pages.map(({ kind }) => kind)).toEqual(["home", "home", "impressum"]);
    expect(paths(linked)).toEqual(["/robots.txt", "/angebote/ulm", "/", "/impressum"]);
    const held = {
      "firma.de/": `<a href=#impressum>Impressum</a><p>Wir malen.${IMPRESSUM}, info@firma.de`,
    };
    const { pages } = await readFake(deep, { ...held, "firma.de/angebote/ulm": "<p>Ulm" });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum"]);
  });

  it.each<[string, FakePage]>([
    ["gone", status(404)],
    ["empty", "<p></p>"],
  ])("may lead to a page that is %s; the root page replaces it", async (_, page) => {
    const { pages } = await readFake("http://firma.de/alt/", { ...SITE, "firma.de/alt/": page });
    expect(pages[0]?.url).toBe("http://firma.de/");
    expect(pages).toHaveLength(4);
  });

  it.each([
    ["localhost", "local_name"],
    ["javascript:alert(1)", "malformed"],
    ["", "malformed"],
  ])("is refused if invalid: %s", async (address, rule) => {
    const { reader, attempts } = await startFakeSites(SITE);
    await expect(reader.readSite(address, signal)).rejects.toMatchObject({ reason: rule });
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
    ["holds no text", "empty", { "firma.de/": "<div id=app></div>" }, ["/robots.txt", "/"]],
    [
      "is made by scripts alone",
      "scripts",
      { "firma.de/": "<div id=app></div><script>a()</script>" },
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

  it("takes too long, redirects on its host included", async () => {
    const slow =
      (location: string): FakePage =>
      (_, response) => {
        setTimeout(() => response.writeHead(302, { location }).end(), 250);
      };
    const pages = {
      "firma.de/": slow("http://firma.de/start"),
      "firma.de/start": slow("http://firma.de/x"),
    };
    expect((await refusal("http://firma.de/", pages, { timeoutMs: 400 })).reason).toBe("timeout");
  });
});

const octets: FakePage = (_, response) => {
  response.writeHead(200, { "content-type": "application/octet-stream" });
  response.end("User-agent: *\nDisallow: /");
};

describe("robots.txt", () => {
  it.each<[string, string, FakePage]>([
    ["answers with an error of the server", "status", status(503)],
    ["is larger than anybody reads", "robots", "x".repeat(500_001)],
    ["breaks off", "robots", status(200, { "content-encoding": "gzip" })],
    ["says so, whatever its type", "robots", octets],
  ])("that %s closes the site", async (_, reason, robots) => {
    const pages = { ...SITE, "firma.de/robots.txt": robots };
    expect(await refusal("http://firma.de/", pages)).toEqual({ reason, paths: ["/robots.txt"] });
  });

  it.each<[string, FakePage]>([
    ["is not there", status(404)],
    ["is a page", HOME],
    ["leads in circles", redirect("/robots.txt")],
  ])("that %s closes nothing", async (_, robots) => {
    const { pages } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/robots.txt": robots,
    });
    expect(pages).toHaveLength(4);
  });

  it("may forbid single pages, also as redirect targets", async () => {
    const { pages, requests } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/robots.txt": "User-agent: *\nDisallow: /ueber-uns\nDisallow: /intern",
      "firma.de/leistungen": redirect("/intern/leistungen"),
      "firma.de/intern/leistungen": "<p>Geheim",
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum"]);
    expect(paths({ requests }).join(" ")).not.toMatch(/ueber-uns|intern/);
  });

  it("leaves an unfilled Impressum to be reported", async () => {
    const read = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/impressum":
        "<p>Impressum<p>Max Mustermann<p>Musterstraße 1<p>12345 Musterstadt<p>HRB 12345",
    });
    expect(read.imprintProblem).toBe("Das Impressum der Website ist noch nicht ausgefüllt.");
  });

  it("that forbids the Impressum is reported, and ends the search for it", async () => {
    const read = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/robots.txt": "User-agent: *\nDisallow: /impressum$",
    });
    expect(read.imprintProblem).toBe("Das Impressum darf laut robots.txt nicht gelesen werden.");
    expect(read.pages.map(({ kind }) => kind)).toEqual(["home", "services", "about"]);
    expect(paths(read).sort()).toEqual(["/", "/leistungen", "/robots.txt", "/ueber-uns"]);
    expect((await readFake("http://firma.de/", SITE)).imprintProblem).toBeUndefined();
  });

  it("is fetched once, even if everything redirects to „www“", async () => {
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

  it("is followed for the first page, since companies move", async () => {
    const { pages } = await readFake("http://firma.de/", moved);
    expect(pages.map(({ url }) => url)).toEqual([
      "http://gruppe.de/",
      "http://gruppe.de/impressum",
    ]);
  });

  it("obeys the other site's robots.txt", async () => {
    const pages = { ...moved, "gruppe.de/robots.txt": "User-agent: *\nDisallow: /" };
    const { reason, paths: asked } = await refusal("http://firma.de/", pages);
    expect(reason).toBe("robots");
    expect(asked).toEqual(["/robots.txt", "/", "/robots.txt"]);
  });

  it("is not followed for other pages", async () => {
    const { pages, requests } = await readFake("http://firma.de/", {
      ...SITE,
      "firma.de/leistungen": redirect("http://gruppe.de/leistungen"),
      "gruppe.de/leistungen": "<p>Fremd",
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "impressum", "about"]);
    expect(requests.join()).not.toContain("gruppe.de");
  });

  it("that never ends is given up", async () => {
    const pages: FakePages = {};
    for (let n = 0; n < 9; n += 1) pages[`f${n}.de/`] = redirect(`http://f${n + 1}.de/`);
    expect((await refusal("http://f0.de/", pages)).reason).toBe("redirects");
  });
});
