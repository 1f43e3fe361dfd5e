import { formatDate, formatDateTime } from "../../format/german";
import { FEDERAL_STATE_NAMES } from "../../reading/places/federal-states";
import { FIELD_NAMES, SOURCE_NAMES, SOURCE_TYPES } from "../lead";

/** Kilometres. */
export const RADIUS_KM = 30;
export const MAX_QUERY_LENGTH = 200;
/** Stays true tomorrow. */
export const TODAY = "today";

export interface FilterChoice {
  value: string;
  label?: string | undefined;
  /** Number of leads. */
  count?: number;
}

/** By the ids of jobs and campaigns. */
export type RunNames = Readonly<Record<string, string>>;

interface ShownList {
  timeZone: string;
  runs: RunNames;
  radius: string | null;
}

type SingleKind =
  | "search"
  | "name"
  | "place"
  | "kilometres"
  | "digits"
  | "source"
  | "score"
  | "day";
type ListKind = "words" | "tags" | "states" | "fields";

export interface FilterRow {
  /** Says its schema and its control; „only“ has no effect when false. */
  kind: SingleKind | ListKind | "flag" | "only";
  /** Names it in sentences, and stands before an active value. */
  label: string;
  /** Shows an active value without the label. */
  chip?: (value: string, list: ShownList) => string;
  /** For the API's document. */
  about?: string;
  /** Heads its control instead of the label. */
  legend?: string;
  choices?: readonly FilterChoice[];
  /** Takes other values than the choices. */
  isOpen?: true;
  /** Has no effect without one of these. */
  beside?: readonly string[];
}

type Words = readonly [yes: string, no: string];

function flag(label: string, [yes, no]: Words, choices?: Words) {
  const chip = (value: string) => (value === "true" ? yes : no);
  const values = ["true", "false"].map((value, at) => ({ value, label: choices?.[at] }));
  return { kind: "flag", label, chip, choices: choices && values } as const;
}

function only(label: string, active: string, choice: string) {
  return {
    kind: "only",
    label,
    chip: () => active,
    choices: [{ value: "true", label: choice }],
  } as const;
}

function day(label: string, before: string, legend: string) {
  const chip = (text: string, { timeZone }: ShownList) => {
    if (text === TODAY) return `${before} heute`;
    // Days are equal in every zone; times are not.
    const isTime = text.includes("T");
    return `${before} ${isTime ? `${formatDateTime(text, timeZone)} Uhr` : formatDate(text, "UTC")}`;
  };
  return { kind: "day", label, chip, legend } as const;
}

function nearChip(place: string, { radius }: ShownList): string {
  const km = `${radius ?? RADIUS_KM} km`;
  return /^\d.*,/.test(place) ? `Kreis auf der Karte, ${km}` : `Umkreis ${km} um ${place}`;
}
const runChip = (id: string, { runs }: ShownList) => `aus: ${runs[id] ?? "unbekannter Lauf"}`;

const AFTER_WITHOUT: Partial<Record<string, string>> = {
  owner: "Zuständigen",
  companyName: "Name",
};
const EMPTY = [
  ...(["email", "phone", "website", "contactName", "salesScore", "companyType"] as const),
  ...(["offerPackage", "federalState", "street", "postalCode", "city", "notes"] as const),
  ...(["owner", "followUpAt", "companyName"] as const),
].map((value) => ({ value, label: AFTER_WITHOUT[value] ?? FIELD_NAMES[value] }));
const STATES = FEDERAL_STATE_NAMES.map((value) => ({ value }));
const SOURCES = SOURCE_TYPES.map((value) => ({ value, label: SOURCE_NAMES[value] }));
const SCORES = ["ab 1", "ab 2", "ab 3", "ab 4", "5"].map((label) => ({
  value: label.slice(-1),
  label,
}));

/**
 * By their parameters. A repeated `term`, `companyType` or `federalState` widens the list, a repeated `tag` narrows it.
 * The conditions stand in `lead-conditions`, mostly under the same names.
 */
export const FILTERS = {
  q: {
    kind: "search",
    label: "Text",
    about:
      "Jedes Wort muss irgendwo stehen: in Firma, Domain, E-Mail, Telefon, Adresse, Ort, PLZ, Bundesland, Tags, Firmentyp, Themen, Angebotspaket, Kontakt, Notizen oder Suchbegriffen; „…“ hält Wörter zusammen",
  },
  term: {
    ...{ kind: "words", label: "Suchbegriff", isOpen: true },
    about:
      "Suchbegriff, unter dem der Lead gefunden wurde, groß oder klein; mehrere gelten als ODER",
  },
  contacted: flag("Kontaktiert", ["kontaktiert", "nicht kontaktiert"], ["Ja", "Nein"]),
  favorite: flag("Favorit", ["Favorit", "kein Favorit"], ["Ja", "Nein"]),
  approvedOnly: only("Freigabe", "freigegeben", "Nur freigegebene"),
  hasEmail: flag("E-Mail", ["mit E-Mail", "ohne E-Mail"], ["Mit", "Ohne"]),
  hasPhone: flag("Telefon", ["mit Telefon", "ohne Telefon"], ["Mit", "Ohne"]),
  tag: {
    ...{ kind: "tags", label: "Tag", legend: "Tags (alle zugleich)", isOpen: true },
    about: "Tag, groß oder klein geschrieben; mehrere gelten als UND",
  },
  companyType: {
    ...{ kind: "words", label: "Firmentyp", isOpen: true },
    about: "Firmentyp; mehrere gelten als ODER",
  },
  federalState: {
    ...{ kind: "states", label: "Bundesland", choices: STATES },
    about: "Bundesland als Name oder Kürzel (Bayern, BY); mehrere gelten als ODER",
  },
  without: {
    ...{ kind: "fields", label: "Ohne Angabe", choices: EMPTY },
    chip: (field) => `ohne ${EMPTY.find(({ value }) => value === field)?.label ?? field}`,
    about: "Ein Feld, das leer ist; mehrere gelten als UND",
  },
  offerPackage: {
    ...{ kind: "words", label: "Angebotspaket" },
    about: "Angebotspaket; mehrere gelten als ODER",
  },
  postalCode: {
    ...{ kind: "digits", label: "PLZ", legend: "PLZ beginnt mit …" },
    about: "Die ersten Ziffern der Postleitzahl",
  },
  near: {
    ...{ kind: "place", label: "Umkreis", chip: nearChip, legend: "Ort oder PLZ" },
    about:
      "Um diesen Ort: ein Name („Kassel“, „Neustadt (Hessen)“, sonst der größte des Namens), eine Postleitzahl oder Breite und Länge („51.32,9.50“). Leads liegen, wo ihre Quelle sie verortet, sonst am Ort ihrer Postleitzahl",
  },
  radiusKm: {
    ...{ kind: "kilometres", label: "Kilometer", legend: `${RADIUS_KM} km`, beside: ["near"] },
    about: `Neben near: so viele Kilometer; ${RADIUS_KM}, wo nichts gesagt ist`,
  },
  owner: {
    ...{ kind: "words", label: "zuständig", legend: "Zuständig" },
    about: "Zuständig: Name einer Person; mehrere gelten als ODER",
  },
  followUpDue: {
    ...only("Wiedervorlage", "Wiedervorlage fällig", "Fällig"),
    about: "Nur mit einer Wiedervorlage heute oder früher",
  },
  contactedBefore: {
    ...day("Kontaktiert vor", "kontaktiert vor", "Kontaktiert, aber nicht mehr seit"),
    about: "Kontaktiert, und seit diesem Tag nicht mehr",
  },
  "not.tag": { kind: "tags", label: "nicht Tag", about: "Keiner dieser Tags" },
  "not.term": {
    ...{ kind: "words", label: "nicht Suchbegriff" },
    about: "Unter keinem dieser Suchbegriffe gefunden",
  },
  "not.companyType": {
    kind: "words",
    label: "nicht Firmentyp",
    about: "Keiner dieser Firmentypen",
  },
  "not.federalState": {
    ...{ kind: "states", label: "nicht Bundesland" },
    about: "In keinem dieser Bundesländer",
  },
  "not.offerPackage": {
    ...{ kind: "words", label: "nicht Angebotspaket" },
    about: "Keines dieser Angebotspakete",
  },
  "not.owner": {
    ...{ kind: "words", label: "nicht zuständig" },
    about: "Keine dieser Personen ist zuständig",
  },
  jobId: {
    ...{ kind: "words", label: "Lauf", chip: runChip },
    about: "Von diesem Lauf gefunden; mehrere gelten als ODER",
  },
  campaignId: {
    ...{ kind: "name", label: "Kampagne", chip: runChip },
    about: "Von einer Suche dieser Kampagne gefunden",
  },
  isNew: {
    ...flag("Neu", ["dort neu", "dort schon bekannt"]),
    beside: ["jobId", "campaignId"],
    about: "Neben jobId oder campaignId: nur, was dort neu war (true), oder schon bekannt",
  },
  sourceType: {
    ...{ kind: "source", label: "Quelle", choices: SOURCES },
    chip: (type) => `Quelle: ${SOURCE_NAMES[type] ?? type}`,
  },
  minScore: {
    ...{ kind: "score", label: "Bewertung", choices: SCORES },
    chip: (score) => `Bewertung ${score === "5" ? "" : "ab "}${score}`,
  },
  createdFrom: {
    ...day("Gefunden von", "gefunden ab", "Von"),
    about: "Ab diesem Tag (today ist immer der heutige), oder ab dieser Zeit",
  },
  createdTo: {
    ...day("Gefunden bis", "gefunden bis", "Bis"),
    about: "Bis zu diesem Tag einschließlich, oder vor dieser Zeit",
  },
} as const satisfies Record<string, FilterRow>;

export type FilterName = keyof typeof FILTERS;
export type FilterChoices = Partial<Record<FilterName, readonly FilterChoice[]>>;
export const FILTER_ROWS = new Map<string, FilterRow>(Object.entries(FILTERS));

export const FILTER_MENUS: readonly (readonly [label: string, names: readonly FilterName[]])[] = [
  ["Suchbegriff", ["term"]],
  ["Kontakt", ["contacted", "contactedBefore", "followUpDue", "owner", "favorite", "approvedOnly"]],
  ["Erreichbarkeit", ["hasEmail", "hasPhone"]],
  ["Bundesland", ["federalState"]],
];
