import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { connect as connectTls } from "node:tls";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { Agent, type Dispatcher, Pool, ProxyAgent } from "undici";
import { isReservedName, vetAddress } from "./site-address";
import { SiteError } from "./site-error";

const { IPv4, IPv6 } = ipaddr;

/** Cloud metadata services answer here, in public or shared ranges. */
const CLOUD_ADDRESSES = new Set(["100.100.100.200", "168.63.129.16"]);
/** The only IPv6 range assigned to the internet. */
const GLOBAL_V6 = IPv6.parseCIDR("2000::/3");
/** A comparable spelling; null unless it is a plain IPv4 or IPv6 address. */
function normalAddress(address: string): string | null {
  if (IPv4.isValidFourPartDecimal(address)) return address;
  // A zone („fe80::1%eth0“) names a network of this machine.
  if (address.includes("%") || !IPv6.isValid(address)) return null;
  return IPv6.parse(address).toNormalizedString();
}

/** Every IPv6 form that embeds IPv4 (mapped, NAT64, 6to4, Teredo) counts as private. */
export function isPublicAddress(address: string, own: Iterable<string> = []): boolean {
  const normal = normalAddress(address);
  if (normal === null || CLOUD_ADDRESSES.has(normal)) return false;
  for (const mine of own) {
    if (normalAddress(mine) === normal) return false;
  }
  if (!normal.includes(":")) return IPv4.parse(normal).range() === "unicast";
  const parsed = IPv6.parse(normal);
  return parsed.match(GLOBAL_V6) && parsed.range() === "unicast";
}

/** Avoids the system resolver: it blocks a process thread and knows internal names. @throws the resolver's error */
export async function resolveName(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[]> {
  // Some name servers never answer for IPv6; a retry would outlast the connect time.
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [v4, v6].flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value : [],
    );
    if (addresses.length === 0 && v4.status === "rejected") throw v4.reason;
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** The work itself continues. @throws the signal's reason */
export async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let end = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;
type OpenSocket = (address: string, port: number) => Socket;

export interface GuardOptions {
  /** E.g. `http://proxy:3128`. The proxy must filter too. */
  proxyUrl?: string | undefined;
  connectTimeoutMs?: number;
  /** Allows names below „test“; for tests only. */
  testNames?: boolean;
  resolve?: Resolve;
  open?: OpenSocket;
  listOwn?: () => string[];
}

const CONNECT_TIMEOUT_MS = 3_000;
/** A machine behind a proxy often lacks a working resolver; a partial answer takes one second. */
const PROXY_LOOKUP_MS = 1_500;
/** Only the first request of a website should wait for a missing resolver. */
const UNKNOWN_FOR_MS = 60_000;
const MAX_UNKNOWN = 1_000;
const MAX_TRIES = 4;

type Target = { hostname: string; host?: string | undefined; protocol: string; port: string };

function listOwnAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.map(({ address }) => address);
}

/** @throws SiteError if any address is not public */
function assertPublic(addresses: string[], { listOwn = listOwnAddresses }: GuardOptions): void {
  const own = listOwn();
  if (!addresses.every((address) => isPublicAddress(address, own))) {
    throw SiteError.because("not_public");
  }
}

async function ready(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  // An error without a listener would end the process.
  socket.on("error", () => {});
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
}

async function openAny(
  addresses: string[],
  port: number,
  open: OpenSocket,
  limits: { signal: AbortSignal; endsAt: number },
): Promise<Socket> {
  let failure: unknown = new Error("no address");
  for (const [index, address] of addresses.entries()) {
    const shareMs = (limits.endsAt - performance.now()) / (addresses.length - index);
    const share = AbortSignal.timeout(Math.max(1, Math.floor(shareMs)));
    const socket = open(address, port);
    try {
      await ready(socket, "connect", AbortSignal.any([limits.signal, share]));
    } catch (error) {
      if (limits.signal.aborted) throw error;
      failure = error;
      continue;
    }
    // Second check: the peer must be the vetted address.
    if (normalAddress(socket.remoteAddress ?? "") === normalAddress(address)) return socket;
    socket.destroy();
    throw SiteError.because("not_public");
  }
  throw failure;
}

async function connectVetted(target: Target, options: GuardOptions): Promise<Socket> {
  const { resolve = resolveName, open = (host, port) => connectTcp({ host, port }) } = options;
  const timeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const endsAt = performance.now() + timeoutMs;
  const signal = AbortSignal.timeout(timeoutMs);
  const url = vetAddress(`${target.protocol}//${target.host ?? target.hostname}`, options);
  const isSecure = url.protocol === "https:";
  const addresses = [...new Set(await withinTime(resolve(url.hostname, signal), signal))];
  assertPublic(addresses, options);
  const port = Number(url.port || (isSecure ? 443 : 80));
  const socket = await openAny(addresses.slice(0, MAX_TRIES), port, open, { signal, endsAt });
  socket.setNoDelay(true);
  if (!isSecure) return socket;
  const secured = connectTls({ socket, servername: url.hostname, ALPNProtocols: ["http/1.1"] });
  await ready(secured, "secureConnect", signal);
  return secured;
}

function proxied(proxyUrl: string, options: GuardOptions): Dispatcher {
  const timeout = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const proxy = new ProxyAgent({
    uri: proxyUrl,
    // Many proxies allow tunnels to port 443 only.
    proxyTunnel: false,
    proxyTls: { timeout },
    requestTls: { timeout },
    // Without a limit a silent proxy would block for five minutes.
    clientFactory: (origin, pool) => new Pool(origin, { ...pool, headersTimeout: timeout }),
  });
  const { resolve = resolveName } = options;
  const unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN, ttl: UNKNOWN_FOR_MS });
  /** The proxy resolves a name unknown here; we skip the look-up for a while. */
  async function vet(origin: string): Promise<void> {
    const { hostname } = vetAddress(origin, options);
    if (isReservedName(hostname) || unknown.has(hostname)) return;
    const signal = AbortSignal.timeout(PROXY_LOOKUP_MS);
    const addresses = await withinTime(resolve(hostname, signal), signal).catch(() => []);
    if (addresses.length === 0) unknown.set(hostname, true);
    assertPublic(addresses, options);
  }
  return proxy.compose((dispatch) => (request, handler) => {
    vet(String(request.origin))
      .then(() => dispatch(request, handler))
      .catch((error: Error) => handler.onResponseError?.(NO_CONTROLLER, error));
    return true;
  });
}

const NO_CONTROLLER: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => {},
  pause: () => {},
  resume: () => {},
};

/**
 * Reaches only the public internet: it vets the name, resolves it once, refuses it if any address is not public,
 * connects to one vetted address and checks the socket's peer. Refusals throw SiteError.
 */
export function createGuardedAgent(options: GuardOptions = {}): Dispatcher {
  if (options.proxyUrl !== undefined) return proxied(options.proxyUrl, options);
  return new Agent({
    connect: (target, callback) => {
      connectVetted(target, options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
}
