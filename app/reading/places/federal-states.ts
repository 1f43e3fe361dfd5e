/** Keys are ISO 3166-2:DE. */
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
