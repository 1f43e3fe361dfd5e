import SqliteDatabase from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, INNARDS, JobPageSchema, withoutFolders } from "../support/api-answers";
import {
  countCalls,
  listLeads,
  postJson,
  resetProviders,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { signInByLink } from "../support/app-server";
import { buildRoutes } from "../support/build-routes";
import {
  bodyOf,
  DEEP,
  expectRefused,
  FORM_TYPE,
  HOSTILE_FORMS,
  JSON_TYPE,
  MULTIPART_TYPE,
  ODD_IDS,
  ODD_TEXTS,
  ODD_VALUES,
} from "../support/hostile-requests";
import { variedLeads } from "../support/lead-factory";
import { apiDocument, METHODS } from "../support/openapi";
import { type RawAnswer, rawRequest, sendRaw } from "../support/server-run";
import { anonymousFetch, TEST_TOKEN } from "../support/signed-fetch";
import { openTestApp } from "../support/test-app";

const PASSWORD = "sieben-blaue-Hunde-9";
/** Parts of pages and answers that hold data. */
const DATA = /Fernwärme|openJobs|"services"|companyName|test-serper-key/;
const OPEN = ["/anmelden", "/healthz"];
/** Says at the end of the server whether all objects have got a property from outside. */
const WATCH = `process.on("exit",()=>console.log("polluted: "+({}).polluted+" "+Object.keys(Object.prototype)))`;

const app = await openTestApp({
  leads: variedLeads(40),
  settings: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WATCH)}` },
});
const { url } = app.server;
const { operations } = await apiDocument(url);
const routes = await buildRoutes();
const ids: Record<string, string> = { service: "serper", search: "karten" };
let owner: string;
let member: string;
let reader: string;
let program: string;

interface Ask {
  type?: string;
  body?: string;
  headers?: Record<string, string>;
}

function headersFor(body?: string, type?: string): Record<string, string> {
  const length = body === undefined ? "" : String(Buffer.byteLength(body));
  return { ...(type && { "content-type": type }), ...(length && { "content-length": length }) };
}

/** Asks as a program with the token of the tests does. */
function ask(method: string, path: string, { type, body = "", headers }: Ask = {}) {
  const all = { ...headersFor(body, type), ...headers };
  return rawRequest(url, path, { method, headers: all, body });
}

const bodyFor = (method: string): Ask => (method === "GET" ? {} : { type: JSON_TYPE, body: "{}" });

/** Asks with nothing but the headers. */
function askAs(headers: Record<string, string>, method: string, path: string, type?: string) {
  const body = type === undefined ? "" : type === JSON_TYPE ? "{}" : "a=b";
  const all = { ...headersFor(body, type), ...headers };
  return sendRaw(url, path, { method, headers: all, body, isAnonymous: true });
}

const isApi = (path: string) => /^\/(?:api\/|healthz)/.test(path);
const typeFor = (path: string) => (isApi(path) ? JSON_TYPE : FORM_TYPE);

/** An address with ids that are there, or with one that is none. */
function filled(path: string, id?: string): string {
  const named = path.replace(/[{:](\w+)\}?/g, (_, name: string) => id ?? ids[name] ?? "x");
  return named.replace(/\*$/, id ?? "x");
}

const dataOf = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

function sendForm(path: string, fields: Record<string, string>, cookie = ""): Promise<Response> {
  return anonymousFetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, cookie },
    body: new URLSearchParams(fields),
  });
}

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";

beforeAll(async () => {
  ids.leadId = (await listLeads(url, "pageSize=1"))[0]?.id ?? "";
  ids.jobId = await startSearch(url, { query: "Fernwärme", region: "Berlin", count: 2 });
  await waitForJob(url, ids.jobId);
  const plan = { kind: "bundeslaender", terms: ["Solar"], states: ["HB"], placesPerState: 1 };
  const campaign = await postJson(`${url}/api/campaigns`, { ...plan, count: 1 });
  ids.campaignId = z.object({ id: z.string() }).parse(await campaign.json()).id;
  const body = new FormData();
  body.set("datei", new File(["Firma;Website\nEine;https://eine.example\n"], "liste.csv"));
  const upload = { method: "POST", body, redirect: "manual" } as const;
  const imported = await fetch(`${url}/leadspeicher/import`, upload);
  ids.importId = imported.headers.get("location")?.split("/").at(-1) ?? "";
  owner = await signInByLink(app.server);
  const user = { intent: "create", name: "Erika", role: "member", password: PASSWORD };
  await sendForm("/einstellungen/benutzer", user, owner);
  member = cookieOf(await sendForm("/anmelden", { name: "Erika", password: PASSWORD }));
  const tokenFor = async (scope: string) => {
    const token = { intent: "create", name: `Token ${scope}`, scope };
    const shown = await (await sendForm("/einstellungen/tokens", token, owner)).text();
    return `Bearer ${/lgk_\w+/.exec(shown)?.[0]}`;
  };
  reader = await tokenFor("read");
  program = await tokenFor("full");
}, 60_000);

describe("a stranger", () => {
  function expectShut(name: string, { status, headers, text }: RawAnswer): void {
    expect([302, 401, 404], `${name}: ${status}\n${text.slice(0, 300)}`).toContain(status);
    if (status === 302) expect(headers.get("location"), name).toMatch(/^\/anmelden(\?weiter=|$)/);
    expect(text, name).not.toMatch(DATA);
  }

  test.each(routes.filter(({ path }) => !OPEN.includes(path)))(
    "finds $id shut by every method and in every form",
    async ({ id, path: template }) => {
      const path = filled(template);
      const data = dataOf(path);
      for (const form of [path, data]) {
        for (const method of [...METHODS, "HEAD"])
          expectShut(`${method} ${form}`, await askAs({}, method, form));
        for (const type of [JSON_TYPE, FORM_TYPE, "text/plain"])
          expectShut(`POST ${form} ${type}`, await askAs({}, "POST", form, type));
      }
      for (const form of [
        path.toUpperCase(),
        ...(path === "/" ? [] : [`${path}/`]),
        `${data}?_routes=${encodeURIComponent(id)}`,
        // Of another page, or of none: nothing would run, and nothing would refuse.
        `${data}?_routes=routes%2Fleadspeicher.%24leadId`,
        `${data}?_routes=&_routes=root`,
        `${path}?_data=${encodeURIComponent(id)}`,
        `${path}?index`,
      ]) {
        for (const method of ["GET", "POST"])
          expectShut(`${method} ${form}`, await askAs({}, method, form));
      }
    },
  );

  test("is not let in by a wrong session, a wrong token, other schemes or another path", async () => {
    const wrong: Record<string, string>[] = [
      { cookie: `${owner.slice(0, -4)}AAAA` },
      { cookie: owner.split("=")[0] ?? "" },
      ...["Bearer", "Bearer null", TEST_TOKEN, `Bearer ${TEST_TOKEN.slice(0, -1)}`].map(
        (authorization) => ({ authorization }),
      ),
      { authorization: `Basic ${Buffer.from(`admin:${TEST_TOKEN}`).toString("base64")}` },
      { "x-api-key": TEST_TOKEN },
      { "x-forwarded-user": "admin", "x-remote-user": "admin" },
      // A wrong token is not mended by a good session.
      { authorization: "Bearer wrong", cookie: owner },
    ];
    for (const headers of wrong) {
      for (const path of ["/leadspeicher", "/api/leads", "/leadspeicher.data"])
        expectShut(JSON.stringify(headers), await askAs(headers, "GET", path));
    }
    for (const path of [
      "/anmelden/../leadspeicher",
      "/anmelden%2f..%2fleadspeicher",
      "/anmelden/x",
    ])
      expectShut(path, await askAs({}, "GET", path));
    for (const path of ["/healthz/../api/leads", "/healthz/x", "/build/../api/leads"])
      expectShut(path, await askAs({}, "GET", path));
  });

  test("gets the login, the health check and built files, without data", async () => {
    const login = await askAs({}, "GET", "/anmelden");
    const [asset = ""] = login.text.match(/\/build\/[\w./-]+\.css/) ?? [];
    const routed = "/anmelden.data?_routes=routes/leadspeicher._index";
    for (const path of ["/anmelden", "/anmelden.data", "/healthz", asset, routed]) {
      const { status, text } = await askAs({}, "GET", path);
      if (path !== routed) expect(status, path).toBe(200);
      expect(text, path).not.toMatch(DATA);
    }
  });

  test("is told how to come in, and is led back to the page", async () => {
    const { status, headers } = await askAs({}, "GET", "/api/leads");
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(headers.get("content-type")).toContain("application/problem+json");
    const page = await askAs({}, "GET", "/leadspeicher?tag=a%26b");
    const wanted = encodeURIComponent("/leadspeicher?tag=a%26b");
    expect(page.headers.get("location")).toBe(`/anmelden?weiter=${wanted}`);
  });
});

describe("permissions", () => {
  test("a member meets neither keys nor users nor tokens, and everything else", async () => {
    const settings = /^\/(?:einstellungen|api\/credentials)(?!\/konto)/;
    const own = { cookie: member, origin: url };
    for (const route of routes) {
      const path = filled(route.path);
      const { status, headers } = await askAs(own, "GET", path);
      if (path === "/einstellungen") expect(headers.get("location")).toBe("/einstellungen/konto");
      else expect(status === 403, `${status} ${path}`).toBe(settings.test(path));
      if (!settings.test(path)) continue;
      const written = await askAs(
        own,
        path.startsWith("/api") ? "PUT" : "POST",
        path,
        typeFor(path),
      );
      expect(written.status, path).toBe(403);
    }
  });

  test("a token for reading changes nothing, and no token comes to users and tokens", async () => {
    for (const { method, path } of operations) {
      const type = /import$|csv-enrich$/.test(path) ? MULTIPART_TYPE : JSON_TYPE;
      const { status } = await askAs({ authorization: reader }, method, filled(path), type);
      if (method !== "GET") expect(status, `${method} ${path}`).toBe(403);
    }
    for (const { path } of routes.filter(({ hasAction, path }) => hasAction && !isApi(path))) {
      if (path === "/anmelden") continue;
      const sent = await askAs({ authorization: reader }, "POST", filled(path), FORM_TYPE);
      expect(sent.status, path).toBe(403);
    }
    for (const authorization of [reader, program]) {
      expect((await askAs({ authorization }, "GET", "/api/leads")).status).toBe(200);
      for (const path of ["benutzer", "tokens", "konto"].map((name) => `/einstellungen/${name}`)) {
        expect((await askAs({ authorization }, "GET", path)).status, path).toBe(403);
        expect((await askAs({ authorization }, "POST", path, FORM_TYPE)).status, path).toBe(403);
      }
    }
  });

  test("a change needs the own origin, whatever else is right", async () => {
    const foreign: Record<string, string>[] = [
      {},
      ...[
        "https://evil.example",
        "null",
        `https://${new URL(url).host}`,
        `${url}.evil.example`,
      ].map((origin) => ({ origin })),
      { origin: url, "sec-fetch-site": "cross-site" },
      { origin: url, "sec-fetch-site": "same-site" },
    ];
    const writing = operations.filter(({ method }) => method !== "GET");
    const forms = routes.filter(({ path, hasAction }) => hasAction && !isApi(path));
    for (const headers of foreign) {
      const own = { cookie: owner, ...headers };
      for (const { method, path } of writing) {
        const { status } = await askAs(own, method, filled(path), JSON_TYPE);
        expect(status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403);
      }
      for (const { path } of forms) {
        for (const form of [filled(path), dataOf(filled(path))])
          expect((await askAs(own, "POST", form, FORM_TYPE)).status, form).toBe(403);
      }
    }
  });
});

const named = operations.map((operation) => ({
  ...operation,
  ...bodyOf(operation),
  name: `${operation.method} ${operation.path}`,
}));
const changing = named.filter(({ method }) => method !== "GET");
const takingJson = changing.filter(({ types }) => types.includes(JSON_TYPE));
const reading = named.filter(({ method, path }) => method === "GET" && path.startsWith("/api/"));

async function readState() {
  const { total } = await getAnswer(`${url}/api/jobs?pageSize=1`, JobPageSchema);
  return { leads: await listLeads(url, "pageSize=200"), jobs: total };
}

describe("the API refuses", () => {
  let before: Awaited<ReturnType<typeof readState>>;

  beforeAll(async () => {
    await resetProviders(app.providers.origin);
    before = await readState();
  });

  test.each(takingJson)("$name with a body that is none", async ({ method, path, name }) => {
    const send = (body: string, more: Ask = {}) =>
      ask(method, filled(path), { type: JSON_TYPE, body, ...more });
    for (const body of ["", "{", "query=a", '{"notes": "x",}', "\u0000", "undefined"])
      expectRefused(await send(body), 400, `${name} ${body}`);
    for (const body of ["null", "[]", '"Stadtwerke"', "1", "true", '[{"notes":"a"}]'])
      expectRefused(await send(body), 422, `${name} ${body}`);
    for (const type of ["text/plain", FORM_TYPE, "text/json", "application/json-patch+json"])
      expectRefused(await send("{}", { type }), 415, `${name} ${type}`);
    const packed = { headers: { "content-encoding": "gzip" } };
    expectRefused(await send("{}", packed), 415, `${name} packed`);
    expectRefused(await ask(method, filled(path), { body: "{}" }), 415, `${name} without a type`);
    const large = JSON.stringify({ notes: "a".repeat(1_100_000) });
    expectRefused(await send(large), 413, `${name} too large`);
  });

  test.each(changing)("$name with fields and parameters that it does not have", async (one) => {
    const { method, path, types, name } = one;
    const isForm = types.length > 0 && !types.includes(JSON_TYPE);
    const part = (field: string) =>
      `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\nx\r\n--x--\r\n`;
    for (const field of ["cuont", "__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const body = isForm ? part(field) : `{"${field}": {"polluted": 3}}`;
      const type = isForm ? MULTIPART_TYPE : JSON_TYPE;
      const answer = await ask(method, filled(path), { type, body });
      const isRead = !isForm || field !== "__proto__";
      const paths = expectRefused(answer, isRead ? 422 : 400, `${name} ${field}`);
      if (isRead) expect(paths, `${name} ${field}`).toContain(field);
    }
    const body = isForm ? part("x") : "{}";
    const type = isForm ? MULTIPART_TYPE : JSON_TYPE;
    const dry = await ask(method, `${filled(path)}?dry=5`, { type, body });
    expect(expectRefused(dry, 422, name), name).toContain("dry");
    const odd = await ask(method, filled(path), { type: "text/plain", body: "sure" });
    expectRefused(odd, 415, name);
  });

  test.each(takingJson)("$name with odd values, and is not harmed", async (one) => {
    const { method, path, fields, name } = one;
    for (const json of [...ODD_VALUES.map((value) => JSON.stringify(value)), DEEP]) {
      const odd = fields.map((field) => `"${field}":${json}`).slice(0, json === DEEP ? 3 : 99);
      const body = `{${[...odd, '"zuviel":1'].join()}}`;
      const answer = await ask(method, filled(path), { type: JSON_TYPE, body });
      const paths = expectRefused(answer, 422, `${name} ${body.slice(0, 200)}`);
      expect(paths, name).toContain("zuviel");
    }
  });

  test.each(reading)("$name with parameters that it does not have", async (one) => {
    const { path, operation, name } = one;
    const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
    const isFile = path.endsWith("export");
    for (const text of ODD_TEXTS.map(encodeURIComponent)) {
      // An address has a limit of its own.
      const some = text.length > 60 ? inQuery.slice(0, 1) : inQuery;
      const asked = some.map((parameter) => `${parameter.name}=${text}`);
      const together = ["zuviel=1", ...asked].join("&");
      const answer = await ask("GET", `${filled(path)}?${together}`);
      const status = answer.status === 400 ? 400 : 422;
      const refused = expectRefused(answer, status, `${name} ${text}`);
      expect(status === 400 ? text : refused, name).toContain(status === 400 ? "%00" : "zuviel");
      if (status === 400) continue;
      // A file is written for what is right.
      const taken = isFile ? [] : some.filter((parameter) => !refused.includes(parameter.name));
      for (const parameter of taken) {
        const query = `${parameter.name}=${text}`;
        expect((await ask("GET", `${filled(path)}?${query}`)).status, query).toBeLessThan(500);
      }
    }
  });

  test("what is not there, however its id looks", async () => {
    for (const { method, path, name } of named.filter(({ path }) => path.includes("{"))) {
      for (const id of ODD_IDS) {
        const answer = await ask(method, filled(path, id), bodyFor(method));
        expect(answer.status, `${name} ${id}\n${answer.text.slice(0, 200)}`).toBeOneOf([
          400, 404, 422,
        ]);
      }
    }
  });

  test("a method that an address does not have, with those that it has", async () => {
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const known = operations.filter((operation) => operation.path === path);
      const methods: string[] = known.map(({ method }) => method);
      if (methods.includes("GET")) methods.push("HEAD");
      for (const method of METHODS) {
        if (methods.includes(method)) continue;
        const answer = await ask(method, filled(path), bodyFor(method));
        expect(answer.status, `${method} ${path}`).toBe(405);
        const allowed = (answer.headers.get("allow") ?? "").split(/,\s*/).sort();
        expect(allowed, `${method} ${path}`).toEqual([...methods].sort());
      }
    }
  });

  test("all of this without a change, a job or a call", async () => {
    expect(await readState()).toEqual(before);
    const calls = Object.values(await countCalls(app.providers.origin));
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every((count) => count === 0)).toBe(true);
  });
});

/** Whatever comes, it is no fault of the program and shows nothing of its inside. */
function expectSound(name: string, path: string, { status, text }: RawAnswer): void {
  expect(status, `${name}\n${text.slice(0, 500)}`).toBeLessThan(500);
  expect(withoutFolders(path, text, app.server), name).not.toMatch(INNARDS);
  expect(text, name).not.toMatch(/root:x:0|"dependencies"|composition\.server/);
}

const pages = routes.filter(({ path }) => !isApi(path) && path !== "/abmelden");

describe("a page", () => {
  test.each(pages)("$id is sound in every method, for every id, and as data", async (route) => {
    const path = filled(route.path);
    const form = { type: FORM_TYPE, body: "a=b&intent=unbekannt" };
    const data = dataOf(path);
    const id = encodeURIComponent(route.id);
    // The settings and the forms of the pipelines read nothing of this from their address.
    const texts = /^\/(?:einstellungen|pipelines)/.test(path) ? ODD_TEXTS.slice(0, 6) : ODD_TEXTS;
    const odd = texts.map((text) => encodeURIComponent(text));
    for (const address of [
      // Without an id in its path, a page has one address for all of them.
      ...new Set([path, ...ODD_IDS.map((one) => filled(route.path, one))]),
      ...[data, `${path}/`],
      ...[`${data}?_routes=${id}`, `${data}?_routes=unbekannt`, `${data}?_routes=`],
      ...[`${data}?_routes=root,${id}&_routes=%F0%9F%98%80`, `${path}.data.data`, `${path}?index`],
      ...[`${path}?_data=${id}`, `${path}?_data=`, `${path}?${"x=1&".repeat(200)}`],
      ...odd.map((text) => `${path}?q=${text}&page=${text}&sort=${text}&tag=${text}&job=${text}`),
    ]) {
      // The stream tells more as long as somebody listens.
      if (route.path.endsWith("verlauf")) continue;
      expectSound(`GET ${address}`, path, await sendRaw(url, address, { method: "GET" }));
      if (address === path || (route.hasAction && !address.includes("&sort=")))
        expectSound(`POST ${address}`, path, await ask("POST", address, form));
    }
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await ask(method, path, form)).status, method).toBeOneOf([404, 405]);
  });

  const forms = pages.filter(({ hasAction, path }) => hasAction && path !== "/*");
  test.each(forms)("$id refuses hostile forms with a sentence", async ({ path: template }) => {
    const path = filled(template);
    for (const [type, body, status] of HOSTILE_FORMS) {
      for (const address of [path, dataOf(path)]) {
        const headers = { ...headersFor(body, type), cookie: owner, origin: url };
        const asked = { method: "POST", headers, body, isAnonymous: true };
        const answer = await sendRaw(url, address, asked);
        const name = `${address} ${body.slice(0, 30)}\n${answer.text.slice(0, 300)}`;
        expect(answer.status, name).toBe(status);
        expect(answer.text, name).toMatch(
          /zu verstehen|kein Formular|2\.000 Felder|ein Feld, das es hier nicht gibt/,
        );
        expect(answer.text.length).toBeLessThan(100_000);
        expectSound(name, path, answer);
      }
    }
  });
});

test("addresses that no route has are answered without a fault of the program", async () => {
  for (const path of [
    ...["/.data", "/*.data", "/suche/.data", "/SUCHE", "/api/leads/", "/API/LEADS", "/build/"],
    ...["/build/..%2f..%2fpackage.json", "/..%2f..%2fetc%2fpasswd", "/..%2f..%2f..%2fpackage.json"],
    ...["/.env", "/%00", "/%", "/%C3", "/\\evil", "//evil.example/suche"],
    ...["/api", "/api/", "/api/nichts", "/api/leads/1/2/3", "/api/jobs.json", "/a/b/c"],
    ...["/api/leads?_data=routes/api.leads._index", "/api/leads?q=a%00b", "/api/leads/%C3"],
  ]) {
    for (const method of ["GET", "POST"]) {
      const form = method === "GET" ? {} : { type: typeFor(path), body: "{}" };
      expectSound(`${method} ${path}`, path, await sendRaw(url, path, { method, ...form }));
    }
  }
  for (const path of ["/api/jobs/..%2F..", "/a/..%2f", "/build", "/api/leads?_data=root"])
    expect((await sendRaw(url, path)).status, path).toBe(404);
  expect((await sendRaw(url, "/api/%6Ceads")).status).toBe(200);
  const { status, text } = await sendRaw(url, "/nichts");
  expect([status, /<html lang="de"/.test(text)]).toEqual([404, true]);
  expect(text).toMatch(/gibt es (?:hier )?nicht/);
  for (const method of ["OPTIONS", "TRACE", "PROPFIND"])
    expect((await ask(method, "/api/leads")).status, method).toBe(405);
});

test("after all of this the server is well, and has logged no fault and no key", async () => {
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const { server } = app;
  expect(await server.stop()).toBe(0);
  const lines = server.output().split("\n");
  expect(lines.filter((line) => /"level":(50|60)/.test(line)).slice(0, 3)).toEqual([]);
  const watched = lines.filter((line) => line.startsWith("polluted: "));
  expect(new Set(watched)).toEqual(new Set(["polluted: undefined "]));
  expect(server.output()).not.toMatch(/test-(?:google|anymailfinder|serper)-key/);
  const store = new SqliteDatabase(server.databasePath, { readonly: true });
  expect(store.pragma("integrity_check", { simple: true })).toBe("ok");
  store.close();
});
