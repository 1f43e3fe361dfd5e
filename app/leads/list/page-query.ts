import { formatDate, formatDateTime } from "../../format/german";
import type { InputIssue } from "../../refusal";
import { FIELD_NAMES, SOURCE_NAMES } from "../lead";
import names from "./filter-names.json";
import { BESIDE, type LeadFilter, type LeadListQuery, RADIUS_KM, TODAY } from "./lead-filters";

export const MAX_VIEW_NAME_LENGTH = 60;

/** Filters, order and page size under a name: a tab above the list. */
export interface View {
  id: string;
  name: string;
  /** Query parameters of the lead store's page. */
  query: string;
  /** Whose it is; a built-in one belongs to nobody and cannot be changed. */
  owner: "person" | "team" | null;
}

/** A parameter that can't be used; `value` is null where no parameter has that name. */
export interface QueryIssue extends InputIssue {
  value: string | null;
}

const MAX_SHOWN_LENGTH = 60;

/** The parameters' names on the page. */
const PARAMETER_NAMES = new Map<string, string>(
  Object.entries(names.parameters satisfies Record<keyof LeadListQuery, string>),
);

/** Parameters that change how a list is shown, not what is in it. */
const PRESENTATION = new Set(["sort", "dir", "pageSize", "ansicht"]);
/** Says in an address that the list is shown as a map; it becomes the path of that page. */
export const AS_MAP: Parameter = ["ansicht", "karte"];
/** Parameters that say which part of the list is shown. */
const PLACE = new Set(["page", "cursor"]);
const EMPTY_NAMES = new Map(Object.entries(names.empty));

/** Words of the API as people read them. */
const WORDS = new Map(
  Object.entries({
    ...names.parameters,
    ...SOURCE_NAMES,
    ...FIELD_NAMES,
    createdAt: "Gefunden",
    updatedAt: "Geändert",
    sourceTerm: "Suchbegriff",
  }),
);

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > MAX_SHOWN_LENGTH
    ? `${characters.slice(0, MAX_SHOWN_LENGTH).join("")}…`
    : text;
}

/** „Der Filter ‚Quelle‘ gilt nicht: ‚foo‘. Erlaubt sind …“; an unknown name stays as it was typed. */
export function issueSentence({ path, value, message }: QueryIssue): string {
  const name = PARAMETER_NAMES.get(path) ?? shorten(path);
  const kind = PRESENTATION.has(path) || PLACE.has(path) ? "Die Angabe" : "Der Filter";
  // Some sentences name the value themselves.
  const given = value === null || message.startsWith("„") ? "" : `„${shorten(value)}“. `;
  const said = /^(Erlaubt sind|Gilt nur neben) /.test(message)
    ? message.replace(/\w+/g, (word) => WORDS.get(word) ?? word)
    : message;
  return `${kind} „${name}“ gilt nicht: ${given}${said}`;
}

/** The address of the same list with some parameters changed; null takes one away. A change of filter or order begins at page 1. */
export function listAddress(
  searchParams: URLSearchParams,
  change: Record<string, string | null>,
): string {
  const next = new URLSearchParams([...searchParams].filter(([, value]) => value.trim() !== ""));
  next.delete("cursor");
  if (!("page" in change)) next.delete("page");
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return storeAddress([...next]);
}

/** A parameter of an address; those that count, as `usedParameters` reads them, where nothing else is said. */
export type Parameter = [name: string, value: string];

/** The parameters of an address that narrow its list, in the order of the address. */
export function filterParameters(searchParams: URLSearchParams): Parameter[] {
  return [...searchParams].filter(
    ([name, value]) =>
      !PRESENTATION.has(name) &&
      !PLACE.has(name) &&
      // Asks for nothing: leads are not found by not being approved, or not being due.
      !((name === "approvedOnly" || name === "followUpDue") && value === "false"),
  );
}

/** The query of the list with this filter. */
export function filterQuery(filter: LeadFilter): string {
  const parameters = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): Parameter => [name, String(one)]),
  );
  return new URLSearchParams(filterParameters(new URLSearchParams(parameters))).toString();
}

/** The filters and the order of an address: all of its list, whichever part of it is shown. */
export function listQuery(searchParams: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...searchParams].filter(
      ([name]) => !PLACE.has(name) && name !== "pageSize" && name !== AS_MAP[0],
    ),
  );
}

/** The order and the page size that an address asks for. */
export function presentationParameters(searchParams: URLSearchParams): Parameter[] {
  return [...searchParams].filter(([name]) => PRESENTATION.has(name));
}

/** The address of a view's list. Without any parameter the page would open the view that a person begins with. */
export function viewAddress(query: string, isMap = false): string {
  return `/leadspeicher${isMap ? "/karte" : ""}?${query === "" ? "page=1" : query}`;
}

/** The address of the list, or of its map, with these parameters and no others. */
function storeAddress(parameters: readonly Parameter[]): string {
  const own = parameters.filter(([name]) => name !== AS_MAP[0]);
  return viewAddress(new URLSearchParams(own).toString(), own.length < parameters.length);
}

/** Without filters that mean nothing beside the others. */
function usable(parameters: readonly Parameter[]): Parameter[] {
  const names = parameters.map(([name]) => name);
  return parameters.filter(
    ([name]) =>
      !Object.hasOwn(BESIDE, name) || BESIDE[name]?.some((other) => names.includes(other)),
  );
}

/**
 * The address that the filter form leads to, without empty fields and repetitions. Present parameters keep their place
 * and new ones come last, so that the last filter of an address is the latest.
 */
export function formAddress(
  searchParams: URLSearchParams,
  fields: Iterable<[string, FormDataEntryValue]>,
): string {
  const filled = new Map<string, Parameter>();
  for (const [name, value] of fields) {
    const text = typeof value === "string" ? value.trim() : "";
    if (text !== "") filled.set(JSON.stringify([name, text]), [name, text]);
  }
  const present = [...searchParams].map((parameter) => JSON.stringify(parameter));
  const place = (key: string) => (present.includes(key) ? present.indexOf(key) : present.length);
  const inOrder = [...filled].sort(([a], [b]) => place(a) - place(b));
  return storeAddress(usable(inOrder.map(([, parameter]) => parameter)));
}

const YES_OR_NO = new Map([
  ["contacted", ["kontaktiert", "nicht kontaktiert"]],
  ["favorite", ["Favorit", "kein Favorit"]],
  ["approvedOnly", ["freigegeben"]],
  ["hasEmail", ["mit E-Mail", "ohne E-Mail"]],
  ["hasPhone", ["mit Telefon", "ohne Telefon"]],
  ["isNew", ["dort neu", "dort schon bekannt"]],
  ["followUpDue", ["Wiedervorlage fällig"]],
]);

const DAYS = new Map([
  ["createdFrom", "gefunden ab"],
  ["createdTo", "gefunden bis"],
  ["contactedBefore", "kontaktiert vor"],
]);

function day(text: string, timeZone: string): string {
  if (text === TODAY) return "heute";
  // A day is the same in every zone; only a time is another one elsewhere.
  return text.includes("T") ? `${formatDateTime(text, timeZone)} Uhr` : formatDate(text, "UTC");
}

/** What runs and campaigns are called, by their ids. */
export type RunNames = Readonly<Record<string, string>>;

function labelOf(
  [name, value]: Parameter,
  { timeZone, runs, radius }: { timeZone: string; runs: RunNames; radius: string | null },
): string {
  if (name === "jobId" || name === "campaignId") return `aus: ${runs[value] ?? "unbekannter Lauf"}`;
  const word = YES_OR_NO.get(name)?.[value === "true" ? 0 : 1];
  if (word !== undefined) return word;
  if (name === "without") return `ohne ${EMPTY_NAMES.get(value) ?? value}`;
  if (name === "near") {
    const km = `${radius ?? RADIUS_KM} km`;
    return /^\d.*,/.test(value) ? `Kreis auf der Karte, ${km}` : `Umkreis ${km} um ${value}`;
  }
  if (name === "minScore") return value === "5" ? "Bewertung 5" : `Bewertung ab ${value}`;
  const before = DAYS.get(name);
  if (before !== undefined) return `${before} ${day(value, timeZone)}`;
  const shown = name === "sourceType" ? (SOURCE_NAMES[value] ?? value) : value;
  return `${PARAMETER_NAMES.get(name) ?? name}: ${shown}`;
}

/**
 * The filters of an address as people read them („Suchbegriff: Stadtwerke“), in its order, and the way without each.
 * Those that read the same, such as the parts of one search, are one.
 */
export function activeFilters(
  searchParams: URLSearchParams,
  timeZone: string,
  runs: RunNames = {},
) {
  const filters = filterParameters(searchParams);
  const presentation = presentationParameters(searchParams);
  const radius = searchParams.get("radiusKm");
  const label = (filter: Parameter) => labelOf(filter, { timeZone, runs, radius });
  const own = filters.filter(([name]) => name !== "radiusKm");
  return [...new Set(own.map(label))].map((shown) => {
    const left = filters.filter((filter) => label(filter) !== shown);
    return {
      key: shown,
      label: shown,
      removeAddress: storeAddress([...usable(left), ...presentation]),
    };
  });
}

/** The address of the list with these filters alone, in the present order and page size. */
export function addressWith(searchParams: URLSearchParams, filters: readonly Parameter[]): string {
  return storeAddress([...filters, ...presentationParameters(searchParams)]);
}
