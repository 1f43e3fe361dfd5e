import { formatDate, formatDateTime } from "../../format/german";
import { SOURCE_NAMES } from "../lead";
import {
  filterParameters,
  PARAMETER_NAMES,
  type Parameter,
  presentationParameters,
  storeAddress,
} from "./page-query";

/** One value that a list is narrowed by. */
interface ActiveFilter {
  /** Its own among those of an address. */
  key: string;
  /** „Suchbegriff: Stadtwerke“, „mit E-Mail“ */
  label: string;
  /** The address of the same list without it. */
  removeAddress: string;
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
  if (name === "minScore") return value === "5" ? "Bewertung 5" : `Bewertung ab ${value}`;
  if (name === "createdFrom") return `gefunden ab ${day(value, timeZone)}`;
  if (name === "createdTo") return `gefunden bis ${day(value, timeZone)}`;
  const shown = name === "sourceType" ? (SOURCE_NAMES[value] ?? value) : value;
  return `${PARAMETER_NAMES.get(name) ?? name}: ${shown}`;
}

/** What the list of an address is narrowed by, in the order of the address, as people read it. */
export function activeFilters(searchParams: URLSearchParams, timeZone: string): ActiveFilter[] {
  const filters = filterParameters(searchParams);
  const presentation = presentationParameters(searchParams);
  return filters.map((filter) => ({
    key: filter.join("="),
    label: labelOf(filter, timeZone),
    removeAddress: storeAddress([...filters.filter((other) => other !== filter), ...presentation]),
  }));
}

/** The address of the list that these filters alone narrow, in the order and page size of this one. */
export function addressWith(searchParams: URLSearchParams, filters: readonly Parameter[]): string {
  return storeAddress([...filters, ...presentationParameters(searchParams)]);
}
