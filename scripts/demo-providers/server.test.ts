import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { holdProvider } from "../../tests/support/api-client";
import { type DemoProviders, startDemoProviders } from "./server";

let demo: DemoProviders;

beforeAll(async () => {
  demo = await startDemoProviders({ latency: 0 });
});

afterAll(() => demo.close());

const callsSchema = z.object({
  calls: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      provider: z.string(),
      method: z.string(),
      path: z.string(),
      body: z.unknown(),
      headerNames: z.array(z.string()),
    }),
  ),
  counts: z.record(z.string(), z.number()),
});

async function control(name: string, body: unknown): Promise<Response> {
  return fetch(`${demo.origin}/_control/${name}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
}

async function addFault(rule: Record<string, unknown>): Promise<void> {
  const response = await control("faults", { provider: "anymailfinder", ...rule });
  expect(response.status, await response.text()).toBe(200);
}

function searchPlaces(textQuery = "Stadtwerke in Bremen", signal?: AbortSignal): Promise<Response> {
  return fetch(`${demo.baseUrls.googlePlaces}/v1/places:searchText`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-goog-api-key": "geheim-4711",
      "x-goog-fieldmask": "places.id",
    },
    body: JSON.stringify({ textQuery }),
    signal,
  });
}

function findEmails(domain = "niemand.example", signal?: AbortSignal): Promise<Response> {
  return fetch(`${demo.baseUrls.anymailfinder}/v5.1/find-email/company`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "geheim-4711" },
    body: JSON.stringify({ domain }),
    signal,
  });
}

/** The answer as it comes over the wire, up to the point where the connection breaks. */
function rawAnswer(): Promise<{ announced: number; received: number; complete: boolean }> {
  return new Promise((resolve, reject) => {
    const url = `${demo.baseUrls.anymailfinder}/v5.1/account`;
    const outgoing = request(
      url,
      { headers: { authorization: "key" }, agent: false },
      (response) => {
        let received = 0;
        const finish = () =>
          resolve({
            announced: Number(response.headers["content-length"]),
            received,
            complete: response.complete,
          });
        response.on("data", (chunk: Buffer) => {
          received += chunk.length;
        });
        response.on("error", finish);
        response.on("end", finish);
      },
    );
    outgoing.on("error", reject);
    outgoing.end();
  });
}

beforeEach(async () => {
  await control("reset", {});
  await control("latency", { latency: 0 });
});

describe("the server", () => {
  it("listens on 127.0.0.1 and serves each provider below its own prefix", async () => {
    expect(demo.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(demo.baseUrls).toEqual({
      googlePlaces: `${demo.origin}/google-places`,
      serper: `${demo.origin}/serper`,
      anymailfinder: `${demo.origin}/anymailfinder`,
      vayne: `${demo.origin}/vayne`,
      openai: `${demo.origin}/openai/v1`,
      websites: demo.origin,
    });
    const places = await searchPlaces();
    expect(places.headers.get("content-type")).toBe("application/json; charset=UTF-8");
    expect(await places.json()).toMatchObject({ places: { length: 7 } });
    const emails = await findEmails();
    expect(await emails.json()).toMatchObject({ email_status: "not_found" });
  });

  it("answers 404 outside of all prefixes and 413 for giant bodies", async () => {
    expect((await fetch(`${demo.origin}/unbekannt/v1`)).status).toBe(404);
    expect((await searchPlaces("x".repeat(1_100_000))).status).toBe(413);
  });

  it("takes the time that the real providers take, times the latency", async () => {
    await control("latency", { latency: 0.1 });
    const start = performance.now();
    await searchPlaces();
    expect(performance.now() - start).toBeGreaterThan(100);
  });

  it("rejects when the port is taken and frees it when it is closed", async () => {
    const port = Number(new URL(demo.origin).port);
    await expect(startDemoProviders({ port })).rejects.toThrow(/EADDRINUSE/);
    const second = await startDemoProviders();
    await second.close();
    const third = await startDemoProviders({ port: Number(new URL(second.origin).port) });
    await third.close();
  });
});

/** What a proxy is asked, and says. */
function askProxy(target: string, method = "GET"): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(demo.origin, { method, path: target, agent: false });
    outgoing.on("connect", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, text: "" });
    });
    outgoing.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on("error", reject).end();
  });
}

describe("the proxy", () => {
  it("answers for websites, which are asked for by their whole address", async () => {
    await control("site", { domain: "firma.example", path: "/a?b=1", body: "<p>hallo" });
    const page = await askProxy("http://www.firma.example/a?b=1");
    expect(page).toEqual({ status: 200, text: "<p>hallo" });
    expect((await askProxy("http://www.firma.example")).status).toBe(404);
    const report = callsSchema.parse(await (await fetch(`${demo.origin}/_control/calls`)).json());
    expect(report.calls.map(({ provider, path }) => `${provider} ${path}`)).toEqual([
      "websites /www.firma.example/a",
      "websites /www.firma.example/",
    ]);
  });

  it("opens no tunnels, and says so at once", async () => {
    expect((await askProxy("firma.example:443", "CONNECT")).status).toBe(501);
  });

  it("takes planted pages only as they should be, and forgets them with the rest", async () => {
    const page = { domain: "firma.example", path: "/", body: "" };
    expect((await control("site", { ...page, path: "a" })).status).toBe(422);
    expect((await control("site", { ...page, farbe: "rot" })).status).toBe(422);
    expect((await control("site", page)).status).toBe(200);
    await control("reset", {});
    await expect(askProxy("http://firma.example/")).rejects.toThrow();
  });
});

describe("the journal", () => {
  it("shows every call with the names of its headers, never their values", async () => {
    await searchPlaces();
    await findEmails("eins.example");
    await findEmails("zwei.example");
    const response = await fetch(`${demo.origin}/_control/calls`);
    const text = await response.text();
    const { calls, counts } = callsSchema.parse(JSON.parse(text));
    expect(counts).toMatchObject({ "google-places": 1, serper: 0, anymailfinder: 2 });
    expect(calls.map(({ provider, path, body }) => [provider, path, body])).toEqual([
      ["google-places", "/v1/places:searchText", { textQuery: "Stadtwerke in Bremen" }],
      ["anymailfinder", "/v5.1/find-email/company", { domain: "eins.example" }],
      ["anymailfinder", "/v5.1/find-email/company", { domain: "zwei.example" }],
    ]);
    expect(calls[0]?.headerNames).toContain("x-goog-api-key");
    expect(text).not.toContain("geheim-4711");
  });

  it("is empty after a reset, and so is the list of faults", async () => {
    await addFault({ times: 5, fault: { status: 503 } });
    await control("reset", {});
    expect((await findEmails()).status).toBe(200);
    const { calls } = callsSchema.parse(
      await (await fetch(`${demo.origin}/_control/calls`)).json(),
    );
    expect(calls).toHaveLength(1);
  });
});

describe("faults", () => {
  it("answer with the provider's own error for a bare status", async () => {
    await addFault({ fault: { status: 503 } });
    const busy = await findEmails();
    expect(busy.status).toBe(503);
    expect(await busy.json()).toMatchObject({ error: "server_busy" });
    expect((await findEmails()).status).toBe(200);

    await addFault({ provider: "google-places", fault: { status: 429 } });
    const limited = await searchPlaces();
    expect(limited.status).toBe(429);
    expect(await limited.json()).toMatchObject({ error: { status: "RESOURCE_EXHAUSTED" } });
  });

  it("send the given headers and body", async () => {
    const headers = { "Content-Type": "text/html", "Retry-After": "7" };
    await addFault({ fault: { status: 502, headers, body: "<h1>Bad Gateway</h1>" } });
    const response = await findEmails();
    expect(response.status).toBe(502);
    expect(response.headers.get("content-type")).toBe("text/html");
    expect(response.headers.get("retry-after")).toBe("7");
    expect(await response.text()).toBe("<h1>Bad Gateway</h1>");

    await addFault({ fault: { body: { emails: null } } });
    const odd = await findEmails();
    expect(odd.status).toBe(200);
    expect(await odd.json()).toEqual({ emails: null });
  });

  it("hit only requests that fit, after as many as told, as often as told", async () => {
    await addFault({ match: "ziel.example", after: 1, times: 2, fault: { status: 500 } });
    const statuses: number[] = [];
    for (const domain of ["ziel.example", "anders.example", "ziel.example", "ziel.example"]) {
      statuses.push((await findEmails(domain)).status);
    }
    expect(statuses).toEqual([200, 200, 500, 500]);
    expect((await findEmails("ziel.example")).status).toBe(200);

    await addFault({ path: "/v5.1/account", fault: { status: 500 } });
    expect((await findEmails()).status).toBe(200);
    expect((await searchPlaces()).status).toBe(200);
    expect((await fetch(`${demo.baseUrls.anymailfinder}/v5.1/account`)).status).toBe(500);
  });

  it("delay a healthy answer", async () => {
    await addFault({ fault: { delayMs: 150 } });
    const start = performance.now();
    expect((await findEmails()).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(140);
  });

  it("cut the answer after exactly so many bytes", async () => {
    for (const cutAfterBytes of [0, 10]) {
      await addFault({ fault: { cutAfterBytes } });
      const { announced, received, complete } = await rawAnswer();
      expect(received).toBe(cutAfterBytes);
      expect(announced).toBeGreaterThan(1000);
      expect(complete).toBe(false);
    }
    await addFault({ fault: { cutAfterBytes: 10 } });
    const response = await findEmails();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it("reset the connection", async () => {
    await addFault({ fault: { reset: true } });
    await expect(findEmails()).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    expect((await findEmails()).status).toBe(200);
  });

  it("hang until the client gives up, and leave the server usable", async () => {
    await addFault({ fault: { hang: true } });
    await expect(findEmails("x.example", AbortSignal.timeout(100))).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect((await findEmails()).status).toBe(200);
  });

  it("hold answers back until they are released, and hold no later ones", async () => {
    const hold = await holdProvider(demo.origin, { provider: "anymailfinder" });
    const answers = [findEmails("eins.example"), findEmails("zwei.example")];
    await hold.waitForCall(2);
    await hold.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await findEmails()).status).toBe(200);

    const given = await holdProvider(demo.origin, { provider: "anymailfinder" });
    await expect(findEmails("x.example", AbortSignal.timeout(100))).rejects.toThrow();
    const last = findEmails();
    await given.waitForCall();
    await control("reset", {});
    expect((await last).status).toBe(200);
  });

  it("are refused when they are misspelt", async () => {
    const wrong = [
      { provider: "googleplaces", fault: { status: 500 } },
      { provider: "anymailfinder", fault: { code: 500 } },
      { provider: "anymailfinder" },
      { provider: "anymailfinder", times: 0, fault: { status: 500 } },
    ];
    for (const rule of wrong) expect((await control("faults", rule)).status).toBe(422);
    expect((await control("latency", { latency: -1 })).status).toBe(422);
    expect((await control("unbekannt", {})).status).toBe(404);
  });
});
