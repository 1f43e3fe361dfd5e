import { BlockList } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * What is not the public internet, by the special-purpose registries of IANA (RFC 6890 and what came after it), the
 * multicast ranges, and the parts of IPv6 that nobody is given. Judged by Node, not by the code under test.
 */
export const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
export const SPECIAL_V6 = [
  "::/3",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
  "4000::/2",
  "8000::/1",
];

/** Apart, since the rules of IPv6 would hold for addresses of IPv4, too. */
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const block of [...SPECIAL_V4, ...SPECIAL_V6]) {
  const [start = "", length = ""] = block.split("/");
  special[familyOf(start)].addSubnet(start, Number(length), familyOf(start));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}

/** Whether the registries leave an address to the public internet. */
export function isOrdinary(address: string): boolean {
  const family = familyOf(address);
  return !special[family].check(address, family);
}

/** An address of a block: its first (0), its last (1), or one between them. */
export function addressIn(block: string, share: number): string {
  const [start = "", length = ""] = block.split("/");
  const bytes = Buffer.from(ipaddr.parse(start).toByteArray());
  const size = 1n << BigInt(bytes.length * 8 - Number(length));
  const offset = (size * BigInt(Math.round(share * 1_000_000))) / 1_000_000n;
  const value = BigInt(`0x${bytes.toString("hex")}`) + (offset < size ? offset : size - 1n);
  const digits = value.toString(16).padStart(bytes.length * 2, "0");
  return ipaddr.fromByteArray([...Buffer.from(digits, "hex")]).toString();
}
