/** Part of the country; decides how invented places and families are called. */
export type Region = "south" | "west" | "north" | "east";

export interface FederalState {
  code: string;
  name: string;
  englishName: string;
  /** Google's `shortText`, which is not always the two letters. */
  shortText: string;
  region: Region;
  /** How many companies a trade has here, compared with the largest state (1). */
  weight: number;
  /** The range of fictional telephone numbers that is nearest. */
  dialArea: DialArea;
}

export type DialArea = "berlin" | "frankfurt" | "hamburg" | "koeln" | "muenchen";

function state(
  code: string,
  name: string,
  englishName: string,
  region: Region,
  weight: number,
  dialArea: DialArea,
  shortText = code,
): FederalState {
  return { code, name, englishName, shortText, region, weight, dialArea };
}

/** The 16 states. Saarland and Thüringen show that `shortText` may repeat the long name. */
export const federalStates: readonly FederalState[] = [
  state("BW", "Baden-Württemberg", "Baden-Württemberg", "south", 0.85, "muenchen"),
  state("BY", "Bayern", "Bavaria", "south", 0.95, "muenchen"),
  state("BE", "Berlin", "Berlin", "east", 0.7, "berlin"),
  state("HE", "Hessen", "Hesse", "west", 0.6, "frankfurt"),
  state("BB", "Brandenburg", "Brandenburg", "east", 0.4, "berlin"),
  state("HB", "Bremen", "Bremen", "north", 0.15, "hamburg"),
  state("HH", "Hamburg", "Hamburg", "north", 0.45, "hamburg"),
  state("MV", "Mecklenburg-Vorpommern", "Mecklenburg-Western Pomerania", "north", 0.3, "hamburg"),
  state("NI", "Niedersachsen", "Lower Saxony", "north", 0.7, "hamburg"),
  state("NW", "Nordrhein-Westfalen", "North Rhine-Westphalia", "west", 1, "koeln"),
  state("RP", "Rheinland-Pfalz", "Rhineland-Palatinate", "west", 0.5, "frankfurt"),
  state("SL", "Saarland", "Saarland", "west", 0.2, "frankfurt", "Saarland"),
  state("SN", "Sachsen", "Saxony", "east", 0.5, "berlin"),
  state("ST", "Sachsen-Anhalt", "Saxony-Anhalt", "east", 0.35, "berlin"),
  state("SH", "Schleswig-Holstein", "Schleswig-Holstein", "north", 0.4, "hamburg"),
  state("TH", "Thüringen", "Thuringia", "east", 0.35, "frankfurt", "Thüringen"),
];
