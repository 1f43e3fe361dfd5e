import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Response as Answer } from "express";
import { afterEach, expect, test, vi } from "vitest";
import { createDrain } from "./drain.server";

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that holds its responses until the test ends them. */
async function start(answersMs: number) {
  const drain = createDrain(answersMs);
  const waiting: Answer[] = [];
  const app = express();
  app.use(drain.count);
  app.all("*", (_req, res) => void waiting.push(res));
  server = createServer(app);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init);
  return { ask, waiting, drain };
}

test("what runs is finished, what is new hears that the server stops, and then nobody listens", async () => {
  const { ask, waiting, drain } = await start(60_000);
  const answer = ask("/leadspeicher");
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.write("first ");
  const { body, status } = await answer;
  const unbegun = ask("/suche");
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  const finished = drain.finish(server);
  for (const [path, init, type] of [
    ["/api/leads", {}, "application/problem+json"],
    ["/leadspeicher", { method: "POST", body: "a=1" }, "text/html; charset=utf-8"],
  ] as const) {
    const refused = await ask(path, init);
    expect(refused.status, path).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(refused.headers.get("connection")).toBe("close");
    expect(refused.headers.get("content-type")).toBe(type);
    expect(await refused.text()).toContain("In ein paar Sekunden noch einmal versuchen.");
  }
  expect(waiting).toHaveLength(2);
  for (const held of waiting) held.end("last");
  const whole = await unbegun;
  expect([whole.status, whole.headers.get("connection")]).toEqual([200, "close"]);
  expect([status, await new Response(body).text()]).toEqual([200, "first last"]);
  await finished;
  await expect(ask("/healthz")).rejects.toThrow();
});

test("an answer that does not come in time is a clear one", async () => {
  const { ask, waiting, drain } = await start(50);
  const answer = ask("/leadspeicher");
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  await drain.finish(server);
  const { status, headers } = await answer;
  expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
});
