import ipaddr from "ipaddr.js";
import { type AllowedOrigins, isAllowedHost } from "../gate/request-origin";
import type { RequestFacts } from "./admission.server";

/** The other end of a request, as the server in front or the socket knows it. */
export interface Client {
  /** IP address; empty where nobody knows it. */
  address: string;
  /** The host that the browser asked for, with its port where there is one. */
  host: string;
  /** Whether the browser speaks https with it. */
  isSecure: boolean;
}

interface ClientFacts extends RequestFacts {
  allowed: AllowedOrigins;
  /** Whether `APP_ORIGIN` says that a reverse proxy stands in front. */
  isBehindProxy: boolean;
}

/** Where a proxy may stand: on this machine, or in a private network with it (a container's, for one). */
const NEAR = new Set(["loopback", "private", "uniqueLocal"]);

/** Whether the other end may be a proxy; whoever comes from the internet is none. */
function isNear(address: string): boolean {
  return ipaddr.isValid(address) && NEAR.has(ipaddr.process(address).range());
}

/**
 * Finds out who the other end is. What a proxy forwards is believed only where one is set up, and of a list of
 * addresses only the last: the ones before it are what the client itself claimed.
 */
export function clientOf({
  header,
  peerAddress = "",
  allowed,
  isBehindProxy,
}: ClientFacts): Client {
  const forwardedHost = isBehindProxy ? header("x-forwarded-host")?.split(",", 1)[0] : undefined;
  const host = (forwardedHost ?? header("host") ?? "").trim().toLowerCase();
  const forwarded = isBehindProxy
    ? header("x-forwarded-for")?.split(",").at(-1)?.trim()
    : undefined;
  const isForwarded = forwarded !== undefined && ipaddr.isValid(forwarded) && isNear(peerAddress);
  return {
    address: isForwarded ? forwarded : peerAddress,
    host,
    isSecure: isAllowedHost(host, allowed) && allowed.origins.has(`https://${host}`),
  };
}
