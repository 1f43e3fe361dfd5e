import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express, { type Response as Answer } from "express";
import { afterEach, expect, it, vi } from "vitest";
import { type Admission, admissionOf, createAdmission } from "./admission.server";

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const CLIENT = { address: "127.0.0.1", host: "127.0.0.1", isSecure: false };

function nobody(key: string): Admission {
  return { identity: null, client: CLIENT, key };
}

/** A server that holds its responses until the test ends them. The header `x-key` is the admission's key. */
async function start(maxAtOnce = 2) {
  const waiting: Answer[] = [];
  const admit = vi.fn(async (facts: { header(name: string): string | undefined }) =>
    facts.header("x-key") === "broken"
      ? Promise.reject(new Error("store"))
      : nobody(facts.header("x-key") ?? ""),
  );
  const app = express();
  app.use(createAdmission({ admit, maxAtOnce }));
  app.get("/*.data", (req, res) => void res.send(req.originalUrl));
  app.get("/slow", (_req, res) => void waiting.push(res));
  app.get("*", (_req, res) => void res.json(admissionOf(res)?.key));
  server = createServer(app);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, key: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-key": key }, ...init });
  return { ask, waiting, port };
}

it("lets so many requests of one asker run at once, and others beside them", async () => {
  const { ask, waiting } = await start();
  const running = [ask("/slow", "a"), ask("/slow", "a")];
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  const refused = await ask("/api/leads", "a");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.headers.get("content-type")).toContain("application/problem+json");
  expect((await ask("/api/leads", "b")).status).toBe(200);
  for (const res of waiting) res.end();
  await Promise.all(running);
  await vi.waitFor(async () => expect((await ask("/api/leads", "a")).status).toBe(200));
});

it("counts requests no longer that waited behind others on a connection that is gone", async () => {
  const { ask, waiting, port } = await start();
  const line = "GET /slow HTTP/1.1\r\nHost: x\r\nx-key: a\r\n\r\n";
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(line.repeat(2));
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  expect((await ask("/api/leads", "a")).status).toBe(429);
  socket.destroy();
  await vi.waitFor(async () => expect((await ask("/api/leads", "a")).status).toBe(200));
  // Both slots are free again, not only one.
  const running = [ask("/slow", "a"), ask("/slow", "a")];
  await vi.waitFor(() => expect(waiting).toHaveLength(4));
  for (const res of waiting) res.end();
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
});

it("lets nobody ask for the data of a page in parts", async () => {
  const { ask } = await start();
  const asked = async (url: string) => (await ask(url, "c")).text();
  expect(await asked("/suche.data?_routes=root&q=M%C3%BCller&_routes=x")).toBe(
    "/suche.data?q=M%C3%BCller",
  );
  expect(await asked("/suche.data")).toBe("/suche.data");
});

it("answers nothing while it can't be known who asks", async () => {
  const { ask } = await start();
  expect((await ask("/api/leads", "broken")).status).toBe(500);
});
