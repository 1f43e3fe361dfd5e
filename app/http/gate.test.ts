import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express, { type RequestHandler } from "express";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGate, type GateLogEntry, hardenServer, lastResort } from "./gate.server";
import { securityHeaders } from "./security-headers.server";

/** What every successful answer contains, so that its absence proves that nothing leaked. */
const DATA = "lead-data";
const LIMITS = { jsonBytes: 1_000, formBytes: 500, multipartBytes: 5_000, drainMilliseconds: 300 };

let server: Server;
let port: number;
let changes: string[];
let bodyErrors: number;
let log: GateLogEntry[];
const sockets = new Set<Socket>();

const plainHandler: RequestHandler = (req, res) => {
  if (req.method === "GET" || req.method === "HEAD") {
    res.send(DATA);
    return;
  }
  let bytes = 0;
  req.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (req.path === "/api/early" && !res.headersSent) res.write(DATA);
  });
  req.on("error", () => {
    bodyErrors += 1;
  });
  req.on("end", () => {
    changes.push(`${req.method} ${req.path} ${bytes}`);
    if (!res.headersSent) res.send(DATA);
  });
};

/** A build as small as Remix accepts: a page, an API route and an upload route that read bodies. */
function remixHandler(): RequestHandler {
  const loader = () => Response.json({ data: DATA, id: "1" });
  const action = async ({ request }: { request: Request }) => {
    const text = await request.text().catch((error: unknown) => {
      bodyErrors += 1;
      throw error;
    });
    changes.push(`${request.method} ${new URL(request.url).pathname} ${text.length}`);
    return Response.json({ data: DATA });
  };
  const page = () => null;
  const build: ServerBuild = {
    mode: "production",
    routes: {
      root: { id: "root", path: "", module: { default: page } },
      page: {
        id: "page",
        parentId: "root",
        path: "seite",
        module: { default: page, loader, action },
      },
      leads: { id: "leads", path: "api/leads", module: { default: undefined, loader, action } },
      upload: { id: "upload", path: "api/jobs/csv-enrich", module: { default: undefined, action } },
    },
    entry: {
      module: {
        default: (_request: Request, status: number) => new Response(DATA, { status }),
        handleError() {},
      },
    },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    publicPath: "/build/",
    assetsBuildDirectory: "public/build",
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_lazyRouteDiscovery: true,
      v3_singleFetch: true,
    },
  };
  return createRequestHandler({ build, mode: "production" });
}

async function start(handler: RequestHandler, publicOrigins: string[] = []): Promise<void> {
  changes = [];
  bodyErrors = 0;
  log = [];
  server = createServer({ connectionsCheckingInterval: 50 });
  hardenServer(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
  const app = express();
  const write = (entry: GateLogEntry) => log.push(entry);
  app.use(securityHeaders({ https: publicOrigins.length > 0 }));
  app.use(createGate({ port, publicOrigins, limits: LIMITS, log: write }));
  app.get("/broken", () => {
    throw new Error("secret detail /srv/app");
  });
  app.use(handler, lastResort(write));
  server.on("request", app);
}

async function stop(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Opens a socket, sends the bytes ({own} and {port} filled in) and collects what comes back. */
function open(bytes: string) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.add(socket);
  const state = { text: "", ended: false };
  const end = () => {
    state.ended = true;
  };
  socket.setEncoding("latin1").on("end", end).on("close", end).on("error", end);
  socket.on("data", (text) => {
    state.text += text;
  });
  socket.write(
    bytes.replaceAll("{own}", "127.0.0.1:{port}").replaceAll("{port}", String(port)),
    "latin1",
  );
  return { socket, state };
}

/** Waits until the condition holds; one that never holds is left to the assertions behind. */
async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 3_000;
  while (!condition() && Date.now() < end) await wait(2);
}

/** Sends bytes and gives back what comes until the server closes the connection. */
async function send(bytes: string) {
  const { state } = open(bytes);
  await until(() => state.ended);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(state.text)?.[1] ?? 0), ...state };
}

type Headers = Record<string, string | false>;

/** Writes a request with the right Host and a closing connection; false leaves a header out. */
function request(start: string, headers: Headers = {}, body = ""): string {
  const all: Headers = { Host: "{own}", Connection: "close", ...headers };
  if (body && !("Content-Length" in all || CHUNKED in all)) {
    all["Content-Length"] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).filter(([, value]) => value !== false);
  const head = [`${start} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

const CHUNKED = "Transfer-Encoding";
const OWN = { Origin: "http://{own}", Cookie: "s=1" };
const EVIL = { Origin: "https://evil.example", Cookie: "s=1" };
const TYPE = "Content-Type";
const TEXT = { [TYPE]: "text/plain" };
const PARTS = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--\r\n";
const UPLOAD = "/api/jobs/csv-enrich";

const get = (path: string, headers: Headers = {}) => request(`GET ${path}`, headers);
const head = (path: string, headers: Headers = {}) => request(`HEAD ${path}`, headers);
const json = (headers: Headers = {}, body = "{}", path = "/api/leads") =>
  request(`POST ${path}`, { [TYPE]: "application/json", ...headers }, body);
const form = (headers: Headers = {}, body = "a=1", path = "/seite") =>
  request(`POST ${path}`, { [TYPE]: "application/x-www-form-urlencoded", ...headers }, body);
const upload = (headers: Headers = {}, body = PARTS, path = UPLOAD) =>
  request(`POST ${path}`, { [TYPE]: "multipart/form-data; boundary=x", ...headers }, body);
const pieces = (...parts: string[]) =>
  [...parts, ""].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join("");
const IN_PIECES = { [CHUNKED]: "chunked" };
const MANY = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`X-${i}`, "1"]));
const WEBSOCKET = {
  Connection: "close, Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Key": "AA==",
};

/** Raw requests by the status they get. */
const PROBES: Record<number, Record<string, string>> = {
  200: {
    "a page": get("/seite"),
    "the head of a page": head("/seite"),
    "GET with a length of zero": get("/seite", { "Content-Length": "0" }),
    "data for a page": get("/seite.data"),
    "a link from a foreign page": get("/seite", { ...EVIL, "Sec-Fetch-Site": "cross-site" }),
    "the head of page data with a foreign origin": head("/seite.data", EVIL),
    "an API read with escapes": get("/api/leads?q=M%C3%BCller%20100%25&x=%5C"),
    "a prototype as route list": get("/seite.data?_routes=__proto__"),
    "a manifest with odd paths": get("/__manifest?version=1&p=__proto__&p=%2Fapi%2Fleads&p=.."),
    "a form of our own page": form(OWN),
    "a form sent by script": form(
      { ...OWN, "Sec-Fetch-Site": "same-origin" },
      "a=1",
      "/seite.data",
    ),
    "a form with a file": upload(OWN, PARTS, "/seite"),
    "an upload": upload(OWN),
    "an upload sent by script": upload(OWN, PARTS, `${UPLOAD}.data`),
    "JSON of a program": json(),
    "JSON of a program with a token": json({ Authorization: "Bearer t" }),
    "JSON with a charset": json({ [TYPE]: "Application/JSON;charset=utf-8" }),
    "JSON in pieces": json(IN_PIECES, pieces("{", "}")),
    "JSON at the limit": json({}, "1".repeat(1_000)),
    "a body said to be plain": json({ "Content-Encoding": "identity" }),
    "a command without a body": request("DELETE /api/leads", OWN),
    "Host in capitals": form({ Host: "LOCALHOST:{port}", Origin: "http://localhost:{port}" }),
    "the IPv6 name": get("/seite", { Host: "[::1]:{port}" }),
    "an upgrade to h2c": get("/seite", { Connection: "close, Upgrade", Upgrade: "h2c" }),
    "an upgrade to a websocket": get("/seite", WEBSOCKET),
  },
  403: {
    "a form of a foreign page": form(EVIL),
    "a foreign form sent as data": form(EVIL, "a=1", "/seite.data"),
    "a foreign form by the older data name": form(EVIL, "a=1", "/seite?_data=page"),
    "a sandboxed page": form({ ...EVIL, Origin: "null" }),
    "garbage as origin": form({ ...EVIL, Origin: "%%%" }),
    "a cookie without an origin": form({ Cookie: "s=1" }),
    "https on http": form({ ...EVIL, Origin: "https://{own}" }),
    "a forged forwarded host": form({ ...EVIL, "X-Forwarded-Host": "evil.example" }),
    "foreign JSON": json(EVIL),
    "foreign JSON dressed as text": json({ ...EVIL, ...TEXT }),
    "a foreign upload": upload(EVIL),
    "foreign fetch metadata": json({ "Sec-Fetch-Site": "cross-site" }),
    "a foreign command without a body": request("DELETE /api/leads", EVIL),
  },
  421: {
    "a Host equal to the foreign origin": form({ ...EVIL, Host: "evil.example" }),
    "a foreign Host with the right port": get("/seite", { Host: "evil.example:{port}" }),
    "a Host with a space": get("/seite", { Host: "127.0.0.1 :{port}" }),
    "a Host with an open bracket": get("/seite", { Host: "[::1" }),
    "an empty Host": get("/seite", { Host: "" }),
    "a Host with an impossible port": get("/seite", { Host: "127.0.0.1:99999999" }),
    "a tag as Host": get("/seite", { Host: "<b>x</b>" }),
    "a broken escape as Host": get("/seite", { Host: "%zz" }),
    "no Host in HTTP 1.0": "GET /seite HTTP/1.0\r\n\r\n",
  },
  400: {
    "no Host": get("/seite", { Host: false }),
    "the same Host twice": get("/seite", { host: "{own}" }),
    "a second, foreign Host": get("/seite", { host: "evil.example" }),
    "two slashes": get("//evil.example/x"),
    "a cut escape": get("/%E0%A4%A"),
    "a cut escape under the API": get("/api/%E0%A4%A"),
    "a broken escape in the query": get("/seite?q=%zz"),
    "a NUL": get("/%00"),
    "a NUL in the query": get("/seite?q=%00"),
    "a backslash": get("/\\evil.example"),
    "a backslash in the query": get("/seite?q=\\"),
    "an escaped backslash": get("/%5Cevil.example"),
    "raw umlauts": get("/seite?q=M\u00c3\u00bcller"),
    "a fragment": get("/seite#x"),
    "an absolute address": get("http://{own}/seite"),
    "a foreign absolute address": get("http://evil.example/seite"),
    "a method of no standard": request("HACK /seite"),
    "a method in lower case": request("get /seite"),
    "the HTTP 2 preface": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET with a body": request("GET /api/leads", {}, "{}"),
    "GET with a body in pieces": request("GET /seite", IN_PIECES, pieces("x")),
    "pieces and a length": json({ ...IN_PIECES, "Content-Length": "2" }, pieces("{}")),
    "two lengths": json({ "Content-Length": "2", "content-length": "3" }),
    "a length with a sign": json({ "Content-Length": "+2" }),
    "a negative length": json({ "Content-Length": "-2" }),
    "a length in hexadecimal": json({ "Content-Length": "0x2" }),
    "pieces inside gzip": json({ [CHUNKED]: "gzip, chunked" }, pieces("{}")),
    "a piece without a size": json(IN_PIECES, "x\r\n{}\r\n0\r\n\r\n"),
    "a header name with a space": get("/seite", { "X-A ": "1" }),
    "a bare line feed": "GET /seite HTTP/1.1\nHost: {own}\n\n",
    "a folded header": get("/seite", { "X-A": "1\r\n Host: evil.example" }),
    "two content types": json({ "content-type": "text/plain" }),
    "two tokens": get("/seite", { Authorization: "Bearer a", authorization: "Bearer b" }),
  },
  405: {
    ...Object.fromEntries(
      ["OPTIONS", "TRACE", "PROPFIND", "PURGE", "M-SEARCH"].map((name) => [
        name,
        request(`${name} /seite`),
      ]),
    ),
    CONNECT: request("CONNECT {own}"),
    "OPTIONS for the whole server": request("OPTIONS *"),
    "a preflight": request("OPTIONS /api/leads", {
      ...EVIL,
      "Access-Control-Request-Method": "PUT",
    }),
  },
  413: {
    "JSON over the limit": json({}, "1".repeat(1_001)),
    "a form over the limit": form({}, "a".repeat(501)),
    "an upload over the limit": upload({}, "a".repeat(5_001)),
    "JSON in pieces over the limit": json(IN_PIECES, pieces("1".repeat(600), "1".repeat(600))),
    "a form in pieces over the limit": form(IN_PIECES, pieces("a".repeat(300), "a".repeat(300))),
    "a length that says too much": json({ "Content-Length": "99999999999" }),
  },
  414: { "an address of 15 KB": get(`/${"a".repeat(15_000)}`) },
  415: {
    "text for the API": json(TEXT),
    "a form for the API": form({}, "a=1", "/api/leads"),
    "a form for the API by another spelling": form({}, "a=1", "/x/../%61PI/leads/"),
    "a form for the API as page data": form({}, "a=1", "/api/leads.data"),
    "a body without a type": request("DELETE /api/leads", {}, "{}"),
    "JSON for a page": json({}, "{}", "/seite"),
    "nothing for a page": request("POST /seite"),
    "JSON for an upload": json({}, "{}", UPLOAD),
    "an upload without a boundary": upload({ [TYPE]: "multipart/form-data" }),
    "a compressed body": json({ "Content-Encoding": "gzip" }),
  },
  417: { "an unknown expectation": json({ Expect: "wonders" }) },
  431: {
    "200 headers": get("/seite", MANY),
    "a foreign origin behind 200 headers": form({ ...MANY, ...EVIL }),
    "a header of 17 KB": get("/seite", { "X-A": "a".repeat(17_000) }),
  },
};
const ALL_PROBES = Object.entries(PROBES).flatMap(([status, probes]) =>
  Object.entries(probes).map(([about, bytes]) => ({ status: Number(status), about, bytes })),
);

afterEach(stop);

describe.each([
  { name: "a plain handler", handler: () => plainHandler },
  { name: "Remix", handler: remixHandler },
])("the gate in front of $name", ({ handler }) => {
  beforeEach(() => start(handler()));

  it.each(ALL_PROBES)("answers $status to $about", async ({ status, bytes }) => {
    const answer = await send(bytes);
    expect([answer.status, answer.ended]).toEqual([status, true]);
    if (status === 200) return;
    expect(changes).toEqual([]);
    expect(answer.text).not.toMatch(/lead-data| at \/|node_modules|<b>x|evil\.example/);
  });

  it.each(["QUERY /seite", "GET /seite?_data=nope", "GET /seite?_data=__proto__"])(
    "answers %s without a server error",
    async (line) => {
      // Older versions of Node do not know QUERY, and only Remix knows what _data means.
      expect((await send(request(line))).status).toBeOneOf([200, 400, 403, 404, 405]);
    },
  );

  it("changes data once for a request of our own page", async () => {
    await send(form(OWN));
    expect(changes).toEqual(["POST /seite 3"]);
  });

  it("answers both requests of a pipelined pair, each by its own right", async () => {
    const { text } = await send(json({ Connection: "keep-alive" }) + json(EVIL));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
    expect(changes).toEqual(["POST /api/leads 2"]);
  });

  it("closes the connection behind a refusal", async () => {
    const { text } = await send(get("//x", { Connection: "keep-alive" }) + get("/seite"));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  });

  it("answers 413 while the client still sends, drops the rest and fails the reader", async () => {
    const { socket, state } = open(json(IN_PIECES, "1\r\n{\r\n"));
    const piece = `190\r\n${"1".repeat(400)}\r\n`;
    for (let sent = 0; sent < 500 && !state.ended; sent++) {
      socket.write(piece);
      await wait(2);
    }
    expect(state.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(state.ended).toBe(true);
    await until(() => bodyErrors > 0);
    expect([bodyErrors, changes]).toEqual([1, []]);
    expect(log.map((entry) => entry.reason)).toEqual(["tooLarge"]);
  });

  it("answers at once to a length that says too much and closes soon after", async () => {
    const started = Date.now();
    const { state } = open(json({ "Content-Length": "99999999" }));
    await until(() => state.text.includes("HTTP/1.1 413"));
    expect(Date.now() - started).toBeLessThan(LIMITS.drainMilliseconds);
    expect(state.ended).toBe(false);
    await until(() => state.ended);
    expect(state.ended).toBe(true);
  });

  it("lets a client that asks first send only what is allowed", async () => {
    const ask = (length: number) =>
      request("POST /api/leads", {
        [TYPE]: "application/json",
        Expect: "100-continue",
        "Content-Length": String(length),
      });
    expect((await send(ask(5_000))).text).toMatch(/^HTTP\/1\.1 413 /);
    const { socket, state } = open(ask(2));
    await until(() => state.text !== "");
    expect(state.text).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("{}");
    await until(() => state.ended);
    expect(state.text).toContain("HTTP/1.1 200");
    expect(changes).toEqual(["POST /api/leads 2"]);
  });

  it("does not take half a body for a whole one when the client hangs up", async () => {
    for (const hangUp of ["end", "destroy"] as const) {
      const { socket, state } = open(form({ "Content-Length": "100" }, "name=half"));
      await wait(50);
      socket[hangUp]();
      await until(() => state.ended);
    }
    await until(() => bodyErrors === 2);
    expect([bodyErrors, changes]).toEqual([2, []]);
  });

  it("answers a client that closes its half after asking", async () => {
    const { socket, state } = open(get("/seite"));
    socket.end();
    await until(() => state.ended);
    expect(state.text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("gives no server error and stays alive for 400 requests with random damage", async () => {
    let seed = 2_026;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const damages = ["\0", "\r\n", " ", "%", "\\", ":", "\xff", "/", "\t", "9", ";", ""];
    const damaged = Array.from({ length: 400 }, () => {
      const bytes = ALL_PROBES[random(ALL_PROBES.length)]?.bytes ?? "";
      const at = random(bytes.length);
      return bytes.slice(0, at) + damages[random(damages.length)] + bytes.slice(at + random(3));
    });
    const answers = await Promise.all(
      damaged.map(async (bytes) => {
        const { socket, state } = open(bytes);
        socket.end();
        await until(() => state.ended);
        return state.text;
      }),
    );
    expect(answers.filter((text) => /^HTTP\/1\.1 5/m.test(text))).toEqual([]);
    expect(answers.filter((text) => text.startsWith("HTTP/1.1 4")).length).toBeGreaterThan(100);
    expect((await send(get("/seite"))).status).toBe(200);
  });
});

describe("the gate by itself", () => {
  it("cuts the line when the answer has begun before the body grew too large", async () => {
    await start(plainHandler);
    const { socket, state } = open(json(IN_PIECES, "1\r\n{\r\n", "/api/early"));
    await until(() => state.text.includes(DATA));
    socket.write(`7d0\r\n${"1".repeat(2_000)}\r\n`);
    await until(() => state.ended);
    expect(state.text).toMatch(/^HTTP\/1\.1 200 /);
    expect(state.text).not.toMatch(/HTTP\/1\.1 413|\r\n0\r\n\r\n$/);
    await until(() => bodyErrors > 0);
    expect([bodyErrors, changes]).toEqual([1, []]);
  });

  it.each([
    { status: 413, bytes: json({}, "1".repeat(20_000_000)) },
    { status: 403, bytes: form(EVIL, "1".repeat(20_000_000)) },
    { status: 431, bytes: get("/seite", { "X-A": "a".repeat(20_000_000) }) },
  ])(
    "shows $status to a client that reads only when it has sent all",
    async ({ status, bytes }) => {
      await start(plainHandler);
      const { socket, state } = open(bytes);
      socket.pause();
      await until(() => socket.bytesWritten > bytes.length && socket.writableLength === 0);
      await wait(50);
      socket.resume();
      await until(() => state.ended);
      expect(state.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );

  it("answers a broken request behind a good one on the same connection", async () => {
    await start(plainHandler);
    const { socket, state } = open(get("/seite", { Connection: "keep-alive" }));
    await until(() => state.text.endsWith(DATA));
    socket.write("GET /M\u00fcller HTTP/1.1\r\n\r\n");
    await until(() => state.ended);
    expect(state.text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
    expect(state.text).toContain("prozentkodiert");
  });

  it("does not put a second answer into one that has begun", async () => {
    await start(plainHandler);
    const { socket, state } = open(json(IN_PIECES, "1\r\n{\r\n", "/api/early"));
    await until(() => state.text.includes(DATA));
    socket.write("no size\r\n");
    await until(() => state.ended);
    expect(state.ended).toBe(true);
    expect(state.text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  });

  it("does not let half an answer look like a whole one", async () => {
    await start((_req, res, next) => {
      res.write(DATA);
      setTimeout(next, 20, new Error("x"));
    });
    const { text, ended } = await send(get("/seite"));
    expect([text.includes(DATA), text.endsWith("0\r\n\r\n"), ended]).toEqual([true, false, true]);
    expect(log.map((entry) => entry.reason)).toEqual(["failed"]);
  });

  it.each<{ way: string; reader: RequestHandler }>([
    {
      way: "iterating",
      reader: (req, _res, next) => {
        const read = async () => {
          for await (const _chunk of req);
        };
        read().then(() => next(), next);
      },
    },
    { way: "reading on demand", reader: (req) => req.on("readable", () => req.read()) },
    { way: "express.json", reader: express.json({ limit: "1gb" }) },
    { way: "not reading", reader: () => {} },
  ])("counts the body also when the handler is $way", async ({ reader }) => {
    await start(reader);
    expect((await send(json(IN_PIECES, pieces("1".repeat(9_000))))).status).toBe(413);
    expect(log.map((entry) => entry.reason)).toEqual(["tooLarge"]);
  });

  it("answers the API with a problem document and pages with a German page", async () => {
    await start(plainHandler);
    const api = (await send(json(EVIL))).text;
    expect(api).toContain("Content-Type: application/problem+json");
    expect(JSON.parse(api.slice(api.indexOf("\r\n\r\n")))).toEqual({
      type: "about:blank",
      title: "Fremde Herkunft",
      status: 403,
      detail: expect.stringContaining("Seite neu laden"),
    });
    const health = (await send(get("/healthz", { Host: "evil.example" }))).text;
    expect(health).toContain("Content-Type: application/problem+json");
    const page = (await send(get("/seite", { Host: "evil.example" }))).text;
    expect(page).toContain("Content-Type: text/html; charset=utf-8");
    expect(page).toContain('<html lang="de">');
    expect(page).toContain("APP_ORIGIN");
    expect(page).not.toMatch(/<script|<style|style=/);
  });

  it("names the allowed methods", async () => {
    await start(plainHandler);
    const allow = "Allow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n";
    expect((await send(request("OPTIONS /api/leads"))).text).toContain(allow);
    expect((await send(request("CONNECT {own}"))).text).toContain(allow);
  });

  it("gives every request its own id and logs refusals without the address", async () => {
    await start((req, res) => void res.send(`${res.locals.requestId} ${req.get("x-request-id")}`));
    const { text } = await send(get("/seite", { "X-Request-Id": "chosen" }));
    const id = /X-Request-Id: ([0-9a-f-]{36})\r\n/.exec(text)?.[1];
    expect(text.endsWith(`\r\n\r\n${id} ${id}`)).toBe(true);
    await send(get("/seite?secret=1", { Host: "evil.example" }));
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(log).toEqual([{ requestId, method: "GET", status: 421, reason: "host" }]);
  });

  it("hides forwarding headers without a proxy", async () => {
    await start((req, res) => void res.json(Object.keys(req.headers)));
    const forwarded = { "X-Forwarded-Host": "a", "X-Forwarded-Proto": "https", Forwarded: "for=x" };
    const { status, text } = await send(get("/x", forwarded));
    expect(status).toBe(200);
    expect(text.toLowerCase()).not.toContain("forwarded");
  });

  it.each([
    [200, { Host: "leads.example.de" }],
    [200, { "X-Forwarded-Host": "Leads.example.de" }],
    [403, {}],
    [403, { Host: "leads.example.de", Origin: "https://evil.example" }],
    [421, { "X-Forwarded-Host": "evil.example" }],
    [421, { Host: "evil.example", "X-Forwarded-Host": "leads.example.de" }],
  ])("answers %i behind a proxy to %j", async (status, headers: Headers) => {
    const origin = "https://leads.example.de";
    await start(remixHandler(), [origin]);
    const answer = await send(form({ Origin: origin, Cookie: "s=1", ...headers }));
    expect(answer.status).toBe(status);
  });

  it("answers thrown errors with an id and without their text", async () => {
    await start(plainHandler);
    const { status, text } = await send(get("/broken"));
    expect(status).toBe(500);
    expect(text).not.toMatch(/secret|srv| at \//);
    expect(text).toContain(`Vorgangsnummer ${log[0]?.requestId}`);
    expect(log[0]).toMatchObject({ status: 500, reason: "failed", error: expect.any(Error) });
  });

  it("keeps the status of an error that is the client's", async () => {
    await start((_req, _res, next) => next(Object.assign(new Error("x"), { status: 416 })));
    const { status, text } = await send(get("/api/x"));
    expect(status).toBe(416);
    expect(text).toContain("application/problem+json");
  });

  it("closes a connection that is slow with its head", async () => {
    await start(plainHandler);
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = server;
    expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([15_000, 60_000, 5_000]);
    expect([maxConnections, server.maxHeadersCount]).toEqual([500, 100]);
    server.headersTimeout = 100;
    const { status, ended } = await send("GET /seite HTTP/1.1\r\nHost: ");
    expect([status, ended]).toEqual([408, true]);
  });
});

describe("the protective headers", () => {
  it("stand on answers and refusals, with a new nonce each time", async () => {
    await start((_req, res) => void res.send(`nonce ${res.locals.cspNonce}`));
    const first = await send(get("/seite"));
    const second = await send(get("//x"));
    for (const { text } of [first, second]) {
      const policy = /Content-Security-Policy: (.*)\r\n/.exec(text)?.[1]?.split(/;\s*/);
      expect(policy).toEqual([
        "default-src 'none'",
        expect.stringMatching(/^script-src 'nonce-[\w+/]{22}==' 'strict-dynamic'$/),
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
      ]);
      expect(text).toContain("Cache-Control: no-store\r\n");
      expect(text).toContain("X-Content-Type-Options: nosniff\r\n");
      expect(text).toContain("X-Frame-Options: DENY\r\n");
      expect(text).toContain("Referrer-Policy: same-origin\r\n");
      expect(text).toContain("Cross-Origin-Opener-Policy: same-origin\r\n");
      expect(text).toContain("Cross-Origin-Resource-Policy: same-origin\r\n");
      expect(text).toContain("Permissions-Policy: camera=()");
      expect(text).not.toMatch(/X-Powered-By|Strict-Transport|Access-Control/i);
    }
    const nonce = /'nonce-([^']+)'/.exec(first.text)?.[1];
    expect(first.text).toContain(`nonce ${nonce}`);
    expect(second.text).not.toContain(nonce);
  });

  it("leave the cache rule of built files alone", async () => {
    await start(express.static(import.meta.dirname, { maxAge: "1y", immutable: true }));
    const { text } = await send(get("/gate.server.ts"));
    expect(text).toMatch(/Cache-Control: public, max-age=31536000, immutable\r\n/);
    expect(text).not.toContain("no-store\r\n");
  });

  it("tell browsers to stay on https only where there is https", async () => {
    await start(plainHandler, ["https://leads.example.de"]);
    const { text } = await send(get("/seite"));
    expect(text).toContain("Strict-Transport-Security: max-age=31536000\r\n");
  });
});
