import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type GatedServer,
  LIMITS,
  plainHandler,
  startGated,
  stopServers,
  until,
} from "~tests/http/gated-server";
import { ALL_PROBES } from "~tests/http/raw-probes";
import {
  EVIL,
  form,
  get,
  type HeaderValues,
  IN_PIECES,
  json,
  OWN,
  request,
} from "~tests/http/raw-requests";
import { remixHandler } from "~tests/http/small-remix-app";

afterEach(stopServers);

describe.each([
  { name: "a plain handler", handler: plainHandler },
  { name: "Remix", handler: remixHandler },
])("the gate in front of $name", ({ handler }) => {
  let gated: GatedServer;
  beforeEach(async () => {
    gated = await startGated(handler);
  });

  it.each(ALL_PROBES)("answers $status to $about", async ({ status, bytes }) => {
    const answer = await gated.send(bytes);
    expect([answer.status, answer.ended]).toEqual([status, true]);
    if (status === 200) return;
    expect(gated.changes).toEqual([]);
    expect(answer.text).not.toMatch(/lead-data| at \/|node_modules|<b>x|evil\.example/);
  });

  it.each(["QUERY /seite", "GET /seite?_data=nope", "GET /seite?_data=__proto__"])(
    "answers %s without a server error",
    async (line) => {
      // Older versions of Node do not know QUERY, and only Remix interprets _data.
      expect((await gated.send(request(line))).status).toBeOneOf([200, 400, 403, 404, 405]);
    },
  );

  it("changes data once for a request of our own page", async () => {
    await gated.send(form(OWN));
    expect(gated.changes).toEqual(["POST /seite 3"]);
  });

  it("answers both requests of a pipelined pair, each by its own right", async () => {
    const { text } = await gated.send(json({ Connection: "keep-alive" }) + json(EVIL));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
    expect(gated.changes).toEqual(["POST /api/leads 2"]);
  });

  it("closes the connection behind a refusal", async () => {
    const { text } = await gated.send(get("//x", { Connection: "keep-alive" }) + get("/seite"));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  });

  it("answers 413 while the client still sends, drops the rest and fails the reader", async () => {
    const { open, bodyErrors, changes, log } = gated;
    const { socket, state } = open(json(IN_PIECES, "1\r\n{\r\n"));
    const piece = `190\r\n${"1".repeat(400)}\r\n`;
    for (let sent = 0; sent < 500 && !state.ended; sent++) {
      socket.write(piece);
      await wait(2);
    }
    expect(state.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(state.ended).toBe(true);
    await until(() => bodyErrors.length > 0);
    expect([bodyErrors.length, changes]).toEqual([1, []]);
    expect(log.map((entry) => entry.reason)).toEqual(["tooLarge"]);
  });

  it("answers at once to a length that says too much and closes soon after", async () => {
    const started = Date.now();
    const { state } = gated.open(json({ "Content-Length": "99999999" }));
    await until(() => state.text.includes("HTTP/1.1 413"));
    expect(Date.now() - started).toBeLessThan(LIMITS.drainMilliseconds);
    expect(state.ended).toBe(false);
    await until(() => state.ended);
    expect(state.ended).toBe(true);
  });

  it("does not take half a body for a whole one when the client hangs up", async () => {
    const { open, bodyErrors, changes } = gated;
    for (const hangUp of ["end", "destroy"] as const) {
      const { socket, state } = open(form({ "Content-Length": "100" }, "name=half"));
      await wait(50);
      socket[hangUp]();
      await until(() => state.ended);
    }
    await until(() => bodyErrors.length === 2);
    expect([bodyErrors.length, changes]).toEqual([2, []]);
  });
});

describe("the gate by itself", () => {
  it("gives every request its own id and logs refusals without the address", async () => {
    const { send, log } = await startGated(
      () => (req, res) => void res.send(`${res.locals.requestId} ${req.get("x-request-id")}`),
    );
    const { text } = await send(get("/seite", { "X-Request-Id": "chosen" }));
    const id = /X-Request-Id: ([0-9a-f-]{36})\r\n/.exec(text)?.[1];
    expect(text.endsWith(`\r\n\r\n${id} ${id}`)).toBe(true);
    await send(get("/seite?secret=1", { Host: "evil.example" }));
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(log).toEqual([{ requestId, method: "GET", status: 421, reason: "host" }]);
  });

  it("hides forwarding headers without a proxy", async () => {
    const { send } = await startGated(() => (req, res) => void res.json(Object.keys(req.headers)));
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
  ])("answers %i behind a proxy to %j", async (status, headers: HeaderValues) => {
    const origin = "https://leads.example.de";
    const { send } = await startGated(remixHandler, { publicOrigins: [origin] });
    const answer = await send(form({ Origin: origin, Cookie: "s=1", ...headers }));
    expect(answer.status).toBe(status);
  });
});
