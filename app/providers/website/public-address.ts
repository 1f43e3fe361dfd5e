import ipaddr from "ipaddr.js";

const { IPv4, IPv6 } = ipaddr;

/** Clouds answer here to requests from inside, though the ranges are public or shared. */
const CLOUD_ADDRESSES = new Set(["100.100.100.200", "168.63.129.16"]);
/** The only part of IPv6 that is given out for the internet. */
const GLOBAL_V6 = IPv6.parseCIDR("2000::/3");
/** Set apart within it, whatever version of the package knows of it: protocol assignments with Teredo, documentation, 6to4, documentation, AS112. */
const SPECIAL_V6 = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "2620:4f:8000::/48",
].map((block) => IPv6.parseCIDR(block));

/** An address in the one spelling that can be compared; null for anything but a plain IPv4 or IPv6 address. */
export function normalAddress(address: string): string | null {
  // „127.1“ and „0x7f.1“ are spellings that no resolver answers with.
  if (IPv4.isValidFourPartDecimal(address)) return address;
  // A zone („fe80::1%eth0“) means a network of this machine.
  if (address.includes("%") || !IPv6.isValid(address)) return null;
  return IPv6.parse(address).toNormalizedString();
}

/**
 * Whether an address lies in the public internet. Every form of IPv6 that embeds an IPv4 address (mapped, NAT64, 6to4,
 * Teredo) is not.
 *
 * @param own the addresses of this machine, which are never public, whatever their range
 */
export function isPublicAddress(address: string, own: Iterable<string> = []): boolean {
  const normal = normalAddress(address);
  if (normal === null || CLOUD_ADDRESSES.has(normal)) return false;
  for (const mine of own) {
    if (normalAddress(mine) === normal) return false;
  }
  if (!normal.includes(":")) return IPv4.parse(normal).range() === "unicast";
  const parsed = IPv6.parse(normal);
  return (
    parsed.match(GLOBAL_V6) &&
    parsed.range() === "unicast" &&
    !SPECIAL_V6.some((block) => parsed.match(block))
  );
}
