import type { LeadSort } from "~db/queries/lead-list";
import { FIELDS, PLAIN_TEXTS } from "~db/schema/lead-fields";
import { formatDate, formatDateTime } from "../../format/german";
import { FEDERAL_STATE_NAMES } from "../../reading/places/federal-states";
import { FIELD_NAMES, SOURCE_NAMES, SOURCE_TYPES } from "../lead";
import type { toListLead } from "./lead-view.server";

/** Default of `radiusKm`. */
export const RADIUS_KM = 30;
export const MAX_QUERY_LENGTH = 200;
/** Resolved on each request, so saved views stay current. */
export const TODAY = "today";

export interface FilterChoice {
  value: string;
  label?: string | undefined;
  /** Number of leads. */
  count?: number;
}

/** Names by id of a job or campaign. */
export type RunNames = Readonly<Record<string, string>>;

interface ShownList {
  timeZone: string;
  runs: RunNames;
  radius: string | null;
}

/** „only“ has no effect when false. */
type SingleKind = "search" | "name" | "place" | "kilometres" | "digits" | "source" | "score";
type Kind = SingleKind | "words" | "tags" | "states" | "fields" | "flag" | "only" | "day";

export interface FilterRow {
  /** Selects the schema and the control. */
  kind: Kind;
  /** Names the filter in sentences and before active values. */
  label: string;
  /** The text of an active value, without the label. */
  chip?: (value: string, list: ShownList) => string;
  /** Description in the API document. */
  about?: string;
  /** Heading of the control, if not the label. */
  legend?: string;
  choices?: readonly FilterChoice[];
  /** Also accepts typed values. */
  isFree?: true;
  /** Invalid without one of these filters. */
  requires?: readonly string[];
}

type Words = readonly [yes: string, no: string];
type More = Partial<Omit<FilterRow, "kind" | "label">>;

function row<Own extends Kind>(kind: Own, label: string, about?: string, more?: More) {
  return { kind, label, about, ...more };
}

function flag(label: string, [yes, no]: Words, choices: Words, more?: More) {
  const chip = (value: string) => (value === "true" ? yes : no);
  const values = ["true", "false"].map((value, at) => ({ value, label: choices[at] }));
  return row("flag", label, undefined, { chip, choices: values, ...more });
}

function only(label: string, active: string, choice: string, about?: string) {
  const choices = [{ value: "true", label: choice }];
  return row("only", label, about, { chip: () => active, choices });
}

function day(label: string, before: string, legend: string, about: string) {
  const chip = (text: string, { timeZone }: ShownList) => {
    if (text === TODAY) return `${before} heute`;
    // A day is the same in every time zone; a time is not.
    const isTime = text.includes("T");
    return `${before} ${isTime ? `${formatDateTime(text, timeZone)} Uhr` : formatDate(text, "UTC")}`;
  };
  return row("day", label, about, { chip, legend });
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
export const EMPTY = [
  ...(["email", "phone", "website", "contactName", "salesScore", "companyType"] as const),
  ...(["offerPackage", "federalState", "street", "postalCode", "city", "notes"] as const),
  ...(["owner", "followUpAt", "companyName"] as const),
].map((value) => ({ value, label: AFTER_WITHOUT[value] ?? FIELD_NAMES[value] }));
const SCORES = ["ab 1", "ab 2", "ab 3", "ab 4", "5"];

/**
 * Keyed by URL parameter. Repeating `term`, `companyType` or `federalState` widens the list, a second `tag` narrows it.
 * `lead-conditions` holds the SQL, mostly under the same names.
 */
export const FILTERS = {
  q: row(
    "search",
    "Text",
    "Jedes Wort muss irgendwo stehen: in Firma, Domain, E-Mail, Telefon, Adresse, Ort, PLZ, Bundesland, Tags, Firmentyp, Themen, Angebotspaket, Kontakt, Notizen, Suchbegriffen, Geschäftsführung, Registergericht, Registernummer, USt-IdNr. oder W-IdNr.; „…“ hält Wörter zusammen",
  ),
  term: row(
    "words",
    "Suchbegriff",
    "Suchbegriff, unter dem der Lead gefunden wurde, groß oder klein; mehrere gelten als ODER",
    { isFree: true },
  ),
  contacted: flag("Kontaktiert", ["kontaktiert", "nicht kontaktiert"], ["Ja", "Nein"]),
  favorite: flag("Favorit", ["Favorit", "kein Favorit"], ["Ja", "Nein"]),
  approvedOnly: only("Freigabe", "freigegeben", "Nur freigegebene"),
  fits: only("Passend", "wie freigegebene", "Wie freigegebene", "Offen und wie freigegebene"),
  hasEmail: flag("E-Mail", ["mit E-Mail", "ohne E-Mail"], ["Mit", "Ohne"]),
  hasPhone: flag("Telefon", ["mit Telefon", "ohne Telefon"], ["Mit", "Ohne"]),
  tag: row("tags", "Tag", "Tag, groß oder klein geschrieben; mehrere gelten als UND", {
    legend: "Tags (alle zugleich)",
    isFree: true,
  }),
  companyType: row("words", "Firmentyp", "Firmentyp; mehrere gelten als ODER", { isFree: true }),
  federalState: row(
    "states",
    "Bundesland",
    "Bundesland als Name oder Kürzel (Bayern, BY); mehrere gelten als ODER",
    { choices: FEDERAL_STATE_NAMES.map((value) => ({ value })) },
  ),
  without: row("fields", "Ohne Angabe", "Ein Feld, das leer ist; mehrere gelten als UND", {
    chip: (field) => `ohne ${EMPTY.find(({ value }) => value === field)?.label ?? field}`,
    choices: EMPTY,
  }),
  duplicate: only(
    "Doppelt",
    "vermutlich doppelt",
    "Vermutlich doppelt",
    "Nur Leads, deren Impressum dieselbe Firma nennt wie das eines anderen: Register, W-IdNr. oder USt-IdNr.",
  ),
  offerPackage: row("words", "Angebotspaket", "Angebotspaket; mehrere gelten als ODER"),
  adObjection: flag(
    "Werbewiderspruch",
    ["widerspricht Werbung", "kein Werbewiderspruch bekannt"],
    ["Bekannt", "Keiner"],
    { about: "Die Firma widerspricht im Impressum oder Datenschutz der Werbung" },
  ),
  postalCode: row("digits", "PLZ", "Die ersten Ziffern der Postleitzahl", {
    legend: "PLZ beginnt mit …",
  }),
  near: row(
    "place",
    "Umkreis",
    "Um diesen Ort: ein Name („Kassel“, „Neustadt (Hessen)“, sonst der größte des Namens), eine Postleitzahl oder Breite und Länge („51.32,9.50“). Leads liegen, wo ihre Quelle sie verortet, sonst am Ort ihrer Postleitzahl",
    { chip: nearChip, legend: "Ort oder PLZ" },
  ),
  radiusKm: row(
    "kilometres",
    "Kilometer",
    `Neben near: so viele Kilometer; ${RADIUS_KM}, wo nichts gesagt ist`,
    { legend: `${RADIUS_KM} km`, requires: ["near"] },
  ),
  owner: row("words", "zuständig", "Zuständig: Name einer Person; mehrere gelten als ODER", {
    legend: "Zuständig",
  }),
  followUpDue: only(
    "Wiedervorlage",
    "Wiedervorlage fällig",
    "Fällig",
    "Nur mit einer Wiedervorlage heute oder früher",
  ),
  contactedBefore: day(
    "Kontaktiert vor",
    "kontaktiert vor",
    "Zuletzt kontaktiert vor",
    "Kontaktiert, und seit diesem Tag nicht mehr",
  ),
  "not.tag": row("tags", "nicht Tag", "Keiner dieser Tags"),
  "not.term": row("words", "nicht Suchbegriff", "Unter keinem dieser Suchbegriffe gefunden"),
  "not.companyType": row("words", "nicht Firmentyp", "Keiner dieser Firmentypen"),
  "not.federalState": row("states", "nicht Bundesland", "In keinem dieser Bundesländer"),
  "not.offerPackage": row("words", "nicht Angebotspaket", "Keines dieser Angebotspakete"),
  "not.owner": row("words", "nicht zuständig", "Keine dieser Personen ist zuständig"),
  jobId: row("words", "Lauf", "Von diesem Lauf gefunden; mehrere gelten als ODER", {
    chip: runChip,
  }),
  campaignId: row("name", "Kampagne", "Von einer Suche dieser Kampagne gefunden", {
    chip: runChip,
  }),
  isNew: flag("Neu", ["dort neu", "dort schon bekannt"], ["Neu", "Bekannt"], {
    about: "Neben jobId oder campaignId: nur, was dort neu war (true), oder schon bekannt",
    requires: ["jobId", "campaignId"],
  }),
  sourceType: row("source", "Quelle", undefined, {
    chip: (type) => `Quelle: ${SOURCE_NAMES[type] ?? type}`,
    choices: SOURCE_TYPES.map((value) => ({ value, label: SOURCE_NAMES[value] })),
  }),
  minScore: row("score", "Bewertung", undefined, {
    chip: (score) => `Bewertung ${score === "5" ? "" : "ab "}${score}`,
    choices: SCORES.map((label) => ({ value: label.slice(-1), label })),
  }),
  createdFrom: day(
    "Gefunden von",
    "gefunden ab",
    "Von",
    "Ab diesem Tag (today ist immer der heutige), oder ab dieser Zeit",
  ),
  createdTo: day(
    "Gefunden bis",
    "gefunden bis",
    "Bis",
    "Bis zu diesem Tag einschließlich, oder vor dieser Zeit",
  ),
} satisfies Record<string, FilterRow>;

export type FilterName = keyof typeof FILTERS;
export type FilterChoices = Partial<Record<FilterName, readonly FilterChoice[]>>;
export const FILTER_ROWS = new Map<string, FilterRow>(Object.entries(FILTERS));

export function takesMany(name: string): boolean {
  const kind = FILTER_ROWS.get(name)?.kind ?? "";
  return ["words", "tags", "states", "fields"].includes(kind);
}

export const FILTER_MENUS: readonly (readonly [label: string, names: readonly FilterName[]])[] = [
  ["Suchbegriff", ["term"]],
  [
    "Bearbeitung",
    ["contacted", "contactedBefore", "followUpDue", "owner", "favorite", "approvedOnly"],
  ],
  ["Bundesland", ["federalState"]],
];

export const LEAD_SORTS = [
  "createdAt",
  "updatedAt",
  "companyName",
  "domain",
  "city",
  "salesScore",
  "sourceTerm",
  "fit",
] as const;
/** The most useful first. */
export const COLUMN_KEYS = [
  ...(["contact", "tags", "score", "createdAt", "term", "city", "federalState"] as const),
  ...(["companyType", "source", "person", "owner", "followUp", "updatedAt"] as const),
  ...PLAIN_TEXTS.filter((name) => "inList" in FIELDS[name]),
];
export type ColumnKey = (typeof COLUMN_KEYS)[number];
export interface ListLayout {
  columns: readonly ColumnKey[];
  /** Rows are 48 px high. */
  isRoomy: boolean;
}
export interface ListOptions {
  tags: readonly string[];
  /** Who can be given leads; the signed-in person first. */
  owners: readonly string[];
  layout: ListLayout;
}
export const DEFAULT_COLUMNS = COLUMN_KEYS.slice(0, 5);

export type ListLead = ReturnType<typeof toListLead> & { alike?: string | null | undefined };
export type LeadSortField = (typeof LEAD_SORTS)[number];
export interface ShownOrder {
  sort: LeadSort;
  dir: "asc" | "desc";
  followUpDue?: boolean | undefined;
  fits?: boolean | undefined;
}

export const isByFit = (query: Partial<ShownOrder>) => query.sort === "fit" || query.fits === true;

export function defaultDirection(sort: LeadSort): "asc" | "desc" {
  return ["createdAt", "updatedAt", "salesScore", "fit"].includes(sort) ? "desc" : "asc";
}
