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
  /** Prefixes of postal codes that occur in this state only. */
  postal: string,
  /** Approximate centre, and the greatest distance of its places in degrees of latitude. */
  [latitude, longitude, reach]: readonly [number, number, number],
) {
  return {
    ...{ code, name: FEDERAL_STATES[code], shortText: SHORT_TEXTS[code] ?? code },
    ...{ weight, dialArea, postal: postal.split(" "), latitude, longitude, reach },
  };
}

export const federalStates: readonly FederalState[] = [
  state("BW", 0.85, "muenchen", "687 704 723 763 794 884", [48.55, 9.0, 0.7]),
  state("BY", 0.95, "muenchen", "803 834 863 904 936 974", [48.9, 11.5, 0.9]),
  state("BE", 0.7, "berlin", "104 121 133", [52.51, 13.4, 0.07]),
  state("BB", 0.4, "berlin", "031 145 157 163", [52.4, 13.6, 0.7]),
  state("HB", 0.15, "hamburg", "282", [53.09, 8.8, 0.06]),
  state("HH", 0.45, "hamburg", "203 210 224", [53.56, 10.0, 0.1]),
  state("HE", 0.6, "frankfurt", "342 355 604 632 652", [50.5, 8.9, 0.6]),
  state("MV", 0.3, "hamburg", "175 182 190", [53.8, 12.5, 0.4]),
  state("NI", 0.7, "hamburg", "263 293 304 374 383 492", [52.7, 9.2, 0.8]),
  state("NW", 1, "koeln", "334 404 445 482 506 573", [51.4, 7.5, 0.6]),
  state("RP", 0.5, "frankfurt", "543 555 564 674", [49.9, 7.4, 0.5]),
  state("SL", 0.2, "frankfurt", "663", [49.37, 6.95, 0.15]),
  state("SN", 0.5, "berlin", "015 027 043 084 093", [51.05, 13.3, 0.4]),
  state("ST", 0.35, "berlin", "064 393", [51.95, 11.7, 0.6]),
  state("SH", 0.4, "hamburg", "235 243 256", [54.2, 9.8, 0.4]),
  state("TH", 0.35, "frankfurt", "074 985 994", [50.9, 11.0, 0.4]),
];
