import { parse } from "tldts";
import { parseUrl } from "../../text/parse-url";
import { SiteError } from "./site-error";

export interface AddressRules {
  /** Allows names below „test“; for tests only. */
  testNames?: boolean;
}

const MAX_ADDRESS_LENGTH = 4_096;
const MAX_HOST_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Internal names, some of them in the public suffix list. */
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
/** Reserved (RFC 2606); the demo's companies use it. */
const EXAMPLE_SUFFIX = "example";
const TEST_SUFFIX = "test";

/** Judges the spelling alone. Callers must fetch the returned URL, never the input text. @throws SiteError */
export function vetAddress(
  address: string,
  { base, testNames = false }: AddressRules & { base?: URL } = {},
): URL {
  const url = address.length > MAX_ADDRESS_LENGTH ? null : parseUrl(address, base);
  if (url === null) throw SiteError.because("malformed");
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const refusal = refusalOf(url, testNames);
  if (refusal !== null) throw SiteError.because(refusal);
  return url;
}

export function isReservedName(host: string): boolean {
  return host.endsWith(`.${EXAMPLE_SUFFIX}`);
}

/** @param url its host is in lower case and punycode, with IPv4 numbers as addresses */
function refusalOf(
  { protocol, username, password, port, hostname: host }: URL,
  testNames: boolean,
) {
  if (protocol !== "http:" && protocol !== "https:") return "scheme";
  if (username !== "" || password !== "") return "user_info";
  if (!["", "80", "443"].includes(port)) return "port";
  const { isIp, isIcann } = parse(host, { extractHostname: false });
  // A lead's key is a domain, so no lead is lost.
  if (isIp === true || host.startsWith("[")) return "ip_literal";
  const labels = host.split(".");
  if (host.length > MAX_HOST_LENGTH || !labels.every((label) => LABEL.test(label))) return "host";
  const suffix = labels.at(-1) ?? "";
  if (LOCAL_SUFFIXES.has(suffix) || labels.length < 2) return "local_name";
  if (suffix === TEST_SUFFIX) return testNames ? null : "local_name";
  return isIcann === true || suffix === EXAMPLE_SUFFIX ? null : "suffix";
}
