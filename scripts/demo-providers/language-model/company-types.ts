import { foldText } from "../world/folded-text";
import { countSigns } from "./page-text";

/** Words that speak for a kind of company, by the folded beginning of the kind's name, both as beginnings of words. */
const SIGNS: readonly (readonly [kind: string, signs: readonly string[]])[] = [
  ["stadtwerk", ["stadtwerk", "gemeindewerk", "kommunal", "daseinsvorsorge", "grundversorg"]],
  ["netzbetreib", ["netzbetreib", "verteilnetz", "netzanschl", "netzgesellschaft"]],
  ["wasserversorg", ["wasserversorg", "wasserverband", "wasserwerk"]],
  ["entsorg", ["entsorg", "abfall", "recycling", "container"]],
  [
    "energieversorg",
    [
      "energieversorg",
      "elektrizitaetswerk",
      "fernwaerme",
      "nahwaerme",
      "oekostrom",
      "stromversorg",
    ],
  ],
  ["industriepark", ["industriepark", "gewerbepark", "chemiepark", "technologiepark"]],
  [
    "industrie",
    ["maschinenbau", "anlagenbau", "fertigung", "produktion", "hersteller", "metallbau"],
  ],
  [
    "handwerk",
    [
      "handwerk",
      "meisterbetrieb",
      "elektriker",
      "elektrohandwerk",
      "elektroinstall",
      "elektrotechnik",
      "dachdeck",
      "tischler",
      "schreiner",
      "heizung",
      "sanitaer",
      "backstube",
      "baecker",
      "montage",
      "photovoltaik",
    ],
  ],
  ["gesundheit", ["zahnarzt", "zahnaerzt", "praxis", "patient", "behandlung", "klinik"]],
  ["gastgewerbe", ["hotel", "gasthof", "pension", "zimmer", "restaurant", "uebernacht"]],
  ["it", ["software", "systemhaus", "edv", "cloud", "server", "netzwerktechnik"]],
  ["handel", ["autohaus", "fahrzeug", "haendler", "grosshandel", "einzelhandel"]],
  ["kommune", ["stadtverwaltung", "rathaus", "gemeindeverwaltung"]],
  ["verein", ["verein", "mitglied", "ehrenamt"]],
  ["bildung", ["schule", "kurs", "seminar", "weiterbildung"]],
  ["immobilien", ["immobilie", "hausverwaltung", "vermietung"]],
  ["verkehr", ["spedition", "logistik", "transport", "fracht"]],
  ["logistik", ["spedition", "logistik", "transport", "fracht"]],
  ["landwirt", ["landwirt", "hofladen", "ernte"]],
  ["dienstleist", ["steuerberat", "kanzlei", "beratung", "agentur", "mandant"]],
];

const OTHER = /^(sonstig|ander|other|unbekannt)/;

function signsOf(type: string): readonly string[] {
  const folded = foldText(type);
  const known = SIGNS.find(([kind]) => folded.startsWith(kind))?.[1] ?? [];
  return [folded, ...known];
}

/** The kind of company that most words of a text speak for; the one for everything else where none does. */
export function chooseCompanyType(text: string, types: readonly string[]): string {
  let best: { type: string; count: number } | undefined;
  for (const type of types) {
    const count = countSigns(text, signsOf(type));
    if (count > (best?.count ?? 0)) best = { type, count };
  }
  const other = types.find((type) => OTHER.test(foldText(type)));
  return best?.type ?? other ?? types.at(-1) ?? "Sonstiges";
}
