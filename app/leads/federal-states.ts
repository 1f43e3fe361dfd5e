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

/** Other names: in English, in full, and as maps services and people shorten them. */
const OTHER_NAMES: Record<string, FederalState> = {
  BaWü: "Baden-Württemberg",
  "Freistaat Bayern": "Bayern",
  Bavaria: "Bayern",
  "Land Berlin": "Berlin",
  "State of Berlin": "Berlin",
  BBG: "Brandenburg",
  "Freie Hansestadt Bremen": "Bremen",
  "Freie und Hansestadt Hamburg": "Hamburg",
  Hesse: "Hessen",
  MVP: "Mecklenburg-Vorpommern",
  "Mecklenburg-Western Pomerania": "Mecklenburg-Vorpommern",
  "Mecklenburg-West Pomerania": "Mecklenburg-Vorpommern",
  NDS: "Niedersachsen",
  "Lower Saxony": "Niedersachsen",
  NRW: "Nordrhein-Westfalen",
  "North Rhine-Westphalia": "Nordrhein-Westfalen",
  RLP: "Rheinland-Pfalz",
  "Rhineland-Palatinate": "Rheinland-Pfalz",
  "Freistaat Sachsen": "Sachsen",
  Saxony: "Sachsen",
  SA: "Sachsen-Anhalt",
  LSA: "Sachsen-Anhalt",
  "Saxony-Anhalt": "Sachsen-Anhalt",
  "Freistaat Thüringen": "Thüringen",
  Thuringia: "Thüringen",
};

const withoutHyphens = (text: string) => text.replace(/[-‐‑–]/g, " ");

const BY_SPELLING = new Map<string, FederalState>(
  [
    ...Object.entries(FEDERAL_STATES).flatMap(([code, name]): [string, FederalState][] => [
      [code, name],
      [`DE-${code}`, name],
      [name, name],
    ]),
    ...Object.entries(OTHER_NAMES),
  ].flatMap(([spelling, name]) => {
    const plain = withoutHyphens(spelling);
    return [
      [foldText(plain), name],
      [foldToBaseLetters(plain), name],
    ];
  }),
);

/** The federal state that an ISO code („BY“), a short form („NRW“), a German or an English name stands for, or null. */
export function parseFederalState(text: string): FederalState | null {
  return BY_SPELLING.get(foldText(withoutHyphens(text))) ?? null;
}
