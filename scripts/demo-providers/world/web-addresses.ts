import { domainToASCII } from "node:url";
import { foldWords } from "./folded-text";
import { hashText, type SeededRandom } from "./seeded-random";

/** A company's own domain: `ascii`, and `shown` with any umlauts. */
export type OwnDomain = ReturnType<DomainRegister["register"]>;

/** The registrable domain of a host or an address in ASCII: "WWW.Bäckerei.example/" becomes "xn--bckerei-5wa.example". */
export function registrableDomain(text: string): string {
  const host = text.replace(/^\w+:\/\//, "").replace(/[/?#:].*$/s, "");
  return domainToASCII(host).split(".").slice(-2).join(".");
}

const FILLER_WORDS = new Set("und der die am fuer im co kg gmbh e k".split(" "));
const LONGEST_LABEL = 34;

/** "Wasser & Energie Zeisigried" becomes "wasser-energie-zeisigried"; long names become initials. */
function labelWords(core: string): string[] {
  const words = foldWords(core)
    .split(" ")
    .filter((word) => !FILLER_WORDS.has(word));
  if (words.join("-").length <= LONGEST_LABEL) return words;
  const initials = words.slice(0, -1).map((word) => word.slice(0, 1));
  return [initials.join(""), words.at(-1)?.slice(0, LONGEST_LABEL - 10) ?? "firma"];
}

/** Finds free domains: every firm has its own, even if firms share a name. */
export class DomainRegister {
  #taken = new Set<string>();

  /** About a fifth of the names with an umlaut keep it in the domain. */
  register(core: string, locality: string, random: SeededRandom) {
    const plain = labelWords(core).join("-");
    const umlauts = core.toLowerCase().replace(/[^a-z0-9äöüß]+/g, "-");
    const keeps = /[äöüß]/.test(umlauts) && umlauts.length <= LONGEST_LABEL && random.chance(0.2);
    const label = keeps ? umlauts : plain;
    const inTown = `${label}-${foldWords(locality).split(" ")[0]}`;
    const free = [label, inTown, `${plain}-${this.#taken.size}`].map((name) => `${name}.example`);
    const shown = free.find((name) => !this.#taken.has(domainToASCII(name))) ?? "";
    const ascii = domainToASCII(shown);
    this.#taken.add(ascii);
    return { ascii, shown };
  }
}

/**
 * Writes a company's own address the way owners do. Of 100: 45 tidy https://www, 13 without www,
 * 14 http://www, 6 bare http, 6 with tracking parameters, 6 deep paths, 4 sub-domains, 3 in upper
 * case, 3 with path and fragment. Umlaut domains appear in both spellings, half and half.
 */
export function spellWebsite(own: OwnDomain, town: string, slot: number): string {
  const host = hashText(own.ascii) % 2 === 0 ? own.shown : own.ascii;
  if (slot < 45) return `https://www.${host}/`;
  if (slot < 58) return `https://${host}/`;
  if (slot < 72) return `http://www.${host}/`;
  if (slot < 78) return `http://${host}`;
  if (slot < 84) return `https://www.${host}/?utm_source=google&utm_medium=organic`;
  if (slot < 90) return `https://www.${host}/de/standorte/${foldWords(town).replace(/ /g, "-")}/`;
  if (slot < 94) return `https://${slot % 2 === 0 ? "shop" : "kundenportal"}.${host}/`;
  if (slot < 97) return `HTTPS://WWW.${host.toUpperCase()}/`;
  return `http://www.${host}/index.php?id=1&L=0#kontakt`;
}

/**
 * The website of a company without a domain, null for all others: of 100 companies 8 have none, 4 a page on
 * a social network, 2 on a portal.
 */
export function foreignWebsite(
  slot: number,
  core: string,
  random: SeededRandom,
): { website: string | undefined } | null {
  if (slot < 8) return { website: undefined };
  const slug = labelWords(core).join("");
  const number = hashText(core);
  const social = [
    `https://www.facebook.com/${slug}.demo/`,
    `https://m.facebook.com/profile.php?id=${number}`,
    `https://www.instagram.com/${slug}_demo/`,
  ];
  const portal = [
    `https://www.gelbeseiten.de/gsbiz/${number}`,
    `https://${slug}-demo.business.site/`,
  ];
  if (slot < 12) return { website: random.pick(social) };
  return slot < 14 ? { website: random.pick(portal) } : null;
}
