import { FEDERAL_STATES } from "../../../app/reading/places/federal-states";
import type { DialArea } from "./phone-numbers";

export type FederalState = ReturnType<typeof state>;

/** Google's `shortText` where it is not the ISO code. */
const SHORT_TEXTS: Partial<Record<keyof typeof FEDERAL_STATES, string>> = {
  NI: "NDS",
  NW: "NRW",
  ST: "SA",
  SL: "Saarland",
  TH: "Thüringen",
};

function state(
  code: keyof typeof FEDERAL_STATES,
  /** Number of companies relative to the largest state (1). */
  weight: number,
  dialArea: DialArea,
) {
  const shortText = SHORT_TEXTS[code] ?? code;
  return { code, name: FEDERAL_STATES[code], shortText, weight, dialArea };
}

export const federalStates: readonly FederalState[] = [
  state("BW", 0.85, "muenchen"),
  state("BY", 0.95, "muenchen"),
  state("BE", 0.7, "berlin"),
  state("BB", 0.4, "berlin"),
  state("HB", 0.15, "hamburg"),
  state("HH", 0.45, "hamburg"),
  state("HE", 0.6, "frankfurt"),
  state("MV", 0.3, "hamburg"),
  state("NI", 0.7, "hamburg"),
  state("NW", 1, "koeln"),
  state("RP", 0.5, "frankfurt"),
  state("SL", 0.2, "frankfurt"),
  state("SN", 0.5, "berlin"),
  state("ST", 0.35, "berlin"),
  state("SH", 0.4, "hamburg"),
  state("TH", 0.35, "frankfurt"),
];
