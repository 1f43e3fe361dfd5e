import { bulkKind } from "./bulk";
import type { JobKind } from "./job-kind";

/** Stores actors of the energy market as leads. */
export const registerKind: JobKind = {
  type: "register",
  title: "Energiemarkt",
  phases: ["storing", "done"],
  isLocal: true,
  results: "companies",
  hasPersons: false,
  source: "register",
  requires: () => [],
  repeatRefusal: "Eine Übernahme wird auf der Seite „Energiemarkt“ neu gestartet.",
  wantsReading: () => false,
};

/** Reads an export of the Marktstammdatenregister; `found` counts its actors, `stored` the organisations among them. */
export const registerFileKind: JobKind = {
  ...bulkKind,
  title: "Einlesen",
  repeatRefusal: registerKind.repeatRefusal,
};
