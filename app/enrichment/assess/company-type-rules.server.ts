import { foldText } from "~db/fold";
import type { SitePage } from "../../providers/website/company-site";
import type { CompanyType } from "./company-types";

/** Beginnings of words, folded, that tell what a company is; those that tell it for sure count more. */
interface TypeRule {
  type: CompanyType;
  sure: readonly string[];
  likely: readonly string[];
}

/** Where two types have as much for them, the earlier one is taken. */
const TYPE_RULES: readonly TypeRule[] = [
  { type: "Stadtwerke", sure: ["stadtwerk", "gemeindewerk"], likely: ["daseinsvorsorge"] },
  {
    type: "Netzbetreiber",
    sure: ["netzbetreib", "netzgesellschaft", "verteilnetz"],
    likely: ["netzanschluss", "netzgebiet", "netzentgelt", "einspeis"],
  },
  {
    type: "Wasserversorger",
    sure: ["wasserversorg", "wasserwerk", "wasserverband", "wasserzweckverband"],
    likely: ["trinkwasser", "wasserhaerte"],
  },
  {
    type: "Entsorger",
    sure: ["entsorgungsbetrieb", "abfallwirtschaft", "muellabfuhr", "recyclinghof"],
    likely: ["entsorg", "abfall", "recycling", "abwasser", "containerdienst"],
  },
  {
    type: "Energieversorger",
    sure: ["energieversorg", "stromversorg", "gasversorg", "fernwaerme", "nahwaerme"],
    likely: ["oekostrom", "erdgas", "stromtarif", "photovoltaik", "ladestation", "energie"],
  },
  {
    type: "Industriepark",
    sure: ["industriepark", "chemiepark", "gewerbepark"],
    likely: ["standortbetreib", "ansiedlung"],
  },
  {
    type: "Industrieunternehmen",
    sure: ["maschinenbau", "anlagenbau", "serienfertigung", "giesserei", "stahlwerk"],
    likely: ["fertigung", "produktion", "hersteller", "industrie", "werkzeug", "automotive"],
  },
  {
    type: "Handwerksbetrieb",
    sure: [
      "meisterbetrieb",
      "handwerksbetrieb",
      "malerbetrieb",
      "elektriker",
      "dachdecker",
      "tischlerei",
      "schreinerei",
      "installateur",
      "baeckerei",
      "metzgerei",
      "friseur",
      "schlosserei",
      "zimmerei",
      "fliesenleger",
      "elektroinstallation",
    ],
    likely: ["handwerk", "sanitaer", "heizung", "montage", "innung", "maler", "geselle"],
  },
  {
    type: "Gesundheit",
    sure: [
      "arztpraxis",
      "zahnarzt",
      "krankenhaus",
      "klinik",
      "apotheke",
      "pflegedienst",
      "physiotherapie",
    ],
    likely: ["patient", "sprechstunde", "therapie", "pflege", "medizin"],
  },
  {
    type: "Gastgewerbe",
    sure: ["restaurant", "hotel", "gasthof", "gasthaus", "pension", "catering", "pizzeria"],
    likely: ["speisekarte", "zimmer", "uebernacht", "kueche", "mittagstisch"],
  },
  {
    type: "IT",
    sure: ["softwareentwick", "systemhaus", "webdesign", "rechenzentrum", "softwarehaus"],
    likely: ["software", "cloud", "hosting", "itservice", "digitalisierung", "programmier"],
  },
  {
    type: "Handel",
    sure: ["grosshandel", "einzelhandel", "onlineshop", "fachhandel", "autohaus"],
    likely: ["sortiment", "warenkorb", "haendler", "filiale", "handel"],
  },
  {
    type: "Kommune/Verwaltung",
    sure: ["stadtverwaltung", "gemeindeverwaltung", "rathaus", "landratsamt", "buergeramt"],
    likely: ["buergermeister", "gemeinderat", "amtsblatt", "satzung"],
  },
  {
    type: "Verein",
    sure: ["vereinsmitglied", "mitgliedsbeitrag", "vereinsheim", "sportverein", "foerderverein"],
    likely: ["verein", "ehrenamt", "mitgliedschaft", "spende"],
  },
  {
    type: "Bildung",
    sure: ["hochschule", "universitaet", "volkshochschule", "fahrschule", "kindergarten"],
    likely: ["schule", "kurs", "weiterbildung", "seminar", "studium"],
  },
  {
    type: "Immobilien",
    sure: ["hausverwaltung", "immobilienmakler", "wohnungsbaugesellschaft"],
    likely: ["immobilie", "mietwohnung", "vermietung", "makler"],
  },
  {
    type: "Verkehr/Logistik",
    sure: ["spedition", "verkehrsbetrieb", "busunternehmen", "taxiunternehmen"],
    likely: ["logistik", "transport", "fahrplan", "fracht", "lager"],
  },
  {
    type: "Landwirtschaft",
    sure: ["landwirtschaftsbetrieb", "bauernhof", "hofladen", "weingut"],
    likely: ["landwirtschaft", "ernte", "tierhaltung", "anbau"],
  },
  {
    type: "Dienstleister",
    sure: ["unternehmensberatung", "steuerberat", "rechtsanwalt", "ingenieurbuero", "werbeagentur"],
    likely: ["beratung", "dienstleist", "agentur", "kanzlei", "planung", "reinigung"],
  },
];

/** Beginnings of words, folded, with what they are called as a topic. */
const TOPIC_RULES: readonly (readonly [topic: string, stems: readonly string[]])[] = [
  ["Strom", ["strom"]],
  ["Gas", ["erdgas", "gasversorg", "gastarif"]],
  ["Fernwärme", ["fernwaerme", "nahwaerme"]],
  ["Wasser", ["trinkwasser", "wasserversorg"]],
  ["Abwasser", ["abwasser", "klaeranlage", "kanal"]],
  ["Netze", ["stromnetz", "gasnetz", "netzanschluss", "verteilnetz"]],
  ["Photovoltaik", ["photovoltaik", "solaranlage", "solarstrom"]],
  ["Elektromobilität", ["elektromobil", "emobil", "ladestation", "wallbox", "ladesaeule"]],
  ["Glasfaser", ["glasfaser", "breitband"]],
  ["Öffentlicher Nahverkehr", ["nahverkehr", "stadtbus", "fahrplan"]],
  ["Bäder", ["hallenbad", "freibad", "schwimmbad"]],
  ["Entsorgung", ["entsorg", "abfall", "recycling"]],
  ["Heizung", ["heizung", "waermepumpe"]],
  ["Sanitär", ["sanitaer", "badsanierung"]],
  ["Elektroinstallation", ["elektroinstall", "elektrotechnik"]],
  ["Energieberatung", ["energieberat"]],
  ["Maschinenbau", ["maschinenbau", "anlagenbau"]],
  ["Produktion", ["produktion", "fertigung"]],
  ["Wartung", ["wartung", "instandhaltung"]],
  ["Notdienst", ["notdienst", "stoerungsdienst"]],
  ["Software", ["software"]],
  ["Beratung", ["beratung"]],
  ["Kundenportal", ["kundenportal", "onlineservice", "kundencenter"]],
  ["Ausbildung", ["ausbildung", "azubi"]],
];

const MAX_TOPICS = 8;
const SURE = 4;
/** A word repeated on every page says it no more than a few times. */
const MAX_COUNT = 5;
/** Less may be said by chance. */
const MIN_POINTS = 3;
/** Name and title say more than the text below them. */
const TITLE_WEIGHT = 3;

type WordCounts = ReadonlyMap<string, number>;

function countWords(pages: readonly SitePage[], name: string | null): WordCounts {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of foldText(text).match(/[a-z0-9]+/g) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
    }
  };
  add(name ?? "", TITLE_WEIGHT);
  for (const page of pages) {
    add(page.title, page.kind === "home" ? TITLE_WEIGHT : 1);
    add(page.text, 1);
  }
  return counts;
}

function countStem(counts: WordCounts, stem: string): number {
  let count = 0;
  for (const [word, times] of counts) if (word.startsWith(stem)) count += times;
  return Math.min(count, MAX_COUNT);
}

function pointsOf(counts: WordCounts, stems: readonly string[]): number {
  return stems.reduce((sum, stem) => sum + countStem(counts, stem), 0);
}

/** What fixed rules say of a company: readable, the same every time, and no judgement. */
export interface RuledAssessment {
  companyType: CompanyType | null;
  topics: string[];
}

/** Type and topics of a company by the words of its website; null where too little stands there. */
export function assessByRules(pages: readonly SitePage[], name: string | null): RuledAssessment {
  const counts = countWords(pages, name);
  let [best, most]: [CompanyType | null, number] = [null, MIN_POINTS - 1];
  for (const { type, sure, likely } of TYPE_RULES) {
    const points = SURE * pointsOf(counts, sure) + pointsOf(counts, likely);
    if (points > most) [best, most] = [type, points];
  }
  const topics = TOPIC_RULES.map(([topic, stems]) => ({ topic, points: pointsOf(counts, stems) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, MAX_TOPICS)
    .map(({ topic }) => topic);
  return { companyType: best, topics };
}
