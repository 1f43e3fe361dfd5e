import ipaddr from "ipaddr.js";

const { IPv4, IPv6 } = ipaddr;

/** Cloud metadata services answer here, in public or shared ranges. */
const CLOUD_ADDRESSES = new Set(["100.100.100.200", "168.63.129.16"]);
/** The only IPv6 range assigned to the internet. */
const GLOBAL_V6 = IPv6.parseCIDR("2000::/3");
/** A comparable spelling; null unless it is a plain IPv4 or IPv6 address. */
export function normalAddress(address: string): string | null {
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
