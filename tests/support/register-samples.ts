import {
  CATALOG,
  type ExportFile,
  type Item,
  organisation,
  person,
} from "../../scripts/demo-providers/register/write-export";

export const FILE = "Gesamtdatenexport_20261120_25.2.zip";

/** A file of actors. */
export const actorsFile = (...items: Item[]): ExportFile => ({
  root: "Marktakteure",
  element: "Marktakteur",
  items,
});

export const NORD = organisation("SNB900000000001", "Stadtwerke Nordhafen GmbH & Co. KG", {
  Marktfunktion: 1,
  Postleitzahl: "20457",
  Ort: "Hamburg",
  Bundesland: 1405,
  Email: "info@stadtwerke-nordhafen.de",
  Telefon: "040 1234-0",
  Webseite: "www.stadtwerke-nordhafen.de",
  BelieferungHaushaltskundenStrom: 1,
});
const MAIL = organisation("DVM900000000002", "Süd Direktvermarktung AG", {
  Direktvermarktungsunternehmen: 1,
  Postleitzahl: "80331",
  Ort: "München",
  Email: "kontakt@sued-dv.de",
});

/** An export with all that the register has: of seven actors three are organisations that are active. */
export const FILES: Record<string, ExportFile> = {
  "Katalogwerte.xml": CATALOG,
  "Marktakteure_1.xml": actorsFile(NORD, person("ABR900000000009"), MAIL),
  "Marktakteure_2.xml": actorsFile(
    organisation("GNB900000000003", "Freie Post GmbH", { Marktfunktion: 8, Email: "x@web.de" }),
    organisation("SNB900000000004", "Beendet GmbH", { Taetigkeitsende: "2020-12-31" }),
    organisation("SNB900000000005", "Gelöscht GmbH"),
    { ...organisation("ABR900000000006", "Erika Muster"), MarktakteurNachname: "Muster" },
  ),
  "GeloeschteUndDeaktivierteMarktakteure_1.xml": {
    root: "GeloeschteUndDeaktivierteMarktakteure",
    element: "GeloeschterUndDeaktivierterMarktakteur",
    items: [{ MarktakteurMastrNummer: "SNB900000000005" }],
  },
  "MarktakteureUndRollen.xml": {
    root: "MarktakteureUndRollen",
    element: "MarktakteurUndRolle",
    items: [
      ["SNB900000000001", "Messstellenbetreiber"],
      ["SNB900000000001", "Stromlieferant, Direktvermarkter, Stromgroßhändler"],
      ["DVM900000000002", "Stromlieferant, Direktvermarkter, Stromgroßhändler"],
      ["GNB900000000003", "Bilanzkreisverantwortlicher"],
      ["GNB900000000003", "Stromlieferant, Direktvermarkter, Stromgroßhändler"],
    ].map(([MarktakteurMastrNummer = "", Marktrolle = ""], at) => ({
      MastrNummer: `ROL${at}`,
      MarktakteurMastrNummer,
      Marktrolle,
    })),
  },
  "EinheitenSolar_1.xml": { root: "EinheitenSolar", element: "EinheitSolar", items: [{ Id: 1 }] },
};
