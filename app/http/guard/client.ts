import ipaddr from "ipaddr.js";
import { type AllowedOrigins, isAllowedHost } from "../gate/request-origin";
import type { RequestFacts } from "./admission.server";

/** The other end of a request, as the server in front or the socket knows it. */
export interface Client {
  /** IP address; empty where it is unknown. */
  address: string;
  /** The host that the browser asked for, with its port where there is one. */
  host: string;
  isSecure: boolean;
}

interface ClientFacts extends RequestFacts {
  allowed: AllowedOrigins;
  /** `APP_ORIGIN` says that a reverse proxy stands in front. */
  isBehindProxy: boolean;
}

/** A proxy stands on this machine or in a private network with it, such as a container's. */
const NEAR = new Set(["loopback", "private", "uniqueLocal"]);

/** The other end may be a proxy; an address of the internet can't. */
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
