import { beforeAll, describe, expect, test } from "vitest";
import { startSearch } from "../support/api-client";
import { signInByLink, startLinkOf } from "../support/app-server";
import { buildRoutes } from "../support/build-routes";
import { type RawAnswer, sendRaw } from "../support/server-run";
import { anonymousFetch, TEST_TOKEN } from "../support/signed-fetch";
import { openOwnApp, openTestApp } from "../support/test-app";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const OPEN = ["/anmelden", "/healthz"];
/** A part of every page and answer of the product that holds data. */
const DATA = /Stadtwerke|openJobs|"services"|companyName|test-serper-key/;

const app = await openTestApp();
const origin = app.server.url;
const cookie = await signInByLink(app.server);

beforeAll(async () => {
  await startSearch(origin, { query: "Stadtwerke", region: "Bayern", count: 5 });
});

const routes = await buildRoutes();

/** What strangers get by some methods, with every kind of body where the methods are all. */
async function askAsStranger(path: string, methods = METHODS) {
  const answers: [string, RawAnswer][] = [];
  for (const method of methods) {
    answers.push([method, await sendRaw(origin, path, { method, isAnonymous: true })]);
    if (methods !== METHODS || method === "GET" || method === "HEAD") continue;
    for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain"]) {
      const body = type.endsWith("json") ? "{}" : "a=b";
      const headers = { "content-type": type, "content-length": String(body.length) };
      const request = { method, headers, body, isAnonymous: true };
      answers.push([`${method} ${type}`, await sendRaw(origin, path, request)]);
    }
  }
  return answers;
}

function expectShut(path: string, answers: [string, RawAnswer][]): void {
  for (const [method, { status, headers, text }] of answers) {
    const name = `${method} ${path}: ${status}\n${text.slice(0, 300)}`;
    expect([302, 401, 404], name).toContain(status);
    if (status === 302) expect(headers.get("location"), name).toMatch(/^\/anmelden(\?weiter=|$)/);
    expect(text, name).not.toMatch(DATA);
  }
}

describe("without a session", () => {
  for (const route of routes) {
    const path = route.path.replace(/:\w+/g, "x").replace(/\*$/, "x");
    if (OPEN.includes(path)) continue;

    test(`the route ${route.id} is shut by every method and in every form`, async () => {
      const data = path === "/" ? "/_root.data" : `${path}.data`;
      const id = encodeURIComponent(route.id);
      for (const form of [path, data]) expectShut(form, await askAsStranger(form));
      const forms = [
        path.toUpperCase(),
        ...(path === "/" ? [] : [`${path}/`]),
        `${data}?_routes=${id}`,
        `${data}?_routes=root,${id}`,
        // Of another page, or of none: nothing would run, and nothing would refuse.
        `${data}?_routes=routes%2Fleadspeicher.%24leadId`,
        `${data}?_routes=&_routes=root`,
        `${path}?_data=${id}`,
        `${path}?index`,
      ];
      // Whatever the form, what decides is told reading from writing alone.
      for (const form of forms) expectShut(form, await askAsStranger(form, ["GET", "POST"]));
    });
  }

  test("neither a wrong session nor a wrong token nor other schemes help", async () => {
    const wrong: Record<string, string>[] = [
      { cookie: `${cookie.slice(0, -4)}AAAA` },
      { cookie: cookie.split("=")[0] ?? "" },
      { authorization: `Bearer ${TEST_TOKEN.slice(0, -1)}` },
      { authorization: "Bearer" },
      { authorization: "Bearer null" },
      { authorization: `Basic ${Buffer.from(`admin:${TEST_TOKEN}`).toString("base64")}` },
      { authorization: TEST_TOKEN },
      { "x-api-key": TEST_TOKEN },
      { "x-forwarded-user": "admin", "x-remote-user": "admin" },
      // A wrong token is not mended by a good session.
      { authorization: "Bearer wrong", cookie },
    ];
    for (const headers of wrong) {
      for (const path of ["/leadspeicher", "/api/leads", "/leadspeicher.data"]) {
        const answer = await sendRaw(origin, path, { headers, isAnonymous: true });
        expectShut(path, [[JSON.stringify(headers), answer]]);
      }
    }
  });

  test("an open path opens no other route", async () => {
    for (const path of [
      "/anmelden/../leadspeicher",
      "/anmelden%2f..%2fleadspeicher",
      "/anmelden/x",
      "/healthz/../api/leads",
      "/healthz/x",
      "/build/../api/leads",
      "/favicon.svg/../api/leads",
    ]) {
      expectShut(path, [["GET", await sendRaw(origin, path, { isAnonymous: true })]]);
    }
  });

  test("the login, the health check and built files are there, and show nothing of the data", async () => {
    const login = await anonymousFetch(`${origin}/anmelden`);
    const page = await login.text();
    expect(login.status).toBe(200);
    expect(page).not.toMatch(DATA);
    expect((await anonymousFetch(`${origin}/anmelden.data`)).status).toBe(200);
    for (const query of ["", "?_routes=routes/leadspeicher._index", "?_routes=root"]) {
      const data = await anonymousFetch(`${origin}/anmelden.data${query}`);
      expect(await data.text(), query).not.toMatch(DATA);
    }
    expect((await anonymousFetch(`${origin}/healthz`)).status).toBe(200);
    const [asset = ""] = page.match(/\/build\/[\w./-]+\.css/) ?? [];
    expect((await anonymousFetch(origin + asset)).status).toBe(200);
  });

  test("a refusal of the API says how to come in", async () => {
    const response = await anonymousFetch(`${origin}/api/leads`);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(response.headers.get("content-type")).toContain("application/problem+json");
  });

  test("a page leads to the login and from there back", async () => {
    const response = await anonymousFetch(`${origin}/leadspeicher?tag=a%26b`, {
      redirect: "manual",
    });
    const wanted = encodeURIComponent("/leadspeicher?tag=a%26b");
    expect(response.headers.get("location")).toBe(`/anmelden?weiter=${wanted}`);
  });
});

describe("with a session", () => {
  test("pages and the API are there", async () => {
    for (const path of [
      "/suche",
      "/leadspeicher",
      "/einstellungen",
      "/api/leads",
      "/api/openapi.json",
    ]) {
      const response = await anonymousFetch(origin + path, { headers: { cookie } });
      expect(response.status, path).toBe(200);
    }
  });

  test("the cookie can be read by no script and goes with no foreign form", async () => {
    const link = startLinkOf((await openOwnApp()).server);
    // Whoever looks ahead uses nothing up.
    const ahead = await anonymousFetch(link, { method: "HEAD", redirect: "manual" });
    expect(ahead.headers.getSetCookie()).toEqual([]);
    const response = await anonymousFetch(link, { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/suche");
    const [header = ""] = response.headers.getSetCookie();
    expect(header).toMatch(/^leadspeicher-\d+=/);
    expect(header).toMatch(/; HttpOnly/);
    expect(header).toMatch(/; SameSite=Lax/);
    expect(header).toMatch(/; Path=\//);
    expect(header).not.toMatch(/Domain=/);
    const again = await anonymousFetch(link, { redirect: "manual" });
    expect(again.status).toBe(410);
    expect(again.headers.getSetCookie().join()).not.toMatch(/leadspeicher-/);
    expect(await again.text()).toContain("npm run login-link");
  });

  test("a change needs the own origin, whatever else is right", async () => {
    const body = JSON.stringify({ query: "Stadtwerke", region: "Bayern", count: 1 });
    const send = (headers: Record<string, string>) =>
      sendRaw(origin, "/api/search", {
        method: "POST",
        headers: {
          cookie,
          "content-type": "application/json",
          "content-length": String(body.length),
          ...headers,
        },
        body,
        isAnonymous: true,
      });
    expect((await send({ origin })).status).toBe(202);
    expect((await send({})).status).toBe(403);
    expect((await send({ origin: "https://evil.example" })).status).toBe(403);
    expect((await send({ origin: "null" })).status).toBe(403);
    expect((await send({ origin, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await send({ origin, "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await send({ origin, "content-type": "text/plain" })).status).toBe(415);
    expect(
      (await send({ origin, "content-type": "application/x-www-form-urlencoded" })).status,
    ).toBe(415);
  });
});
