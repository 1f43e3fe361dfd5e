import { foldText, foldToBaseLetters } from "~db/fold";

/** The 16 federal states by the two letters of ISO 3166-2:DE. */
export const FEDERAL_STATES = {
  BW: "Baden-Württemberg",
  BY: "Bayern",
  BE: "Berlin",
  BB: "Brandenburg",
  HB: "Bremen",
  HH: "Hamburg",
  HE: "Hessen",
  MV: "Mecklenburg-Vorpommern",
  NI: "Niedersachsen",
  NW: "Nordrhein-Westfalen",
  RP: "Rheinland-Pfalz",
  SL: "Saarland",
  SN: "Sachsen",
  ST: "Sachsen-Anhalt",
  SH: "Schleswig-Holstein",
  TH: "Thüringen",
} as const;

export type FederalState = (typeof FEDERAL_STATES)[keyof typeof FEDERAL_STATES];

export const FEDERAL_STATE_NAMES: readonly FederalState[] = Object.values(FEDERAL_STATES);

/** Other names: in English, and as maps services and people shorten them. */
const OTHER_NAMES: Record<string, FederalState> = {
  BaWü: "Baden-Württemberg",
  Bavaria: "Bayern",
  BAY: "Bayern",
  BLN: "Berlin",
  BBG: "Brandenburg",
  BRB: "Brandenburg",
  Hesse: "Hessen",
  MVP: "Mecklenburg-Vorpommern",
  MeckPomm: "Mecklenburg-Vorpommern",
  "Mecklenburg-Western Pomerania": "Mecklenburg-Vorpommern",
  "Mecklenburg-West Pomerania": "Mecklenburg-Vorpommern",
  NDS: "Niedersachsen",
  "Lower Saxony": "Niedersachsen",
  NRW: "Nordrhein-Westfalen",
  "North Rhine-Westphalia": "Nordrhein-Westfalen",
  "Northern Rhine-Westphalia": "Nordrhein-Westfalen",
  "Nordrhein-Westphalen": "Nordrhein-Westfalen",
  RLP: "Rheinland-Pfalz",
  "Rhineland-Palatinate": "Rheinland-Pfalz",
  "Rheinland-Palatinate": "Rheinland-Pfalz",
  SAAR: "Saarland",
  Saxony: "Sachsen",
  SA: "Sachsen-Anhalt",
  LSA: "Sachsen-Anhalt",
  "Saxony-Anhalt": "Sachsen-Anhalt",
  SLH: "Schleswig-Holstein",
  THÜ: "Thüringen",
  Thuringia: "Thüringen",
};

/** What the states call themselves before their name. */
const STYLE =
  /^(?:bundesland|land|(?:federal |free )?state(?: of)?|freistaat|stadtstaat|(?:freie )?(?:und )?hansestadt|free (?:and )?hanseatic city of|city of|de[- ](?=..$)) ?/;

/** Without what is written in one way or another: „Baden Württemberg“, „N.R.W.“. */
const keyOf = (text: string) => text.replace(/[-‐‑–./ ]/g, "");

const BY_SPELLING = new Map<string, FederalState>(
  [...Object.entries(FEDERAL_STATES), ...Object.entries(OTHER_NAMES)]
    .flatMap(([spelling, name]): [string, FederalState][] => [
      [spelling, name],
      [name, name],
    ])
    .flatMap(([spelling, name]) => [
      [keyOf(foldText(spelling)), name],
      [keyOf(foldToBaseLetters(spelling)), name],
    ]),
);

/** The federal state that an ISO code („BY“), a short form („NRW“), a German or an English name stands for, or null. */
export function parseFederalState(text: string): FederalState | null {
  const [, name = "", inBrackets = ""] = /^([^(]*)(?:\(([^)]*)\))?/.exec(foldText(text)) ?? [];
  const known = [name.trim().replace(STYLE, ""), inBrackets].map((part) =>
    BY_SPELLING.get(keyOf(part)),
  );
  return known.find((state) => state !== undefined) ?? null;
}
