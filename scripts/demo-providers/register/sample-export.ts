import { access, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { FEDERAL_STATE_NAMES } from "../../../app/reading/places/federal-states";
import { allCompanies } from "../world/companies";
import { CATALOG, FIRST_STATE, type Item, organisation, writeExport } from "./write-export";

const FILE = "Gesamtdatenexport (Beispiel).zip";
/** Market functions of the register: electricity grid, electricity market, gas grid. */
const FUNCTIONS = [1, 3, 8];
/** The world also has names with signs that programs trip over. */
const PLAIN = /^\p{Lu}[\p{L} &.-]+$/u;
const ROLES = [
  "Messstellenbetreiber",
  "Stromlieferant, Direktvermarkter, Stromgroßhändler",
  "Gaslieferant",
  "Bilanzkreisverantwortlicher",
];

/** Puts a small export with the demo world's utilities where the product looks for exports. */
export async function writeSampleExport(folder: string): Promise<void> {
  const path = join(folder, FILE);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const firms = allCompanies()
    .filter(({ trade, branch, name }) => trade.key === "stadtwerke" && !branch && PLAIN.test(name))
    .map((firm, at) => ({ ...firm, at, number: `SNB9${String(at).padStart(11, "0")}` }));
  const actors = firms.map(({ at, number, name, seat, domain, phone, ...firm }) =>
    organisation(number, name, {
      Rechtsform: name.endsWith(" GmbH") ? 899 : null,
      Marktfunktion: FUNCTIONS[at % FUNCTIONS.length] ?? 1,
      Strasse: firm.street,
      Hausnummer: firm.houseNumber,
      Postleitzahl: seat.postalCode,
      Ort: seat.locality,
      Bundesland: FIRST_STATE + FEDERAL_STATE_NAMES.indexOf(seat.state.name),
      Telefon: phone?.national ?? null,
      Webseite: domain === undefined ? null : `www.${domain}`,
      Email: domain === undefined ? null : `info@${domain}`,
    }),
  );
  const roles = firms.map(
    ({ at, number }): Item => ({
      MastrNummer: `ROL${at}`,
      MarktakteurMastrNummer: number,
      Marktrolle: ROLES[at % ROLES.length] ?? null,
    }),
  );
  // Under another name until it is complete.
  await writeExport(`${path}.teil`, {
    "Katalogwerte.xml": CATALOG,
    "Marktakteure_1.xml": { root: "Marktakteure", element: "Marktakteur", items: actors },
    "MarktakteureUndRollen.xml": {
      root: "MarktakteureUndRollen",
      element: "MarktakteurUndRolle",
      items: roles,
    },
  });
  await rename(`${path}.teil`, path);
}
