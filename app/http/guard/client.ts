import ipaddr from "ipaddr.js";
import { type AllowedOrigins, isAllowedHost } from "../gate/request-origin";
import type { RequestFacts } from "./admission.server";

export interface Client {
  address: string;
  /** With its port, if any. */
  host: string;
  isSecure: boolean;
}

interface ClientFacts extends RequestFacts {
  allowed: AllowedOrigins;
  /** `APP_ORIGIN` is set. */
  isBehindProxy: boolean;
}

const LOCAL_RANGES = new Set(["loopback", "private", "uniqueLocal"]);

function isLocal(address: string): boolean {
  return ipaddr.isValid(address) && LOCAL_RANGES.has(ipaddr.process(address).range());
}

/** Trusts forwarded headers only behind a proxy, and only the last address: clients can forge the others. */
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
  const isForwarded = forwarded !== undefined && ipaddr.isValid(forwarded) && isLocal(peerAddress);
  return {
    address: isForwarded ? forwarded : peerAddress,
    host,
    isSecure: isAllowedHost(host, allowed) && allowed.origins.has(`https://${host}`),
  };
}
