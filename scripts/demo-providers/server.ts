import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createAnymailfinder } from "./anymailfinder/handler";
import { Control } from "./control";
import { exchange, send } from "./exchange";
import { createGooglePlaces } from "./google-places/handler";
import { createLanguageModel } from "./language-model/handler";
import { createNominatim, createOverpass } from "./openstreetmap/handler";
import { type DemoProvider, type DemoRequest, jsonReply } from "./provider";
import { createSerper } from "./serper/handler";
import { createVayne } from "./vayne/handler";
import { createWebsites } from "./websites/handler";
import { PlantedSites } from "./websites/planted-sites";

export interface DemoProviders {
  origin: string;
  /** Base URLs for the application; the provider's own path follows. */
  baseUrls: ReturnType<typeof baseUrlsAt>;
  close(): Promise<void>;
}

const CONTROL = "_control";
/** The provider for requests with an absolute URL, as to a proxy. */
const PROXY = "websites";
const NO_TUNNEL = "HTTP/1.1 501 Not Implemented\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

function baseUrlsAt(origin: string) {
  return {
    googlePlaces: `${origin}/google-places`,
    serper: `${origin}/serper`,
    anymailfinder: `${origin}/anymailfinder`,
    vayne: `${origin}/vayne`,
    openai: `${origin}/openai/v1`,
    overpass: `${origin}/overpass`,
    nominatim: `${origin}/nominatim`,
    /** A proxy: requests for websites come here with absolute URLs. */
    websites: origin,
  };
}

/**
 * Starts one server on 127.0.0.1 that plays all outside providers in their real wire formats over
 * an invented world of German companies.
 *
 * @param options.latency multiplier of the providers' usual answering times: 1 = demo speed, 0 = no delay
 */
export async function startDemoProviders({ latency = 1 } = {}): Promise<DemoProviders> {
  const sites = new PlantedSites();
  const all: DemoProvider[] = [
    createGooglePlaces(),
    createSerper(),
    createAnymailfinder(),
    createVayne(),
    createLanguageModel(),
    createOverpass(),
    createNominatim(),
    createWebsites(sites),
  ];
  const providers = new Map(all.map((provider) => [provider.name, provider]));
  const control = new Control(latency, sites, [...providers.keys()]);
  const server = createServer((request, response) => {
    handle(request, response, providers, control).catch((error: unknown) => {
      // A client may disconnect while sending; anything else is a bug here.
      if (request.destroyed && !request.complete) return;
      console.error(error);
      response.destroy();
    });
  });
  // Long enough that a busy client never reuses a closed connection.
  server.keepAliveTimeout = 60_000;
  // The invented websites have no certificates, so a client must retry without a tunnel.
  server.on("connect", (_, socket) => {
    socket.on("error", () => {});
    socket.end(NO_TUNNEL);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No TCP port was opened.");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    baseUrls: baseUrlsAt(origin),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  providers: ReadonlyMap<string, DemoProvider>,
  control: Control,
): Promise<void> {
  const body = await text(incoming);
  const { first, request } = parseRequest(incoming, body);
  if (first === CONTROL) return send(response, control.answer(request));
  const provider = providers.get(first);
  if (provider === undefined) {
    const known = [...providers.keys()].map((name) => `/${name}`).join(", ");
    return send(response, jsonReply(404, { error: `Demo providers live below: ${known}.` }));
  }
  control.record(provider.name, request);
  const fault = control.faults.take(provider.name, request) ?? {};
  await exchange(provider, request, response, fault, control);
}

/**
 * Splits off the first part of the path: "/anymailfinder/v5.1/account" → "anymailfinder". An absolute URL goes to the
 * websites: "http://firma.example/kontakt" → "/websites/firma.example/kontakt".
 */
function parseRequest(
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
