export type TradeKey =
  | "stadtwerke"
  | "elektriker"
  | "zahnarzt"
  | "steuerberater"
  | "dachdecker"
  | "sanitaer"
  | "tischler"
  | "maschinenbau"
  | "logistik"
  | "solar"
  | "it"
  | "baeckerei"
  | "hotel"
  | "autohaus"
  | "fernwaerme"
  | "industriepark";

export interface Trade {
  key: TradeKey;
  /** Folded words that mean this trade in a search; from five letters on also as word beginning. */
  synonyms: readonly string[];
  /** Companies in a state of weight 1. */
  density: number;
  /** Fixed numbers for single states, so that every paging case has a known example. */
  counts?: Readonly<Record<string, number>>;
  /** Google's `types` besides `point_of_interest` and `establishment`. */
  types: readonly string[];
  primaryType?: string;
  typeLabel?: { de: string; en: string };
  /** Share of firms that come to the customer and show no address (Google: service-area business). */
  mobileShare: number;
  /** Another trade that a share of the firms is found under as well. */
  secondTrade?: { key: TradeKey; share: number };
}

/**
 * Everything the demo world does for a living. New trades belong at the end: the order decides
 * which telephone numbers a company gets.
 */
export const trades: readonly Trade[] = [
  {
    key: "stadtwerke",
    synonyms: [
      "stadtwerk",
      "gemeindewerk",
      "kommunalwerk",
      "energieversorg",
      "stromversorg",
      "gasversorg",
      "wasserversorg",
      "versorger",
      "netzbetreiber",
      "stromnetz",
      "elektrizitaetswerk",
      "wasserwerk",
    ],
    density: 60,
    counts: {
      BW: 74,
      BY: 83,
      BE: 9,
      HE: 66,
      BB: 28,
      HB: 7,
      HH: 8,
      MV: 24,
      NI: 71,
      NW: 88,
      RP: 62,
      SL: 23,
      SN: 64,
      ST: 34,
      SH: 41,
      TH: 39,
    },
    // Google has no type for utilities, so these places carry no primary type at all.
    types: [],
    mobileShare: 0,
    secondTrade: { key: "fernwaerme", share: 0.1 },
  },
  {
    key: "elektriker",
    synonyms: ["elektriker", "elektro", "electrician"],
    density: 68,
    counts: { BE: 47, HB: 20 },
    types: ["electrician", "service"],
    primaryType: "electrician",
    typeLabel: { de: "Elektriker", en: "Electrician" },
    mobileShare: 0.08,
    secondTrade: { key: "solar", share: 0.12 },
  },
  {
    key: "zahnarzt",
    synonyms: ["zahnarzt", "zahnaerzt", "zahnmedizin", "zahnklinik", "dentist"],
    density: 52,
    types: ["dentist", "health"],
    primaryType: "dentist",
    typeLabel: { de: "Zahnarzt", en: "Dentist" },
    mobileShare: 0,
  },
  {
    key: "steuerberater",
    synonyms: ["steuerberat", "steuerkanzlei", "steuerbuero", "wirtschaftspruefer"],
    density: 40,
    types: ["accounting", "finance"],
    primaryType: "accounting",
    typeLabel: { de: "Steuerberater", en: "Tax consultant" },
    mobileShare: 0,
  },
  {
    key: "dachdecker",
    synonyms: ["dachdecker", "bedachung", "dachbau", "dachservice"],
    density: 30,
    types: ["roofing_contractor", "service"],
    primaryType: "roofing_contractor",
    typeLabel: { de: "Dachdecker", en: "Roofing contractor" },
    mobileShare: 0.08,
  },
  {
    key: "sanitaer",
    synonyms: ["sanitaer", "heizung", "installateur", "klempner", "haustechnik", "shk"],
    density: 50,
    types: ["plumber", "service"],
    primaryType: "plumber",
    typeLabel: { de: "Installateur", en: "Plumber" },
    mobileShare: 0.1,
    secondTrade: { key: "solar", share: 0.06 },
  },
  {
    key: "tischler",
    synonyms: ["tischler", "schreiner", "moebelbau", "innenausbau"],
    density: 30,
    types: ["service"],
    typeLabel: { de: "Tischler", en: "Carpenter" },
    mobileShare: 0.05,
  },
  {
    key: "maschinenbau",
    synonyms: ["maschinenbau", "maschinenfabrik", "anlagenbau", "industrie", "metallbau"],
    density: 40,
    types: ["manufacturer"],
    primaryType: "manufacturer",
    typeLabel: { de: "Hersteller", en: "Manufacturer" },
    mobileShare: 0,
  },
  {
    key: "logistik",
    synonyms: ["logistik", "spedition", "spediteur", "transportunternehmen", "fuhrunternehmen"],
    density: 28,
    types: ["service"],
    typeLabel: { de: "Logistikunternehmen", en: "Logistics service" },
    mobileShare: 0,
  },
  {
    key: "solar",
    synonyms: ["solar", "photovoltaik", "pv", "pv anlage", "pv anlagen"],
    density: 34,
    types: ["service"],
    typeLabel: { de: "Solaranlagenanbieter", en: "Solar energy company" },
    mobileShare: 0.08,
  },
  {
    key: "it",
    synonyms: [
      "it",
      "it dienstleister",
      "it service",
      "it systemhaus",
      "systemhaus",
      "software",
      "edv",
    ],
    density: 36,
    types: ["service"],
    typeLabel: { de: "IT-Dienstleister", en: "Computer support and services" },
    mobileShare: 0.03,
  },
  {
    key: "baeckerei",
    synonyms: ["baecker", "backwaren", "backstube", "bakery"],
    density: 26,
    types: ["bakery", "food", "store"],
    primaryType: "bakery",
    typeLabel: { de: "Bäckerei", en: "Bakery" },
    mobileShare: 0,
  },
  {
    key: "hotel",
    synonyms: ["hotel", "gasthof", "pension", "landgasthof"],
    density: 28,
    types: ["hotel", "lodging"],
    primaryType: "hotel",
    typeLabel: { de: "Hotel", en: "Hotel" },
    mobileShare: 0,
  },
  {
    key: "autohaus",
    synonyms: ["autohaus", "autohaeuser", "autohaendler", "autohandel", "kfz haendler"],
    density: 24,
    types: ["car_dealer", "store"],
    primaryType: "car_dealer",
    typeLabel: { de: "Autohändler", en: "Car dealer" },
    mobileShare: 0,
  },
  {
    key: "fernwaerme",
    synonyms: ["fernwaerme", "nahwaerme", "heizkraftwerk", "heizwerk", "waermeversorg"],
    density: 9,
    types: [],
    mobileShare: 0,
  },
  {
    key: "industriepark",
    synonyms: ["industriepark", "gewerbepark", "chemiepark", "technologiepark", "industriegebiet"],
    density: 4,
    types: ["corporate_office"],
    primaryType: "corporate_office",
    typeLabel: { de: "Gewerbepark", en: "Business park" },
    mobileShare: 0,
  },
];
