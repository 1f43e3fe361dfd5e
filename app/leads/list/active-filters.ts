import { formatDate, formatDateTime } from "../../format/german";
import { SOURCE_NAMES } from "../lead";
import {
  filterParameters,
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

function day(text: string, timeZone: string): string {
  // A day is the same in every zone; only a time is another one elsewhere.
  return text.includes("T") ? `${formatDateTime(text, timeZone)} Uhr` : formatDate(text, "UTC");
}

function labelOf([name, value]: Parameter, timeZone: string): string {
  const isTrue = value === "true";
  switch (name) {
    case "q":
      return `Text: ${value}`;
    case "term":
      return `Suchbegriff: ${value}`;
    case "contacted":
      return isTrue ? "kontaktiert" : "nicht kontaktiert";
    case "favorite":
      return isTrue ? "Favorit" : "kein Favorit";
    case "approvedOnly":
      return "freigegeben";
    case "hasEmail":
      return isTrue ? "mit E-Mail" : "ohne E-Mail";
    case "hasPhone":
      return isTrue ? "mit Telefon" : "ohne Telefon";
    case "tag":
      return `Tag: ${value}`;
    case "companyType":
      return `Firmentyp: ${value}`;
    case "federalState":
      return `Bundesland: ${value}`;
    case "sourceType":
      return `Quelle: ${SOURCE_NAMES[value] ?? value}`;
    case "minScore":
      return value === "5" ? "Bewertung 5" : `Bewertung ab ${value}`;
    case "createdFrom":
      return `gefunden ab ${day(value, timeZone)}`;
    case "createdTo":
      return `gefunden bis ${day(value, timeZone)}`;
    default:
      return `${name}: ${value}`;
  }
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

/** The address of the whole list in the order and page size of this one. */
export function resetAddress(searchParams: URLSearchParams): string {
  return storeAddress(presentationParameters(searchParams));
}

/** The address of the list that these filters alone narrow, in the order and page size of this one. */
export function addressWith(searchParams: URLSearchParams, filters: readonly Parameter[]): string {
  return storeAddress([...filters, ...presentationParameters(searchParams)]);
}
