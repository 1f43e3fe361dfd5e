import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface FakeProxy {
  url: string;
  /** The first line of every request, as `method target`. */
  heard: string[];
}

/** A proxy that answers for the whole internet by itself, and opens no tunnel. Closed when the test is over. */
export async function startFakeProxy(): Promise<FakeProxy> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const to = new URL(request.url ?? "").searchParams.get("to");
    if (to !== null) response.writeHead(302, { location: to }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<p>Hinter dem Proxy");
  });
  server.on("connect", (request, socket) => {
    heard.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard };
}
