import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerControl, type ControlledState } from "./control";
import { exchange, readBody, send } from "./exchange";
import { FaultBook } from "./faults";
import { Holds } from "./holds";
import { Journal } from "./journal";
import { type DemoProvider, type DemoRequest, jsonReply } from "./provider";
import { baseUrlsAt, createProviders } from "./registry";
import { PlantedSites } from "./websites/planted-sites";

export interface DemoProvidersOptions {
  /** 0 or absent takes a free port. */
  port?: number;
  /** Multiplier of the providers' usual answering times: 1 = demo speed, 0 = no delay. */
  latency?: number;
}

export interface DemoProviders {
  /** e.g. "http://127.0.0.1:4010". */
  origin: string;
  /** Base URLs for the application; the provider's own path follows. */
  baseUrls: ReturnType<typeof baseUrlsAt>;
  /** Stops listening and cuts every open connection. */
  close(): Promise<void>;
}

const CONTROL = "_control";
/** Who answers requests that come with a whole address, as to a proxy. */
const PROXY = "websites";
const NO_TUNNEL = "HTTP/1.1 501 Not Implemented\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/**
 * Starts one server on 127.0.0.1 that plays all outside providers in their real wire formats over
 * an invented world of German companies. Rejects when the port is taken.
 */
export async function startDemoProviders(
  options: DemoProvidersOptions = {},
): Promise<DemoProviders> {
  const sites = new PlantedSites();
  const providers = new Map(createProviders(sites).map((provider) => [provider.name, provider]));
  const state: ControlledState = {
    faults: new FaultBook(),
    holds: new Holds(),
    journal: new Journal(),
    sites,
    latency: options.latency ?? 1,
    providerNames: [...providers.keys()],
  };
  const server = createServer((request, response) => {
    handle(request, response, providers, state).catch((error: unknown) => {
      // A client that hangs up while it sends is its own business; anything else is our mistake.
      if (request.destroyed && !request.complete) return;
      console.error(error);
      response.destroy();
    });
  });
  // The invented websites have no certificates; who asks for a tunnel is to come back without.
  server.on("connect", (_, socket) => {
    socket.on("error", () => {});
    socket.end(NO_TUNNEL);
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No TCP port was opened.");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    baseUrls: baseUrlsAt(origin),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  providers: ReadonlyMap<string, DemoProvider>,
  state: ControlledState,
): Promise<void> {
  const body = await readBody(incoming);
  if (body === undefined) {
    send(response, jsonReply(413, { error: "The request body is too large." }));
    return;
  }
  const { first, request } = understandRequest(incoming, body);
  if (first === CONTROL) {
    send(response, answerControl(request, state));
    return;
  }
  const provider = providers.get(first);
  if (provider === undefined) {
    const known = [...providers.keys()].map((name) => `/${name}`).join(", ");
    send(response, jsonReply(404, { error: `Demo providers live below: ${known}.` }));
    return;
  }
  state.journal.record(provider.name, request);
  const fault = state.faults.take(provider.name, request);
  await exchange(provider, request, response, fault, state);
}

/**
 * Splits the first part of the path off: "/anymailfinder/v5.1/account" → "anymailfinder". A whole address is one for the
 * websites: "http://firma.example/kontakt" → "/websites/firma.example/kontakt".
 */
function understandRequest(
  incoming: IncomingMessage,
  body: string,
): { first: string; request: DemoRequest } {
  // Not `new URL`: a target such as "//x" must not be taken for a host.
  const target = (incoming.url ?? "/").replace(/^http:\/\/([^/?]*)\/?/i, `/${PROXY}/$1/`);
  const [path = "/", query = ""] = target.split("?", 2);
  const [, first = "", rest = ""] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
  const request: DemoRequest = {
    method: incoming.method ?? "GET",
    path: rest === "" ? "/" : rest,
    query: new URLSearchParams(query),
    headers: incoming.headers,
    body,
  };
  return { first, request };
}
