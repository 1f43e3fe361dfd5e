import type { FEDERAL_STATES } from "../../app/leads/federal-states";

export type StateCode = keyof typeof FEDERAL_STATES;

/** The federal states by the numbers that GeoNames has for them. */
export const GEONAMES_STATES: readonly (readonly [number: string, code: StateCode])[] = [
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
