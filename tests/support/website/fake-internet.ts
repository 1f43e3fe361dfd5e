import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { GuardOptions } from "~/providers/website/guarded-agent.server";
import { isOrdinary } from "./iana-registries";

export const PUBLIC = "93.184.215.14";
export const PUBLIC_V6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c";

/** What each name answers, one list for each question; the last one is repeated. */
export const NAMES: Record<string, string[][]> = {
  "public.test": [[PUBLIC]],
  localhost: [["127.0.0.1"]],
  "localhost.localdomain": [["127.0.0.1"]],
  "ip6-localhost": [["::1"]],
  "foo.localhost": [["127.0.0.1"]],
  "localtest.me": [["127.0.0.1"]],
  "127.0.0.1.nip.io": [["127.0.0.1"]],
  "7f000001.nip.io": [["127.0.0.1"]],
  "self.test": [["127.0.0.1"]],
  "a9fea9fe.sslip.io": [["169.254.169.254"]],
  metadata: [["169.254.169.254"]],
  "metadata.test": [["169.254.169.254"]],
  "metadata.google.internal": [["169.254.169.254"]],
  "instance-data": [["169.254.169.254"]],
  "private.test": [["10.0.0.1"]],
  intranet: [["10.0.0.1"]],
  "db.internal": [["10.0.0.1"]],
  "printer.local": [["192.168.0.9"]],
  "router.lan": [["192.168.0.1"]],
  "app.home.arpa": [["192.168.0.7"]],
  "cgnat.test": [["100.64.0.1"]],
  "mixed.test": [[PUBLIC, "127.0.0.1"]],
  "mixed2.test": [["10.0.0.1", PUBLIC]],
  "v6loop.test": [["::1"]],
  "v6mapped.test": [["::ffff:127.0.0.1"]],
  "nat64.test": [["64:ff9b::7f00:1"]],
  "sixtofour.test": [["2002:7f00:1::"]],
  "rebind.test": [[PUBLIC], ["127.0.0.1"]],
};

export interface FakeInternet {
  /** Resolver and socket opener for the code under test. */
  parts: Required<Pick<GuardOptions, "resolve" | "open">>;
  /** Every connection that was begun, as `address port`. */
  attempts: string[];
  /** Those of them that should never have been. */
  leaks(): string[];
  /** Every request the public hosts have seen, as `method host path`. */
  requests: string[];
  /** The headers of those requests. */
  headers: IncomingMessage["headers"][];
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A page, redirects to wherever the query says, a circle, and a page that wants to be left at once. */
const answer: Handler = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://public.test");
  const redirect = /^\/r(\d{3})?$/.exec(pathname);
  if (redirect !== null) {
    // As servers send what they were given: in UTF-8, whatever the standard says.
    const location = Buffer.from(searchParams.get("to") ?? "").toString("latin1");
    response.writeHead(Number(redirect[1] ?? 302), { location }).end("moved");
    return;
  }
  if (pathname === "/loop") {
    response.writeHead(302, { location: "/loop" }).end();
    return;
  }
  const refresh = '<meta http-equiv="refresh" content="0; url=http://127.0.0.1/">';
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<title>Seite</title>${pathname === "/refresh" ? refresh : ""}`);
};

/**
 * An internet of one server on loopback: whatever public address is connected to on port 80 or 443 leads to it. What is
 * not public is noted and not connected at all. Closed when the test is over.
 */
export async function startFakeInternet(
  names: Record<string, string[][]> = NAMES,
  handler: Handler = answer,
): Promise<FakeInternet> {
  const questions = new Map<string, number>();
  const requests: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const attempts: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host} ${request.url}`);
    headers.push(request.headers);
    handler(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: realPort } = server.address() as AddressInfo;
  return {
    attempts,
    leaks: () => attempts.filter((attempt) => !isHarmless(attempt)),
    requests,
    headers,
    parts: {
      async resolve(host) {
        const answers = names[host];
        const asked = questions.get(host) ?? 0;
        questions.set(host, asked + 1);
        const addresses = answers?.[Math.min(asked, answers.length - 1)];
        if (addresses !== undefined) return addresses;
        throw Object.assign(new Error(`no such name: ${host}`), { code: "ENOTFOUND" });
      },
      open(address, port) {
        const attempt = `${address} ${port}`;
        attempts.push(attempt);
        return asIf(address, connect(isHarmless(attempt) ? realPort : 1, "127.0.0.1"));
      },
    },
  };
}

function isHarmless(attempt: string): boolean {
  const [address = "", port = ""] = attempt.split(" ");
  return isOrdinary(address) && (port === "80" || port === "443");
}

/** A socket that says it is connected to another address than it is. */
export function asIf(address: string, socket: Socket): Socket {
  return Object.defineProperty(socket, "remoteAddress", { value: address, configurable: true });
}
