import { FEDERAL_STATES } from "../../../app/leads/federal-states";
import type { DialArea } from "./phone-numbers";

export type FederalState = ReturnType<typeof state>;

/** Google's `shortText` where it is no ISO code. */
const SHORT_TEXTS: Partial<Record<keyof typeof FEDERAL_STATES, string>> = {
  NI: "NDS",
  NW: "NRW",
  ST: "SA",
  SL: "Saarland",
  TH: "Thüringen",
};

function state(
  code: keyof typeof FEDERAL_STATES,
  englishName: string,
  /** How many companies a trade has here, compared with the largest state (1). */
  weight: number,
  dialArea: DialArea,
  /** Beginnings of its postal codes. */
  postal: string,
  /** About its middle, and how many degrees of latitude its places lie away from it at most. */
  [latitude, longitude, reach]: readonly [number, number, number],
) {
  const name = FEDERAL_STATES[code];
  const shortText = SHORT_TEXTS[code] ?? code;
  const position = { latitude, longitude, reach };
  return {
    code,
    name,
    englishName,
    shortText,
    weight,
    dialArea,
    postal: postal.split(" "),
    ...position,
  };
}

export const federalStates: readonly FederalState[] = [
  state("BW", "Baden-Württemberg", 0.85, "muenchen", "68 70 72 76 79 88", [48.55, 9.0, 0.7]),
  state("BY", "Bavaria", 0.95, "muenchen", "80 83 86 90 93 97", [48.9, 11.5, 0.9]),
  state("BE", "Berlin", 0.7, "berlin", "10 12 13", [52.51, 13.4, 0.07]),
  state("BB", "Brandenburg", 0.4, "berlin", "03 14 15 16", [52.4, 13.6, 0.7]),
  state("HB", "Bremen", 0.15, "hamburg", "28", [53.09, 8.8, 0.06]),
  state("HH", "Hamburg", 0.45, "hamburg", "20 21 22", [53.56, 10.0, 0.1]),
  state("HE", "Hesse", 0.6, "frankfurt", "34 35 60 63 65", [50.5, 8.9, 0.6]),
  state("MV", "Mecklenburg-Western Pomerania", 0.3, "hamburg", "17 18 19", [53.8, 12.5, 0.4]),
  state("NI", "Lower Saxony", 0.7, "hamburg", "26 29 30 37 38 49", [52.7, 9.2, 0.8]),
  state("NW", "North Rhine-Westphalia", 1, "koeln", "33 40 44 48 50 57", [51.4, 7.5, 0.6]),
  state("RP", "Rhineland-Palatinate", 0.5, "frankfurt", "54 55 56 67", [49.9, 7.4, 0.5]),
  state("SL", "Saarland", 0.2, "frankfurt", "66", [49.37, 6.95, 0.15]),
  state("SN", "Saxony", 0.5, "berlin", "01 02 04 08 09", [51.05, 13.3, 0.4]),
  state("ST", "Saxony-Anhalt", 0.35, "berlin", "06 39", [51.95, 11.7, 0.6]),
  state("SH", "Schleswig-Holstein", 0.4, "hamburg", "23 24 25", [54.2, 9.8, 0.4]),
  state("TH", "Thuringia", 0.35, "frankfurt", "07 98 99", [50.9, 11.0, 0.4]),
];
