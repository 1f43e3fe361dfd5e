import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type RawAnswer, sendRaw } from "../support/server-run";
import { openTestApp } from "../support/test-app";

const PASSWORD = "planted-Passwort-7h3q";
const PUBLIC = "https://leads.example.de";
const HOST = "leads.example.de";

const { server: setUp } = await openTestApp({
  settings: { APP_ORIGIN: PUBLIC, APP_PASSWORD: PASSWORD },
});

/** A reverse proxy as nginx is one, set up as the operating manual says. */
async function startProxy(target: string): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    const { host, connection, ...rest } = incoming.headers;
    const forwarded = {
      "x-forwarded-for": [rest["x-forwarded-for"], incoming.socket.remoteAddress]
        .filter((part) => part !== undefined)
        .join(", "),
      "x-forwarded-proto": "https",
      "x-forwarded-host": host,
    };
    const headers = { ...rest, ...forwarded, host };
    const outgoing = request(
      target + incoming.url,
      { method: incoming.method, headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    incoming.pipe(outgoing);
  });
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Asks as a browser does that knows the server by its public name. */
function ask(
  proxyUrl: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  return sendRaw(proxyUrl, path, {
    ...options,
    headers: { host: HOST, ...options.headers },
    isAnonymous: true,
  });
}

function signIn(proxyUrl: string, password: string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ name: "admin", password }).toString();
  return ask(proxyUrl, "/anmelden", {
    method: "POST",
    headers: {
      origin: PUBLIC,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
      ...headers,
    },
    body,
  });
}

describe("a proxy that is set up", () => {
  test("brings its users in by https", async () => {
    const front = await startProxy(setUp.url);
    const login = await signIn(front, PASSWORD);
    expect([302, 303]).toContain(login.status);
    expect(login.headers.get("location")).toBe("/suche");
    const cookie = login.headers.getSetCookie().join();
    expect(cookie).toMatch(/^__Host-leadspeicher=/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).not.toMatch(/Domain=/);
    const page = await ask(front, "/leadspeicher", {
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect(page.status).toBe(200);
    expect(page.headers.get("strict-transport-security")).toMatch(/max-age=31536000/);
  });
});

test("strangers who guess keep nobody out of a browser that signed in before", async () => {
  const from = (address: string, password: string, headers: Record<string, string> = {}) =>
    signIn(setUp.url, password, { "x-forwarded-for": address, ...headers });
  const cookiesOf = ({ headers }: RawAnswer) =>
    headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  const [session = "", device = ""] = cookiesOf(await from("192.0.2.1", PASSWORD));
  expect(device).toMatch(/^__Host-leadspeicher-geraet=/);
  await ask(setUp.url, "/abmelden", {
    method: "POST",
    headers: { cookie: session, origin: PUBLIC, "content-length": "0" },
  });
  for (let index = 0; index < 10; index += 1) await from(`203.0.113.${index}`, "falsch-falsch");
  const fresh = await from("192.0.2.2", PASSWORD);
  expect(fresh.status).toBe(429);
  expect(Number(fresh.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(fresh.text).toMatch(/Zu viele Versuche\. Bitte in \d+ \S+ noch einmal versuchen\./);
  // What was typed stands there still, but for the password.
  expect(fresh.text).toContain('value="admin"');
  expect(fresh.text).not.toContain(PASSWORD);
  // From an address of the strangers, so that only the browser is known.
  expect((await from("203.0.113.1", PASSWORD, { cookie: device })).status).toBe(302);
});
