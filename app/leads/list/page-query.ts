import { formatDate, formatDateTime } from "../../format/german";
import type { InputIssue } from "../../refusal";
import { SOURCE_NAMES } from "../lead";
import type { LeadFilter, LeadListQuery } from "./lead-filters";

export const MAX_VIEW_NAME_LENGTH = 60;

/** Filters, order and page size under a name, for the whole team. */
export interface SavedView {
  id: string;
  name: string;
  /** Query parameters of the lead store's page. */
  query: string;
}

/** A parameter that can't be used; `value` is null where no parameter has that name. */
export interface QueryIssue extends InputIssue {
  value: string | null;
}

const MAX_SHOWN_LENGTH = 60;

const NAMES: Record<keyof LeadListQuery, string> = {
  q: "Text",
  term: "Suchbegriff",
  contacted: "Kontaktiert",
  favorite: "Favorit",
  approvedOnly: "Freigabe",
  hasEmail: "E-Mail",
  hasPhone: "Telefon",
  tag: "Tag",
  companyType: "Firmentyp",
  federalState: "Bundesland",
  without: "Ohne Angabe",
  sourceType: "Quelle",
  minScore: "Bewertung",
  createdFrom: "Gefunden von",
  createdTo: "Gefunden bis",
  sort: "Sortierung",
  dir: "Richtung",
  page: "Seite",
  pageSize: "Leads pro Seite",
  cursor: "Stelle in der Liste",
};
/** The parameters' names on the page. */
const PARAMETER_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(NAMES));

/** Parameters that change how a list is shown, not what is in it. */
const PRESENTATION = new Set(["sort", "dir", "pageSize"]);
/** Parameters that say which part of the list is shown. */
const PLACE = new Set(["page", "cursor"]);

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
  return `${kind} „${name}“ gilt nicht: ${given}${message}`;
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
      // Asks for nothing: leads are not found by not being approved.
      !(name === "approvedOnly" && value === "false"),
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
    [...searchParams].filter(([name]) => !PLACE.has(name) && name !== "pageSize"),
  );
}

/** The order and the page size that an address asks for. */
export function presentationParameters(searchParams: URLSearchParams): Parameter[] {
  return [...searchParams].filter(([name]) => PRESENTATION.has(name));
}

/** The address of the list with these parameters and no others. */
function storeAddress(parameters: readonly Parameter[]): string {
  const text = new URLSearchParams([...parameters]).toString();
  return text === "" ? "/leadspeicher" : `/leadspeicher?${text}`;
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
  return storeAddress(inOrder.map(([, parameter]) => parameter));
}

const YES_OR_NO = new Map([
  ["contacted", ["kontaktiert", "nicht kontaktiert"]],
  ["favorite", ["Favorit", "kein Favorit"]],
  ["approvedOnly", ["freigegeben"]],
  ["hasEmail", ["mit E-Mail", "ohne E-Mail"]],
  ["hasPhone", ["mit Telefon", "ohne Telefon"]],
]);

function day(text: string, timeZone: string): string {
  // A day is the same in every zone; only a time is another one elsewhere.
  return text.includes("T") ? `${formatDateTime(text, timeZone)} Uhr` : formatDate(text, "UTC");
}

function labelOf([name, value]: Parameter, timeZone: string): string {
  const word = YES_OR_NO.get(name)?.[value === "true" ? 0 : 1];
  if (word !== undefined) return word;
  if (name === "without") return `${PARAMETER_NAMES.get(value) ?? value} unbekannt`;
  if (name === "minScore") return value === "5" ? "Bewertung 5" : `Bewertung ab ${value}`;
  if (name === "createdFrom") return `gefunden ab ${day(value, timeZone)}`;
  if (name === "createdTo") return `gefunden bis ${day(value, timeZone)}`;
  const shown = name === "sourceType" ? (SOURCE_NAMES[value] ?? value) : value;
  return `${PARAMETER_NAMES.get(name) ?? name}: ${shown}`;
}

/** The filters of an address as people read them („Suchbegriff: Stadtwerke“), in its order, and the way without each. */
export function activeFilters(searchParams: URLSearchParams, timeZone: string) {
  const filters = filterParameters(searchParams);
  const presentation = presentationParameters(searchParams);
  return filters.map((filter) => ({
    key: filter.join("="),
    label: labelOf(filter, timeZone),
    removeAddress: storeAddress([...filters.filter((other) => other !== filter), ...presentation]),
  }));
}

/** The address of the list with these filters alone, in the present order and page size. */
export function addressWith(searchParams: URLSearchParams, filters: readonly Parameter[]): string {
  return storeAddress([...filters, ...presentationParameters(searchParams)]);
}
