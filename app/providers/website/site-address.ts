import { parse } from "tldts";
import { parseUrl } from "../../text/parse-url";
import type { AddressRefusal } from "./site-error";

/** The address as it may be fetched, or what speaks against it. */
type SiteAddress = { url: URL } | { refusal: AddressRefusal };

export interface AddressRules {
  /** Lets names below „test“ through. Tests alone. */
  testNames?: boolean;
}

const MAX_ADDRESS_LENGTH = 4_096;
const MAX_HOST_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that only an internal network gives a meaning to, some of them with a place in the public suffix list. */
const LOCAL_SUFFIXES = new Set([
  "localhost",
  "local",
  "localdomain",
  "lan",
  "home",
  "internal",
  "intranet",
  "corp",
  "arpa",
  "invalid",
  "onion",
]);
/** Reserved and resolved nowhere (RFC 2606); the demo's companies live here. */
const EXAMPLE_SUFFIX = "example";
const TEST_SUFFIX = "test";

/**
 * Judges whether an address may be the page of a company's website, by its spelling alone. What is fetched must be the
 * URL that comes back, never the text that went in.
 *
 * @param address absolute, or relative to `base`
 */
export function judgeAddress(
  address: string,
  { base, testNames = false }: AddressRules & { base?: URL } = {},
): SiteAddress {
  const url = address.length > MAX_ADDRESS_LENGTH ? null : parseUrl(address, base);
  if (url === null) return { refusal: "malformed" };
  // „firma.de.“ is the same name, written out to the root.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const refusal = refusalOf(url, testNames);
  return refusal === null ? { url } : { refusal };
}

/** Reserved names that no name server knows (RFC 2606). */
export function isReservedName(host: string): boolean {
  return host.endsWith(`.${EXAMPLE_SUFFIX}`);
}

function refusalOf(url: URL, testNames: boolean): AddressRefusal | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "scheme";
  if (url.username !== "" || url.password !== "") return "user_info";
  if (!["", "80", "443"].includes(url.port)) return "port";
  return refusalOfHost(url.hostname, testNames);
}

/** @param host as URL writes it: lower case, punycode, every number turned into an IPv4 address */
function refusalOfHost(host: string, testNames: boolean): AddressRefusal | null {
  const { isIp, isIcann } = parse(host, { extractHostname: false });
  // A lead's key is a domain, so nothing is lost.
  if (isIp === true || host.startsWith("[")) return "ip_literal";
  const labels = host.split(".");
  if (host.length > MAX_HOST_LENGTH || !labels.every((label) => LABEL.test(label))) return "host";
  const suffix = labels.at(-1) ?? "";
  if (LOCAL_SUFFIXES.has(suffix) || labels.length < 2) return "local_name";
  if (suffix === TEST_SUFFIX) return testNames ? null : "local_name";
  return isIcann === true || suffix === EXAMPLE_SUFFIX ? null : "suffix";
}
