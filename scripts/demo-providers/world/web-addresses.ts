import { domainToASCII } from "node:url";
import { foldText } from "./folded-text";
import { dealSlot, hashText, type SeededRandom } from "./seeded-random";

/** What a company tells Google as its website. */
export interface WebPresence {
  /** As Google would send it: any spelling. */
  website?: string;
  /** The company's own registrable domain in ASCII form; absent without an own website. */
  domain?: string;
}

/** A company's own domain, in both ways of writing it. */
export interface OwnDomain {
  ascii: string;
  /** With umlauts, where the domain has any. */
  shown: string;
}

export type PresenceKind = "none" | "social" | "portal" | "own";

const FILLER_WORDS = new Set([
  "und",
  "der",
  "die",
  "am",
  "fuer",
  "im",
  "co",
  "kg",
  "gmbh",
  "e",
  "k",
]);
const LONGEST_LABEL = 34;

/** Of 100 companies 8 have no website, 4 a social network page, 2 a portal page, the rest their own. */
export function presenceKind(group: string, index: number): PresenceKind {
  const slot = dealSlot("website", group, index, 100);
  if (slot < 8) return "none";
  if (slot < 12) return "social";
  if (slot < 14) return "portal";
  return "own";
}

/** "Wasser & Energie Zeisigried" becomes "wasser-energie-zeisigried", long names their initials. */
function labelWords(core: string): string[] {
  const words = foldText(core)
    .split(" ")
    .filter((word) => !FILLER_WORDS.has(word));
  if (words.join("-").length <= LONGEST_LABEL) return words;
  const last = words.at(-1) ?? "firma";
  const initials = words.slice(0, -1).map((word) => word.slice(0, 1));
  return [initials.join(""), last.slice(0, LONGEST_LABEL)];
}

/** Finds free domains: every firm has its own, also when it shares its name with others. */
export class DomainRegister {
  #taken = new Set<string>();

  /** About a fifth of the names with an umlaut keep it in the domain. */
  register(core: string, locality: string, random: SeededRandom): OwnDomain {
    const words = labelWords(core);
    const plain = words.join("-");
    const umlauts = umlautLabel(core);
    const label = umlauts !== undefined && random.chance(0.2) ? umlauts : plain;
    const town = foldText(locality).split(" ")[0] ?? "stadt";
    for (const candidate of [
      label,
      `${label}-${town}`,
      `${plain}-${town}-${hashText(core) % 97}`,
    ]) {
      const own = { ascii: domainToASCII(`${candidate}.example`), shown: `${candidate}.example` };
      if (this.#taken.has(own.ascii)) continue;
      this.#taken.add(own.ascii);
      return own;
    }
    const numbered = `${plain}-${this.#taken.size}.example`;
    this.#taken.add(numbered);
    return { ascii: numbered, shown: numbered };
  }
}

function umlautLabel(core: string): string | undefined {
  if (!/[äöüß]/i.test(core)) return undefined;
  const label = core
    .toLowerCase()
    .replace(/[^a-z0-9äöüß]+/g, "-")
    .replace(/^-|-$/g, "");
  return label.length <= LONGEST_LABEL ? label : undefined;
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
  if (slot < 84) {
    return `https://www.${host}/?utm_source=google&utm_medium=organic&utm_campaign=gmb`;
  }
  if (slot < 90) return `https://www.${host}/de/standorte/${foldText(town).replace(/ /g, "-")}/`;
  if (slot < 94) return `https://${slot % 2 === 0 ? "shop" : "kundenportal"}.${host}/`;
  if (slot < 97) return `HTTPS://WWW.${host.toUpperCase()}/`;
  return `http://www.${host}/index.php?id=1&L=0#kontakt`;
}

/** A page at somebody else's site that stands in for an own website. */
export function foreignWebsite(
  kind: "social" | "portal",
  core: string,
  random: SeededRandom,
): string {
  const slug = labelWords(core).join("");
  const number = hashText(core);
  if (kind === "social") {
    return random.pick([
      `https://www.facebook.com/${slug}.demo/`,
      `https://m.facebook.com/profile.php?id=${number}`,
      `https://www.instagram.com/${slug}_demo/`,
    ]);
  }
  return random.pick([
    `https://www.gelbeseiten.de/gsbiz/${number}`,
    `https://www.11880.com/branchenbuch/demo/${number}.html`,
    `https://${slug}-demo.business.site/`,
  ]);
}
