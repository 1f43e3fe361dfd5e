/**
 * What is not the public internet, by the special-purpose registries of IANA (RFC 6890 and what came after it), the
 * multicast ranges, and the parts of IPv6 that nobody is given. Read bit by bit, so that it shares nothing with the code
 * under test.
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

/** An address as one number, with its width. */
interface Bits {
  value: bigint;
  width: 32 | 128;
}

function bitsOfV4(text: string): Bits {
  const value = text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  return { value, width: 32 };
}

function groupsOf(text: string): bigint[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [BigInt(`0x${group}`)];
    const { value } = bitsOfV4(group);
    return [value >> 16n, value & 0xffffn];
  });
}

function bitsOf(text: string): Bits {
  if (!text.includes(":")) return bitsOfV4(text);
  const [head = "", tail] = text.split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const zeros = Array<bigint>(8 - before.length - after.length).fill(0n);
  const value = [...before, ...zeros, ...after].reduce((sum, group) => sum * 65_536n + group, 0n);
  return { value, width: 128 };
}

function isWithin(address: Bits, block: string): boolean {
  const [start = "", length = ""] = block.split("/");
  const first = bitsOf(start);
  const rest = BigInt(first.width) - BigInt(length);
  return first.width === address.width && first.value >> rest === address.value >> rest;
}

/** Whether the registries leave an address to the public internet. */
export function isOrdinary(address: string): boolean {
  const bits = bitsOf(address);
  return ![...SPECIAL_V4, ...SPECIAL_V6].some((block) => isWithin(bits, block));
}

function format({ value, width }: Bits): string {
  const size = width === 32 ? 8n : 16n;
  const count = width === 32 ? 4 : 8;
  const parts = Array.from(
    { length: count },
    (_, index) => (value >> (size * BigInt(count - 1 - index))) & ((1n << size) - 1n),
  );
  return width === 32 ? parts.join(".") : parts.map((part) => part.toString(16)).join(":");
}

/** An address of a block: its first (0), its last (1), or one between them. */
export function addressIn(block: string, share: number): string {
  const [start = "", length = ""] = block.split("/");
  const first = bitsOf(start);
  const size = 1n << (BigInt(first.width) - BigInt(length));
  const offset = (size * BigInt(Math.round(share * 1_000_000))) / 1_000_000n;
  const value = first.value + (offset >= size ? size - 1n : offset);
  return format({ value, width: first.width });
}
