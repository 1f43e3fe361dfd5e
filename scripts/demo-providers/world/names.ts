import type { Region } from "./federal-states";
import { namePatterns } from "./name-patterns";
import {
  brands,
  familyEndings,
  familyStems,
  firstNames,
  landmarks,
  villageEndings,
  villagePrefixes,
  villageStems,
} from "./name-words";
import type { Place } from "./places";
import { dealSlot, type SeededRandom } from "./seeded-random";
import type { TradeKey } from "./trades";

export interface Person {
  firstName: string;
  lastName: string;
}

export interface CompanyName {
  /** As on the map, with legal form and whatever else the owner typed in. */
  full: string;
  /** Without legal form: what the domain is made from. */
  core: string;
  /** Who leads the firm; the same person when the name contains one. */
  manager: Person;
  /** Several unrelated firms bear this name on purpose. */
  common: boolean;
}

const LONGEST_NAME = 120;

/**
 * Names that make trouble in lists. Of every 250 companies of one trade and state: one begins with
 * "=", one with "+", one has HTML in it, two have quotes, two are very long (up to 120 characters)
 * and four share their name with unrelated firms.
 */
type NameTrap = "equals" | "plus" | "html" | "quotes" | "long" | "common" | "none";

const traps: readonly NameTrap[] = [
  "equals",
  "plus",
  "html",
  "quotes",
  "quotes",
  "long",
  "long",
  "common",
  "common",
  "common",
  "common",
];

/** A family name that hardly exists, coloured by the part of the country. */
function inventFamily(random: SeededRandom, region: Region): string {
  return random.pick(familyStems) + random.pick(familyEndings[region]);
}

/** A village that is on no map, e.g. "Kiebitzkoog" or "Ober-Quittenbronn". */
export function inventVillage(random: SeededRandom, region: Region): string {
  const village = random.pick(villageStems) + random.pick(villageEndings[region]);
  if (!random.chance(0.2)) return village;
  return random.pick(villagePrefixes) + village;
}

/** Composes the name of company number `index` of a trade in a state. */
export function composeName(
  random: SeededRandom,
  trade: TradeKey,
  seat: Place,
  index: number,
): CompanyName {
  const { region, code } = seat.state;
  const { patterns, legalForms, commonName } = namePatterns[trade];
  const manager = { firstName: random.pick(firstNames), lastName: inventFamily(random, region) };
  const parts: Record<string, string> = {
    S: manager.lastName,
    F: manager.firstName,
    T: inventFamily(random, region),
    P: inventVillage(random, region),
    Q: inventVillage(random, region),
    C: seat.locality.replace(/ .*|\/.*/, ""),
    B: random.pick(brands),
    L: random.pick(landmarks),
  };
  const core = random.pick(patterns).replace(/\{(\w)\}/g, (_, key: string) => parts[key] ?? "");
  const legalForm = random.pick(legalForms);

  const trap = traps[dealSlot("name-trap", `${trade}/${code}`, index, 250)] ?? "none";
  if (trap === "common") return { full: commonName, core: commonName, manager, common: true };
  const full =
    trap === "long"
      ? joinName(stretchName(core, trade, parts, LONGEST_NAME - legalForm.length - 1), legalForm)
      : joinName(trapName(trap, core), legalForm);
  return { full, core, manager, common: false };
}

function joinName(name: string, legalForm: string): string {
  return legalForm === "" ? name : `${name} ${legalForm}`;
}

function trapName(trap: NameTrap, core: string): string {
  switch (trap) {
    case "equals":
      return `=1+1 ${core}`;
    case "plus":
      return `+Plus ${core}`;
    case "html":
      return `<b>${core}</b>`;
    case "quotes":
      return core.replace(/^(\S+) (.+)$/, '$1 "$2"');
    default:
      return core;
  }
}

/** What owners append to be found for everything; no word is cut in the middle. */
function stretchName(
  core: string,
  trade: TradeKey,
  parts: Record<string, string>,
  room: number,
): string {
  const villages = `${parts.P} und ${parts.Q}`;
  const long =
    trade === "stadtwerke" || trade === "fernwaerme"
      ? `${core} – Zweckverband für Strom, Gas und Wasser der Gemeinden ${villages}`
      : `${core} – Beratung, Planung, Ausführung, Wartung und Kundendienst für ${villages}`;
  return long.length <= room ? long : long.slice(0, room).replace(/( und| für|,)? \S*$/, "");
}
