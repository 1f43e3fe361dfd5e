import { PUBLIC, PUBLIC_V6 } from "./fake-internet";
import { addressIn, isOrdinary, SPECIAL_V4, SPECIAL_V6 } from "./iana-registries";

interface GeneratedForm {
  form: string;
  isAdmitted: boolean;
}

const REDIRECTS = [301, 302, 303, 307, 308];
/** Unused parts of the internet are as public as the used ones. */
const ORDINARY_V4 = ["1.0.0.0/8", "81.0.0.0/8", "185.0.0.0/8", "217.0.0.0/8"];
const ORDINARY_V6 = ["2003::/16", "2a00::/12", "2400::/12"];

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

function pick<T>(list: readonly T[], random: Random): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error("an empty list");
  return item;
}

/** The first address of a block, its last, or one between. */
function anyIn(blocks: readonly string[], random: Random): string {
  return addressIn(pick(blocks, random), pick([0, 1, random(), random()], random));
}

const PART_SPELLINGS = [
  (part: number) => String(part),
  (part: number) => `0${part.toString(8)}`,
  (part: number) => `0x${part.toString(16)}`,
  (part: number) => `0X${part.toString(16).toUpperCase()}`,
  (part: number) => `0000${part.toString(8)}`,
];

/** One of the many ways to write an IPv4 address: numbers in three systems, parts run together, signs that look alike. */
function spellV4(address: string, random: Random): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const joined = pick(
    [
      [a, b, c, d],
      [a, b, c * 256 + d],
      [a, (b * 256 + c) * 256 + d],
      [((a * 256 + b) * 256 + c) * 256 + d],
    ],
    random,
  );
  const text = joined.map((part) => pick(PART_SPELLINGS, random)(part)).join(".");
  return pick(HOST_SPELLINGS, random)(text);
}

const replaceDigits = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** What the parser of addresses takes for the same name. */
const HOST_SPELLINGS = [
  (host: string) => host,
  (host: string) => `${host}.`,
  (host: string) => replaceDigits(host, 0xff10),
  (host: string) => replaceDigits(host, 0x1d7ce),
  (host: string) => host.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x245f + Number(digit))),
  (host: string) => host.replaceAll(".", "。"),
  (host: string) => `${host.slice(0, 1)}\u00ad${host.slice(1)}`,
  (host: string) => `${host.slice(0, 1)}\u200b${host.slice(1)}`,
  (host: string) => host.replace(/\d/, (digit) => `%3${digit}`),
  (host: string) => host.toUpperCase(),
];

function spellV6(address: string, random: Random): string {
  const groups = address.split(":");
  const spelled = pick(
    [
      address,
      address.toUpperCase(),
      groups.map((group) => group.padStart(4, "0")).join(":"),
      // The longest run of zeros at the end, where there is one.
      address.replace(/(?::0)+$/, "::"),
      `${groups.slice(0, 6).join(":")}:${dotted(groups[6] ?? "0", groups[7] ?? "0")}`,
    ],
    random,
  );
  return `[${spelled}${pick(["", "", "", "%25lo", "%251"], random)}]`;
}

function dotted(high: string, low: string): string {
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [h >> 8, h & 255, l >> 8, l & 255].join(".");
}

/** IPv6 around an IPv4 address: mapped, compatible, NAT64, 6to4, Teredo, ISATAP. */
function embed(v4: string, random: Random): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split(".").map(Number);
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const forms = [
    `::ffff:${v4}`,
    `::ffff:${hex}`,
    `::${hex}`,
    `64:ff9b::${hex}`,
    `64:ff9b:1::${hex}`,
    `2002:${hex}::1`,
    `2001:0:${hex}::`,
    `fe80::5efe:${hex}`,
  ];
  return pick(forms, random);
}

/** A forbidden address of either kind. */
function forbidden(random: Random): string {
  const kinds = [
    () => anyIn(SPECIAL_V4, random),
    () => anyIn(SPECIAL_V6, random),
    () => embed(anyIn(SPECIAL_V4, random), random),
  ];
  return pick(kinds, random)();
}

function ordinary(random: Random): string {
  return anyIn(pick([ORDINARY_V4, ORDINARY_V6], random), random);
}

function literal(address: string, random: Random): string {
  return address.includes(":") ? `[${address}]` : spellV4(address, random);
}

/** Forms of forbidden and ordinary targets, and the names some of them use. */
export function generateForms(count: number, seed = 20_261_121) {
  const random = seeded(seed);
  const names: Record<string, string[][]> = { "public.test": [[PUBLIC]] };
  const newName = (...answers: string[][]) => {
    const name = `n${Object.keys(names).length}.test`;
    names[name] = answers;
    return name;
  };
  const makers: (() => GeneratedForm)[] = [
    () => refused(`http://${spellV4(anyIn(SPECIAL_V4, random), random)}/`),
    () => refused(`http://${spellV6(anyIn(SPECIAL_V6, random), random)}/`),
    () => refused(`http://[${embed(anyIn(SPECIAL_V4, random), random)}]/`),
    () => refused(`http://public.test@${literal(forbidden(random), random)}/`),
    () => refused(`http://${literal(anyIn(SPECIAL_V4, random), random)}:80@public.test/`),
    () => {
      const target = encodeURIComponent(`http://${literal(forbidden(random), random)}/`);
      return refused(`http://public.test/r${pick(REDIRECTS, random)}?to=${target}`);
    },
    () => {
      const target = pick([forbidden, ordinary], random)(random);
      const to = encodeURIComponent(`http://${newName([target])}/`);
      const form = `http://public.test/r${pick(REDIRECTS, random)}?to=${to}`;
      return { form, isAdmitted: isOrdinary(target) };
    },
    () => {
      const target = pick([forbidden, ordinary], random)(random);
      return { form: `http://${newName([target])}/`, isAdmitted: isOrdinary(target) };
    },
    () => {
      // A chain of aliases ends in its addresses, mixed as its owner likes.
      const targets = [PUBLIC, ordinary(random), pick([forbidden, ordinary], random)(random)];
      const turned = random() < 0.5 ? targets : targets.toReversed();
      return { form: `http://${newName(turned)}/`, isAdmitted: targets.every(isOrdinary) };
    },
    () => {
      // The first answer is the one that is vetted, and the one that is connected to.
      const name = newName([pick([PUBLIC, PUBLIC_V6], random)], [forbidden(random)]);
      const again = encodeURIComponent(`http://${name}:443/`);
      return refused(`http://${name}/r302?to=${again}`);
    },
    () => refused(`http://${newName([ordinary(random)])}:${2 + Math.floor(random() * 70)}/`),
  ];
  const forms = Array.from({ length: count }, (_, index) => {
    const make = makers[index % makers.length];
    if (make === undefined) throw new Error("no maker");
    return make();
  });
  return { forms, names };
}

function refused(form: string): GeneratedForm {
  return { form, isAdmitted: false };
}
