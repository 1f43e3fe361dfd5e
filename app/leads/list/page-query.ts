import type { InputIssue } from "../../refusal";
import { FIELD_NAMES, SOURCE_NAMES } from "../lead";
import { FILTER_ROWS, type RunNames } from "./filters";
import type { LeadFilter } from "./lead-filter-schema";

export const MAX_VIEW_NAME_LENGTH = 60;

export interface View {
  id: string;
  name: string;
  query: string;
  /** Null for built-in views, which can't be changed. */
  owner: "person" | "team" | null;
}

/** `value` is null for an unknown parameter. */
export interface QueryIssue extends InputIssue {
  value: string | null;
}

const PARAMETER_NAMES = new Map([
  ...Array.from(FILTER_ROWS, ([name, { label }]) => [name, label] as const),
  ["sort", "Sortierung"],
  ["dir", "Richtung"],
  ["page", "Seite"],
  ["pageSize", "Leads pro Seite"],
]);

const PRESENTATION = new Set(["sort", "dir", "pageSize", "ansicht"]);
export const AS_MAP: Parameter = ["ansicht", "karte"];

const WORDS = new Map([
  ...PARAMETER_NAMES,
  ...Object.entries({ ...SOURCE_NAMES, ...FIELD_NAMES }),
  ["createdAt", "Gefunden"],
  ["updatedAt", "Geändert"],
  ["sourceTerm", "Suchbegriff"],
  ["fit", "Passend"],
]);

const shorten = (text: string) => text.replace(/^(.{60}).+$/su, "$1…");

/** „Der Filter ‚Quelle‘ gilt nicht: ‚foo‘. Erlaubt sind …“ */
export function issueSentence({ path, value, message }: QueryIssue): string {
  const name = PARAMETER_NAMES.get(path) ?? shorten(path);
  const kind = PRESENTATION.has(path) || path === "page" ? "Die Angabe" : "Der Filter";
  // Some sentences include the value.
  const given = value === null || message.startsWith("„") ? "" : `„${shorten(value)}“. `;
  const rule = /^(Erlaubt sind|Gilt nur neben) /.test(message)
    ? message.replace(/\w+/g, (word) => WORDS.get(word) ?? word)
    : message;
  return `${kind} „${name}“ gilt nicht: ${given}${rule}`;
}

/** Null removes a parameter. A change of filter or order begins at page 1. */
export function listAddress(
  searchParams: URLSearchParams,
  change: Record<string, string | null>,
): string {
  const next = new URLSearchParams([...searchParams].filter(([, value]) => value.trim() !== ""));
  if (!("page" in change)) next.delete("page");
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return storeAddress([...next]);
}

export type Parameter = [name: string, value: string];

export function filterParameters(searchParams: URLSearchParams): Parameter[] {
  return [...searchParams].filter(
    ([name, value]) =>
      !PRESENTATION.has(name) &&
      name !== "page" &&
      !(FILTER_ROWS.get(name)?.kind === "only" && value === "false"),
  );
}

export function filterQuery(filter: LeadFilter): string {
  const parameters = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): Parameter => [name, String(one)]),
  );
  return new URLSearchParams(filterParameters(new URLSearchParams(parameters))).toString();
}

export function listQuery(searchParams: URLSearchParams): URLSearchParams {
  const left = ["page", "pageSize", AS_MAP[0]];
  return new URLSearchParams([...searchParams].filter(([name]) => !left.includes(name)));
}

export function presentationParameters(searchParams: URLSearchParams): Parameter[] {
  return [...searchParams].filter(([name]) => PRESENTATION.has(name));
}

/** Without parameters the page would open the user's default view. */
export function viewAddress(query: string, isMap = false): string {
  return `/leadspeicher${isMap ? "/karte" : ""}?${query === "" ? "page=1" : query}`;
}

function storeAddress(parameters: readonly Parameter[]): string {
  const own = parameters.filter(([name]) => name !== AS_MAP[0]);
  return viewAddress(new URLSearchParams(own).toString(), own.length < parameters.length);
}

function usable(parameters: readonly Parameter[]): Parameter[] {
  const names = parameters.map(([name]) => name);
  return parameters.filter(
    ([name]) => FILTER_ROWS.get(name)?.requires?.some((other) => names.includes(other)) ?? true,
  );
}

/** Present parameters keep their order; new ones come last. Drops empty and repeated fields. */
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

/** Merges filters with equal labels, such as the jobs of one search. */
export function activeFilters(
  searchParams: URLSearchParams,
  timeZone: string,
  runs: RunNames = {},
) {
  const filters = filterParameters(searchParams);
  const presentation = presentationParameters(searchParams);
  const radius = searchParams.get("radiusKm");
  const label = ([name, value]: Parameter) => {
    const { label = name, chip } = FILTER_ROWS.get(name) ?? {};
    return chip?.(value, { timeZone, runs, radius }) ?? `${label}: ${value}`;
  };
  const own = filters.filter(([name]) => name !== "radiusKm");
  return [...new Set(own.map(label))].map((shown) => {
    const left = filters.filter((filter) => label(filter) !== shown);
    return { label: shown, removeAddress: storeAddress([...usable(left), ...presentation]) };
  });
}

export function unfilteredAddress(searchParams: URLSearchParams): string {
  return storeAddress(presentationParameters(searchParams));
}
