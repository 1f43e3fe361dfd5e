import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  DATA,
  type GatedServer,
  type HandlerMaker,
  plainHandler,
  startGated,
  stopServers,
  until,
} from "~tests/http/gated-server";
import { ALL_PROBES } from "~tests/http/raw-probes";
import { remixHandler } from "~tests/http/small-remix-app";
import { createRandom } from "../../../scripts/demo-providers/world/seeded-random";
import { TEST_SEED } from "../../../tests/support/test-seed";

const MUTATIONS = 1_000;
const AT_ONCE = 40;
const SIGNS = [
  "\0",
  "\r\n",
  "\n",
  "\r",
  " ",
  "%",
  "\\",
  ":",
  "\xff",
  "/",
  "\t",
  "9",
  ";",
  ",",
  "?",
  "#",
  "",
];
const LINES = [
  "Host: evil.example",
  "Host: {own}",
  "Origin: https://evil.example",
  "Origin: null",
  "Origin: http://{own}",
  "Cookie: s=1",
  "Authorization: Bearer t",
  "Sec-Fetch-Site: cross-site",
  "Sec-Fetch-Site: same-origin",
  "X-Forwarded-Host: evil.example",
  "Forwarded: host=evil.example",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: identity",
  "Content-Length: 0",
  "Content-Length: 5",
  "Content-Encoding: gzip",
  "Content-Type: application/json",
  "Content-Type: text/plain",
  "Connection: Host, Origin",
  "Expect: 100-continue",
  "X-HTTP-Method-Override: DELETE",
  " folded",
];
const STARTS = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "TRACE", "get", "POST/x"];

afterEach(stopServers);

/** Damages a request in one to four places. */
function damage(random: ReturnType<typeof createRandom>, own: string): string {
  const port = own.split(":")[1] ?? "";
  const filled = () =>
    random.pick(ALL_PROBES).bytes.replaceAll("{own}", own).replaceAll("{port}", port);
  const line = () => random.pick(LINES).replace("{own}", own);
  let bytes = filled();
  // Mutations are small beside the largest probe.
  const inHead = () => random.integer(0, Math.min(bytes.length, 400));
  const ways: (() => string)[] = [
    () => {
      const at = inHead();
      return bytes.slice(0, at) + random.pick(SIGNS) + bytes.slice(at + random.integer(0, 3));
    },
    () => bytes.replace("\r\n", `\r\n${line()}\r\n`),
    () => bytes.replace(/\r\n(?=\r\n)/, `\r\n${line()}\r\n`),
    () => bytes.replace(/^\S+/, random.pick(STARTS)),
    () => bytes.replace("HTTP/1.1", random.pick(["HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.1 "])),
    () => bytes.slice(0, inHead()) + filled().slice(random.integer(0, 200)),
    () =>
      bytes.replace(/^(\S+ [^ ]*)/, `$1${random.pick(["/..", "?_data=x", ".data", "//", "%2f"])}`),
    () => {
      const lines = bytes.split("\r\n");
      const [from, to] = [random.integer(0, lines.length - 1), random.integer(0, lines.length - 1)];
      lines.splice(to, 0, ...lines.splice(from, 1));
      return lines.join("\r\n");
    },
    () => bytes.replace(/\r\n([\w-]+):/, (_, name: string) => `\r\n${name.toUpperCase()}:`),
  ];
  for (let count = random.integer(1, 4); count > 0; count -= 1) bytes = random.pick(ways)();
  return bytes;
}

/** The first request by its raw bytes, before any parser. */
function claimsOf(bytes: string) {
  const [head = ""] = bytes.replace(/^(?:\r?\n)+/, "").split(/\r?\n\r?\n/, 1);
  const [, ...lines] = head.split(/\r?\n/);
  const values = (name: string) =>
    lines
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim());
  return { hosts: values("host"), origins: values("origin"), sites: values("sec-fetch-site") };
}

/** Why a request that came through must not have; null for one of our own pages or of a program. */
function forgeryOf(request: IncomingMessage, names: readonly string[]): string | null {
  const { host = "", origin, cookie, authorization } = request.headers;
  if (!names.includes(host)) return `host ${host}`;
  if (request.headersDistinct.host?.length !== 1) return "two hosts";
  if (Object.keys(request.headers).some((name) => /forwarded/.test(name))) return "forwarded";
  if (request.method === "GET" || request.method === "HEAD") return null;
  if (!/^(?:POST|PUT|PATCH|DELETE)$/.test(request.method ?? "")) return `method ${request.method}`;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return `site ${String(site)}`;
  if (origin !== undefined) return origin === `http://${host}` ? null : `origin ${origin}`;
  if (cookie !== undefined) return "a browser's cookie without an origin";
  return site === undefined || authorization !== undefined ? null : "a browser without an origin";
}

describe.each([
  { name: "a plain handler", handler: plainHandler },
  { name: "Remix", handler: remixHandler },
])(`the gate in front of $name, by seed ${TEST_SEED}`, ({ name, handler }) => {
  it(`lets nothing forged through in ${MUTATIONS} damaged requests, and fails none of them`, async () => {
    const arrived = new Map<number | undefined, string[]>();
    const firsts = new Map<number | undefined, IncomingMessage>();
    let names: string[] = [];
    const watching: HandlerMaker = (seen) => {
      const handle = handler(seen);
      return (request, response, next) => {
        const { remotePort } = request.socket;
        const forgery = forgeryOf(request, names);
        const known = arrived.get(remotePort) ?? [];
        arrived.set(remotePort, forgery === null ? known : [...known, forgery]);
        if (!firsts.has(remotePort)) firsts.set(remotePort, request);
        handle(request, response, next);
      };
    };
    const gated: GatedServer = await startGated(watching);
    const { port } = gated.server.address() as AddressInfo;
    names = ["127.0.0.1", "localhost", "[::1]"].map((host) => `${host}:${port}`);
    const random = createRandom(`${name} ${TEST_SEED}`);
    const requests = Array.from({ length: MUTATIONS }, () => damage(random, `127.0.0.1:${port}`));

    const faults: string[] = [];
    let accepted = 0;
    const judge = async (bytes: string) => {
      const { socket, state } = gated.open(bytes);
      await until(() => socket.localPort !== undefined || state.ended);
      const { localPort } = socket;
      socket.end();
      await until(() => state.ended);
      const { hosts, origins, sites } = claimsOf(bytes);
      const own = hosts.every((host) => names.includes(host.toLowerCase()));
      const first = firsts.get(localPort);
      firsts.delete(localPort);
      const found = arrived.get(localPort) ?? [];
      arrived.delete(localPort);
      if (first !== undefined) {
        accepted += 1;
        if (hosts.length !== 1 || !own) found.push(`answered for ${hosts.join()}`);
        const isChange = first.method !== "GET" && first.method !== "HEAD";
        if (isChange && origins.some((origin) => !names.includes(origin.replace("http://", ""))))
          found.push(`changed for ${origins.join()}`);
        if (isChange && sites.some((site) => site !== "same-origin")) found.push("cross-site");
      } else if (state.text.includes(DATA)) {
        found.push("data without a request");
      }
      if (/^HTTP\/1\.1 5/m.test(state.text)) found.push("a server error");
      if (!state.ended) found.push("no end");
      if (found.length > 0)
        faults.push(`${found.join("; ")}: ${JSON.stringify(bytes.slice(0, 600))}`);
    };
    for (let start = 0; start < requests.length; start += AT_ONCE) {
      await Promise.all(requests.slice(start, start + AT_ONCE).map(judge));
    }
    expect(faults).toEqual([]);
    // Neither a gate that lets nothing through nor one that refuses nothing would be proof.
    expect(accepted).toBeGreaterThan(MUTATIONS / 20);
    expect(accepted).toBeLessThan(MUTATIONS / 2);
  }, 60_000);
});
