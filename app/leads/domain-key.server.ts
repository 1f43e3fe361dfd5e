import { domainToUnicode } from "node:url";
import { parse } from "tldts";
import { parseUrl } from "../text/parse-url";
import platforms from "./platform-domains.json";

/**
 * The owner that a website or email address names: a company by its own domain, a platform that belongs to many, or
 * nobody.
 */
export type DomainKey =
  | { kind: "company"; domain: string }
  | { kind: "platform"; domain: string }
  | { kind: "none" };

const { "Unterseiten gehören je einer eigenen Firma": sharedHosts, ...groups } = platforms;
const PLATFORMS = new Set(Object.values(groups).flat());
const SHARED_HOSTS = new Set(sharedHosts);
/** Reserved for examples (RFC 2606); the companies of the demo live here. */
const EXAMPLE_TLD = "example";

function hostOf(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const hasScheme = /^(?:https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(trimmed);
  // Only an @ before the path belongs to an email address.
  const bare = hasScheme ? trimmed : `http://${trimmed.replace(/^[^/\\?#]*@/, "")}`;
  const url = parseUrl(bare);
  if (url === null) return null;
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  return url.hostname.replace(/(?<!\.)\.+$/, "");
}

/**
 * The key of a company: the registrable domain of its website or email address by the public suffix list, private
 * section included, in lower case and punycode. URL comes before the suffix list, because the list leaves umlauts as
 * they were typed.
 *
 * @param address a URL with or without scheme, a host name, or an email address
 */
export function domainKey(address: string): DomainKey {
  const host = hostOf(address);
  if (host === null) return { kind: "none" };
  const parsed = parse(host, { allowPrivateDomains: true, extractHostname: false });
  const isPublic = parsed.isIcann || parsed.isPrivate || parsed.publicSuffix === EXAMPLE_TLD;
  if (parsed.isIp || !isPublic) return { kind: "none" };
  if (parsed.domain === null) {
    // The name of a shared host itself, e.g. „github.io“, is nobody's.
    return parsed.isPrivate ? { kind: "platform", domain: host } : { kind: "none" };
  }
  const customer = customerOfSharedHost(host, parsed.domain);
  if (customer !== null) return { kind: "company", domain: customer };
  const isPlatform = PLATFORMS.has(parsed.domain) || PLATFORMS.has(host) || isGoogle(parsed);
  return { kind: isPlatform ? "platform" : "company", domain: parsed.domain };
}

/** Google has its maps and pages under every country's suffix. */
function isGoogle(parsed: { domainWithoutSuffix: string | null }): boolean {
  return parsed.domainWithoutSuffix === "google";
}

/** „maler-mueller.business.site“ is one customer's, though the public suffix list does not list the host. */
function customerOfSharedHost(host: string, domain: string): string | null {
  if (!SHARED_HOSTS.has(domain) || host === domain || host === `www.${domain}`) return null;
  const labels = host.slice(0, -domain.length - 1).split(".");
  const name = labels.at(-1);
  return name === undefined || name === "www" ? null : `${name}.${domain}`;
}

/** A stored domain as people read it: „xn--mller-bder-u5ac.de“ → „müller-bäder.de“. */
export function displayDomain(domain: string): string {
  return domainToUnicode(domain) || domain;
}
