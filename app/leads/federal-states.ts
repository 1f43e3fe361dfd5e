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

const ENGLISH: Record<string, FederalState> = {
  bavaria: "Bayern",
  hesse: "Hessen",
  "lower saxony": "Niedersachsen",
  "north rhine-westphalia": "Nordrhein-Westfalen",
  "rhineland-palatinate": "Rheinland-Pfalz",
  saxony: "Sachsen",
  "saxony-anhalt": "Sachsen-Anhalt",
  thuringia: "Thüringen",
  "mecklenburg-western pomerania": "Mecklenburg-Vorpommern",
};

const BY_SPELLING = new Map<string, FederalState>([
  ...Object.entries(FEDERAL_STATES).flatMap(([code, name]): [string, FederalState][] => [
    [code.toLowerCase(), name],
    [`de-${code.toLowerCase()}`, name],
    [name.toLowerCase(), name],
  ]),
  ...Object.entries(ENGLISH),
]);

/** The federal state that a code („BY“), a German or an English name stands for; null for anything else. */
export function parseFederalState(text: string): FederalState | null {
  return BY_SPELLING.get(text.trim().toLowerCase()) ?? null;
}
