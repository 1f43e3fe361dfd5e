import type { TradeKey } from "./trades";

export interface NamePatterns {
  /**
   * {S} and {T} family names, {F} first name, {P} and {Q} invented villages, {C} the real town
   * (always coupled with an invented village), {B} a mark, {L} a landmark.
   */
  patterns: readonly string[];
  /** Appended to the name; "" where such firms usually show none. Repetition means frequency. */
  legalForms: readonly string[];
  /** A name that several unrelated firms bear. */
  commonName: string;
}

const craft = ["GmbH", "GmbH", "GmbH", "e. K.", "GmbH & Co. KG", "", "", "Meisterbetrieb"];

export const namePatterns: Record<TradeKey, NamePatterns> = {
  stadtwerke: {
    patterns: [
      ...Array<string>(8).fill("Stadtwerke {P}"),
      "Gemeindewerke {P}",
      "Gemeindewerke {P}",
      "Energie- und Wasserwerk {C}-{P}",
      "Energieversorgung {P}",
      "Kommunalwerke {P}-{Q}",
      "Technische Werke {P}",
      "Überlandwerk {P}",
      "Elektrizitätswerk {P}",
      "Wasser & Energie {P}",
      "Verbandswerke {P}/{Q}",
      "Stadtwerke {P} Netz",
    ],
    legalForms: ["GmbH", "GmbH", "GmbH", "AG", "Eigenbetrieb", "GmbH & Co. KG", "AöR"],
    commonName: "Stadtwerke Neu-Lindrach GmbH",
  },
  elektriker: {
    patterns: [
      "Elektro {S}",
      "Elektro {S}",
      "{S} Elektrotechnik",
      "Elektroinstallation {F} {S}",
      "{B} Elektroanlagen",
      "Elektrotechnik {S} & Söhne",
      "Elektromeister {S}",
      "{S} & {T} Gebäudetechnik",
      "Elektro-Service {P}",
    ],
    legalForms: craft,
    commonName: "Elektro Lindenstroth GmbH",
  },
  zahnarzt: {
    patterns: [
      "Zahnarztpraxis Dr. {F} {S}",
      "Dr. med. dent. {F} {S}",
      "Zahnärzte am {L}",
      "Zahnarztpraxis am {L}",
      "Zahnmedizin {P}",
      "Dres. {S} & {T} Zahnärzte",
      "Praxis für Kieferorthopädie Dr. {S}",
      "Zahnzentrum {B}",
    ],
    legalForms: ["", "", "", "", "PartG mbB", "MVZ GmbH"],
    commonName: "Zahnarztpraxis Dr. Lindenstroth",
  },
  steuerberater: {
    patterns: [
      "{S} & {T} Steuerberater",
      "Steuerkanzlei {S}",
      "{S} Steuerberatungsgesellschaft",
      "{F} {S} Steuerberatung",
      "{S}, {T} & Partner",
      "Kanzlei am {L}",
    ],
    legalForms: ["PartG mbB", "PartG mbB", "mbH", "", "GmbH & Co. KG"],
    commonName: "Lindenstroth & Partner PartG mbB",
  },
  dachdecker: {
    patterns: [
      "Dachdeckerei {S}",
      "{S} Bedachungen",
      "Dach & Wand {S}",
      "Dachbau {P}",
      "{F} {S} Dachtechnik",
      "{B} Dachservice",
      "Gebrüder {S} Holz- und Dachbau",
    ],
    legalForms: craft,
    commonName: "Dachdeckerei Lindenstroth GmbH",
  },
  sanitaer: {
    patterns: [
      "{S} Heizung & Sanitär",
      "Haustechnik {S}",
      "Sanitär {S}",
      "{F} {S} Installateur",
      "{S} & {T} Wärmetechnik",
      "Bad & Heizung {P}",
      "{B} Haustechnik",
    ],
    legalForms: craft,
    commonName: "Lindenstroth Heizung & Sanitär GmbH",
  },
  tischler: {
    patterns: [
      "Tischlerei {S}",
      "Schreinerei {S}",
      "{S} Möbelbau",
      "Holzwerkstatt {P}",
      "{F} {S} Innenausbau",
      "{B} Möbelmanufaktur",
      "Bau- und Möbeltischlerei {S} & {T}",
    ],
    legalForms: craft,
    commonName: "Tischlerei Lindenstroth",
  },
  maschinenbau: {
    patterns: [
      "{S} Maschinenbau",
      "Maschinenfabrik {S}",
      "{S} & {T} Anlagenbau",
      "{B} Fördertechnik",
      "{S} Präzisionsteile",
      "Metallwerk {P}",
      "{S} Werkzeugbau",
    ],
    legalForms: ["GmbH", "GmbH", "GmbH & Co. KG", "AG", "SE & Co. KGaA"],
    commonName: "Lindenstroth Maschinenbau GmbH & Co. KG",
  },
  logistik: {
    patterns: [
      "Spedition {S}",
      "{S} Logistik",
      "{B} Transporte",
      "{S} & {T} Internationale Spedition",
      "Lager- und Logistikzentrum {P}",
      "Fuhrbetrieb {F} {S}",
    ],
    legalForms: ["GmbH", "GmbH", "GmbH & Co. KG", "e. K.", "AG"],
    commonName: "Spedition Lindenstroth GmbH",
  },
  solar: {
    patterns: [
      "{B} Solar",
      "Solartechnik {S}",
      "{S} Photovoltaik",
      "Sonnenkraft {P}",
      "{B} Energiesysteme",
      "Solarwerkstatt {P}",
      "{S} & {T} Solarbau",
    ],
    legalForms: ["GmbH", "GmbH", "GmbH & Co. KG", "UG (haftungsbeschränkt)", "AG", "eG"],
    commonName: "Solartechnik Lindenstroth GmbH",
  },
  it: {
    patterns: [
      "{B} Software",
      "{S} IT-Service",
      "{S} & {T} Systemhaus",
      "{B} IT-Systeme",
      "Softwarehaus {P}",
      "EDV-Beratung {F} {S}",
      "{B} Datentechnik",
    ],
    legalForms: ["GmbH", "GmbH", "GmbH", "UG (haftungsbeschränkt)", "AG", "e. K."],
    commonName: "Lindenstroth IT-Service GmbH",
  },
  baeckerei: {
    patterns: [
      "Bäckerei {S}",
      "Landbäckerei {P}",
      "Backhaus {S}",
      "Bäckerei & Konditorei {S}",
      "Mühlenbäckerei {F} {S}",
      "Backstube am {L}",
    ],
    legalForms: ["", "", "GmbH", "e. K.", "GmbH & Co. KG"],
    commonName: "Bäckerei Lindenstroth",
  },
  hotel: {
    patterns: [
      "Hotel {B}",
      "Hotel am {L}",
      "Landgasthof {S}",
      "Gasthof & Hotel {P}",
      "Parkhotel {P}",
      "Pension {F} {S}",
    ],
    legalForms: ["", "", "", "GmbH", "e. K."],
    commonName: "Hotel Lindenstroth",
  },
  autohaus: {
    patterns: [
      "Autohaus {S}",
      "Autohaus {S} & {T}",
      "{B} Automobile",
      "Autozentrum {P}",
      "{F} {S} Fahrzeughandel",
    ],
    legalForms: ["GmbH", "GmbH", "GmbH & Co. KG", "e. K.", ""],
    commonName: "Autohaus Lindenstroth GmbH",
  },
  fernwaerme: {
    patterns: [
      "Fernwärme {P}",
      "Wärmeversorgung {C}-{P}",
      "Heizkraftwerk {P}",
      "Nahwärmenetz {P}/{Q}",
      "Bioenergie & Wärme {P}",
    ],
    legalForms: ["GmbH", "GmbH & Co. KG", "eG", "AG"],
    commonName: "Wärmenetz Neu-Lindrach eG",
  },
  industriepark: {
    patterns: ["Industriepark {P}", "Gewerbepark {C}-{P}", "Chemiepark {P}", "Technologiepark {B}"],
    legalForms: ["GmbH", "GmbH & Co. KG", "Betreibergesellschaft mbH"],
    commonName: "Industriepark Neu-Lindrach GmbH",
  },
};
