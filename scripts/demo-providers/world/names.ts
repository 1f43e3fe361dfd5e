import { faker } from "@faker-js/faker/locale/de";
import { fillPattern } from "./folded-text";
import type { Place } from "./places";
import { dealSlot, type SeededRandom } from "./seeded-random";
import type { Trade } from "./trades";

export interface Person {
  firstName: string;
  lastName: string;
}

export interface CompanyName {
  /** As on the map, with legal form and any additions of the owner. */
  full: string;
  /** Without legal form; the domain is made from it. */
  core: string;
  /** The head of the firm: the person in its name, if there is one. */
  manager: Person;
}

const { first_name, last_name } = faker.definitions.person;
const firstNames = [...(first_name.female ?? []), ...(first_name.male ?? [])];
const lastNames = last_name.generic ?? [];
const { street_name: streetNames } = faker.definitions.location;

const words = (text: string) => text.trim().split(/\s+/);
/** With the endings, these form villages that do not exist, so that no real utility is named. */
const villageStems = words(`
  Zeisig Kiebitz Amsel Dachs Marder Krähen Reiher Igel Hummel Molch Forellen Libellen Hirten Glocken
  Kupfer Honig Nebel Ginster Schlehen Quitten Holunder Wacholder Distel Flachs Lärchen Hopfen Binsen
`);
const villageEndings = words(`
  ried hofen stetten weiler bronn scheid rath born büttel koog moor husen siel walde hagen roda grün
`);
const brands = words(`
  Kranich Eisvogel Lindwurm Silberdistel Nordlicht Morgentau Bachstelze Weißdorn Wetterhahn Zaunkönig
  Goldammer Blaumeise Sonnentau Tannenhäher Feuersalamander
`);
const landmarks = words(
  "Wasserturm Marktplatz Rosengarten Mühlgraben Stadtpark Bahnhof Kranichsee",
);

/**
 * Names that are hard for lists, each once in 250 companies of one trade and state. In the same 250, four unrelated
 * firms share a name.
 */
const hardNames = [
  "=1+1 {}",
  "+Plus {}",
  "<b>{}</b>",
  '"{}"',
  `{} – ${"Beratung und Ausführung, ".repeat(5)}`,
];
const COMMON_UNTIL = hardNames.length + 4;
const LONGEST_NAME = 120;

export function inventPerson(random: SeededRandom): Person {
  return { firstName: random.pick(firstNames), lastName: random.pick(lastNames) };
}

export function inventStreet(random: SeededRandom): string {
  return random.pick(streetNames);
}

function inventVillage(random: SeededRandom): string {
  return random.pick(villageStems) + random.pick(villageEndings);
}

export function composeName(
  random: SeededRandom,
  trade: Trade,
  seat: Place,
  index: number,
): CompanyName {
  const manager = inventPerson(random);
  const slot = dealSlot("name-trap", `${trade.key}/${seat.state.code}`, index, 250);
  const isCommon = slot >= hardNames.length && slot < COMMON_UNTIL;
  const parts = {
    S: isCommon ? "Lindenstroth" : manager.lastName,
    F: manager.firstName,
    T: inventPerson(random).lastName,
    P: isCommon ? "Neu-Lindrach" : inventVillage(random),
    B: random.pick(brands),
    L: random.pick(landmarks),
  };
  const pattern = isCommon ? (trade.names[0] ?? "") : random.pick(trade.names);
  const core = fillPattern(pattern, parts);
  const legalForm = isCommon ? (trade.legalForms[0] ?? "") : random.pick(trade.legalForms);
  const room = LONGEST_NAME - legalForm.length - 1;
  const spelt = (hardNames[slot] ?? "{}").replace("{}", () => core).slice(0, room);
  return { full: `${spelt.replace(/[ ,]+$/, "")} ${legalForm}`.trim(), core, manager };
}
