/** A trade of the demo world. Lists are texts with commas between. In names and texts stand … */
interface TradeData {
  /** What it is called in titles, and Google's `primaryTypeDisplayName` where it has a type for it. */
  label: string;
  /** Google's `types` besides `point_of_interest` and `establishment`; the first is the primary one. */
  types?: string;
  /** Folded words that mean this trade in a search; from five letters on also as word beginning. */
  synonyms: string;
  /** How people search for it: the commonest name first, then wider and rarer ones. */
  terms: string;
  /** Companies in a state of weight 1 (36 where it is left out), and fixed numbers where a paging case needs them. */
  density?: number;
  counts?: Readonly<Record<string, number>>;
  /** Some firms come to the customer and show no address. */
  isMobile?: boolean;
  /** Another trade that a share of the firms is found under as well. */
  second?: { key: string; share: number };
  /** … {S} a family name, {T} another, {F} a first name, {P} an invented village, {B} a mark, {L} a landmark … */
  names: string;
  legalForms?: string;
  /** Words of the kinds of company that the team may have named. */
  companyTypes: string;
  /** … and {C} the town. */
  about: string;
  services: string;
  /** At most so many people work there. */
  people?: number;
}

const CRAFT = "GmbH, GmbH, GmbH, e. K., GmbH & Co. KG, , Meisterbetrieb";
const COMPANY = "GmbH, GmbH, GmbH & Co. KG, AG, UG (haftungsbeschränkt)";

const data: Record<string, TradeData> = {
  stadtwerke: {
    label: "Energieversorger",
    synonyms:
      "stadtwerk, gemeindewerk, kommunalwerk, energieversorg, stromversorg, gasversorg, wasserversorg, versorger, netzbetreiber, stromnetz, elektrizitaetswerk, wasserwerk",
    terms: "Stadtwerke, Energieversorger, Gemeindewerke, Netzbetreiber",
    density: 88,
    counts: { BE: 9, HB: 7, HH: 8, SL: 23 },
    second: { key: "fernwaerme", share: 0.1 },
    names:
      "Stadtwerke {P}, Stadtwerke {P}, Stadtwerke {P}, Gemeindewerke {P}, Energieversorgung {P}, Wasser & Energie {P}, Überlandwerk {P}",
    legalForms: "GmbH, GmbH, GmbH, AG, Eigenbetrieb, GmbH & Co. KG, AöR",
    companyTypes: "stadtwerk, energieversorg, netzbetreib, versorg",
    about: "Als Netzbetreiber halten wir rund 480 km Stromnetz und 190 km Wasserleitungen instand.",
    services: "Strom, Gas, Fernwärme, Trinkwasser, Photovoltaik, Elektromobilität, Kundenservice",
    people: 420,
  },
  elektriker: {
    isMobile: true,
    label: "Elektriker",
    types: "electrician, service",
    synonyms: "elektriker, elektro, electrician",
    terms: "Elektriker, Elektroinstallation, Elektrotechnik",
    density: 68,
    counts: { BE: 47, HB: 20 },
    second: { key: "solar", share: 0.12 },
    names: "Elektro {S}, {S} Elektrotechnik, Elektromeister {F} {S}, {S} & {T} Gebäudetechnik",
    companyTypes: "handwerk, elektr",
    about: "Zu unserem Meisterbetrieb gehören zwei Meister und drei Auszubildende.",
    services:
      "Elektroinstallation, Photovoltaik und Speicher, Wallboxen, Prüfung nach DGUV V3, Notdienst",
  },
  zahnarzt: {
    label: "Zahnarzt",
    types: "dentist, health",
    synonyms: "zahnarzt, zahnaerzt, zahnmedizin, zahnklinik, dentist",
    terms: "Zahnarzt, Zahnarztpraxis, Zahnklinik",
    names:
      "Zahnarztpraxis Dr. {F} {S}, Zahnärzte am {L}, Zahnmedizin {P}, Dres. {S} & {T} Zahnärzte",
    legalForms: ", , , PartG mbB, MVZ GmbH",
    companyTypes: "gesundheit, praxis, dienstleist",
    about: "Wir behandeln Kinder und Erwachsene, auch bei Angst vor der Behandlung.",
    services: "Prophylaxe, Implantologie, Zahnersatz, Kinderzahnheilkunde",
  },
  steuerberater: {
    label: "Steuerberater",
    types: "accounting, finance",
    synonyms: "steuerberat, steuerkanzlei, steuerbuero, wirtschaftspruefer",
    terms: "Steuerberater, Steuerkanzlei, Steuerbüro",
    names: "{S} & {T} Steuerberater, Steuerkanzlei {S}, {F} {S} Steuerberatung, Kanzlei am {L}",
    legalForms: "PartG mbB, PartG mbB, mbH, , GmbH & Co. KG",
    companyTypes: "dienstleist, berat",
    about: "Wir beraten mittelständische Unternehmen, und die Abläufe sind weitgehend digital.",
    services: "Finanzbuchhaltung, Lohnabrechnung, Jahresabschluss, Gründungsberatung",
  },
  dachdecker: {
    isMobile: true,
    label: "Dachdecker",
    types: "roofing_contractor, service",
    synonyms: "dachdecker, bedachung, dachbau, dachservice",
    terms: "Dachdecker, Bedachung, Dachservice",
    names: "Dachdeckerei {S}, {S} Bedachungen, Dach & Wand {S}, Gebrüder {S} Dachbau",
    companyTypes: "handwerk, dach",
    about: "Wir decken Dächer im Umkreis von 50 Kilometern, mit eigenem Gerüst und Kran.",
    services: "Steildach und Flachdach, Dachfenster, Dämmung, Sturmschäden",
  },
  sanitaer: {
    isMobile: true,
    label: "Installateur",
    types: "plumber, service",
    synonyms: "sanitaer, heizung, installateur, klempner, haustechnik, shk",
    terms: "Sanitär Heizung, Installateur, Haustechnik",
    names: "{S} Heizung & Sanitär, Haustechnik {S}, {F} {S} Installateur, {S} & {T} Wärmetechnik",
    companyTypes: "handwerk, sanitaer",
    about: "Wir sind Fachbetrieb der Innung Sanitär Heizung Klima.",
    services: "Wärmepumpen, Badsanierung, Wartung, Notdienst",
  },
  tischler: {
    label: "Tischler",
    types: "service",
    synonyms: "tischler, schreiner, moebelbau, innenausbau",
    terms: "Tischlerei, Schreinerei, Innenausbau",
    names: "Tischlerei {S}, Schreinerei {S}, {S} Möbelbau, {B} Möbelmanufaktur",
    companyTypes: "handwerk, moebel",
    about: "In unserer Werkstatt entstehen Möbel für Menschen in {C}, und wir bilden aus.",
    services: "Einbauschränke und Küchen, Fenster und Türen, Ladenbau, Restaurierung",
  },
  maschinenbau: {
    label: "Hersteller",
    types: "manufacturer",
    synonyms: "maschinenbau, maschinenfabrik, anlagenbau, industrie, metallbau",
    terms: "Maschinenbau, Anlagenbau, Metallbau",
    names: "{S} Maschinenbau, {S} Metallbau, Maschinenfabrik {S}, {S} & {T} Anlagenbau",
    legalForms: "GmbH, GmbH, GmbH & Co. KG, AG, SE & Co. KGaA",
    companyTypes: "industrie, maschinen, produktion",
    about:
      "Unsere Fertigung läuft im Dreischichtbetrieb und ist nach ISO 9001 und ISO 50001 zertifiziert.",
    services:
      "Sondermaschinen, CNC-Fräsen in Lohnfertigung, Automatisierung, Montage und Ersatzteile",
    people: 420,
  },
  logistik: {
    label: "Logistikunternehmen",
    types: "service",
    synonyms: "logistik, spedition, spediteur, transportunternehmen, fuhrunternehmen",
    terms: "Spedition, Logistik, Transportunternehmen",
    names: "Spedition {S}, {S} Logistik, {B} Transporte, {S} & {T} Internationale Spedition",
    legalForms: COMPANY,
    companyTypes: "logistik, verkehr, dienstleist",
    about: "Für Handel und Industrie stehen 60 eigene Lkw und 12.000 Palettenplätze bereit.",
    services: "Nationale Transporte, Lager und Versand, Gefahrgut, Kontraktlogistik",
    people: 420,
  },
  solar: {
    isMobile: true,
    label: "Solaranlagenanbieter",
    types: "service",
    synonyms: "solar, photovoltaik, pv, pv anlage, pv anlagen",
    terms: "Photovoltaik, Solaranlagen, Solartechnik",
    names: "{B} Solar, Solartechnik {S}, {S} Photovoltaik, Sonnenkraft {P}, {B} Energiesysteme",
    legalForms: COMPANY,
    companyTypes: "handwerk, energie, solar",
    about: "Wir haben in {C} und Umgebung über 900 Anlagen ans Netz gebracht.",
    services: "Photovoltaik für Hallen und Ställe, Batteriespeicher, Wallboxen, Wartung",
  },
  it: {
    label: "IT-Dienstleister",
    types: "service",
    synonyms: "it, it dienstleister, it service, it systemhaus, systemhaus, software, edv",
    terms: "IT Dienstleister, Systemhaus, Software",
    names: "{B} Software, {S} IT-Service, {S} & {T} Systemhaus, {B} Datentechnik",
    legalForms: COMPANY,
    companyTypes: "it, software, dienstleist",
    about: "Wir betreuen die IT von Unternehmen und Behörden und haben ein eigenes Rechenzentrum.",
    services: "Netzwerke und Server, IT-Sicherheit, Cloud, Software nach Maß",
  },
  baeckerei: {
    label: "Bäckerei",
    types: "bakery, food, store",
    synonyms: "baecker, backwaren, backstube, bakery",
    terms: "Bäckerei, Backwaren, Backstube",
    names: "Bäckerei {S}, Landbäckerei {P}, Bäckerei & Konditorei {S}, Backstube am {L}",
    legalForms: ", , GmbH, e. K., GmbH & Co. KG",
    companyTypes: "handwerk, lebensmittel, handel",
    about: "Wir backen in {C}, mit Natursauerteig und langer Teigführung.",
    services: "Brot und Brötchen, Torten auf Bestellung, Lieferung an Kantinen",
  },
  hotel: {
    label: "Hotel",
    types: "hotel, lodging",
    synonyms: "hotel, gasthof, pension, landgasthof",
    terms: "Hotel, Pension, Gasthof",
    names: "Hotel {B}, Hotel am {L}, Landgasthof {S}, Gasthof & Hotel {P}, Pension {F} {S}",
    legalForms: ", , , GmbH, e. K.",
    companyTypes: "gastgewerbe, gastronom, hotel, dienstleist",
    about: "Unser Haus wird von der Familie geführt und hat Tagungsräume für bis zu 80 Personen.",
    services: "Zimmer und Suiten, Restaurant, Tagungen, Fahrradverleih",
  },
  autohaus: {
    label: "Autohändler",
    types: "car_dealer, store",
    synonyms: "autohaus, autohaeuser, autohaendler, autohandel, kfz haendler",
    terms: "Autohaus, Autohändler, KFZ Händler",
    names: "Autohaus {S}, Autohaus {S} & {T}, {B} Automobile, {F} {S} Fahrzeughandel",
    companyTypes: "handel, autohaus",
    about: "Wir sind für Autofahrer in {C} da, in Verkauf und Werkstatt.",
    services: "Neuwagen und Gebrauchtwagen, Unfallreparatur, Elektroautos, Leasing",
  },
  fernwaerme: {
    label: "Versorger",
    synonyms: "fernwaerme, nahwaerme, heizkraftwerk, heizwerk, waermeversorg, waermenetz",
    terms: "Fernwärme, Nahwärme, Heizkraftwerk",
    density: 9,
    names: "Fernwärme {P}, Wärmeversorgung {P}, Heizkraftwerk {P}, Bioenergie & Wärme {P}",
    legalForms: "GmbH, GmbH & Co. KG, eG, AG",
    companyTypes: "energieversorg, stadtwerk, versorg",
    about: "Bis 2035 soll die Wärme ganz aus erneuerbaren Quellen und Abwärme kommen.",
    services: "Fernwärme, Nahwärme und Contracting, Hausanschluss, Störungsdienst",
    people: 420,
  },
  industriepark: {
    label: "Gewerbepark",
    types: "corporate_office",
    synonyms: "industriepark, gewerbepark, chemiepark, technologiepark, industriegebiet",
    terms: "Industriepark, Gewerbepark, Chemiepark",
    density: 4,
    names: "Industriepark {P}, Gewerbepark {P}, Chemiepark {P}, Technologiepark {B}",
    legalForms: "GmbH, GmbH & Co. KG, Betreibergesellschaft mbH",
    companyTypes: "industriepark, industrie, immobilien",
    about: "Am Standort arbeiten 46 Betriebe, mit Werkfeuerwehr und Bahnanschluss.",
    services: "Hallen für Produktion, Dampf und Druckluft, Entsorgung, Ansiedlungsberatung",
    people: 420,
  },
};

type ListField = "synonyms" | "terms" | "names" | "legalForms" | "companyTypes" | "services";

export interface Trade
  extends Omit<TradeData, ListField | "types" | "density">,
    Record<ListField, string[]> {
  key: string;
  types: string[];
  density: number;
}

const listOf = (text: string) => text.split(",").map((entry) => entry.trim());

/** Everything that the companies of the demo world do for a living. */
export const trades: readonly Trade[] = Object.entries(data).map(([key, trade]) => ({
  ...trade,
  key,
  density: trade.density ?? 36,
  types: trade.types === undefined ? [] : listOf(trade.types),
  synonyms: listOf(trade.synonyms),
  terms: listOf(trade.terms),
  names: listOf(trade.names),
  legalForms: listOf(trade.legalForms ?? CRAFT),
  companyTypes: listOf(trade.companyTypes),
  services: listOf(trade.services),
}));
