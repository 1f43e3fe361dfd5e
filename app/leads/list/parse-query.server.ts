import { DEFAULT_PAGE_SIZE } from "../../http/paging.server";
import { parseSearchParams } from "../../http/search-params";
import { defaultDirection } from "./filters";
import type { LeadListQuery } from "./lead-filter-schema";
import { LeadListQuerySchema, LeadSortSchema } from "./lead-filter-schema";
import {
  filterParameters,
  type Parameter,
  presentationParameters,
  type QueryIssue,
} from "./page-query";

/** A run is also called „lauf“ there; cursors are the API's. */
const filledParams = (searchParams: URLSearchParams) =>
  [...searchParams].flatMap(([name, value]): Parameter[] =>
    value.trim() === "" || name === "cursor" ? [] : [[name === "lauf" ? "jobId" : name, value]],
  );

/** Leaves out and names unusable parameters, since a page must show something; empty form fields are no filters. */
export function parsePageQuery(searchParams: URLSearchParams): {
  query: LeadListQuery;
  issues: QueryIssue[];
} {
  const given = new URLSearchParams(filledParams(searchParams));
  const issues: QueryIssue[] = [];
  // Each round removes a fault, so this ends.
  for (;;) {
    const parsed = parseSearchParams(given, LeadListQuerySchema);
    if (parsed.success) return { query: parsed.data, issues };
    for (const { path, message } of parsed.issues) {
      // „term.0“ is the first value of „term“, unless a parameter has that name.
      const [, field = path, index] = /^(.*)\.(\d+)$/.exec(path) ?? [];
      const name = given.has(path) ? path : field;
      const values = given.getAll(name);
      const isKnown = Object.hasOwn(LeadListQuerySchema.shape, name);
      const value = (name === path ? undefined : values[Number(index)]) ?? values.join(", ");
      issues.push({ path: name, value: isKnown ? value : null, message });
      given.delete(name);
    }
  }
}

/** Values are as the query has them: „BY“ as „Bayern“, text trimmed. */
export function usedParameters(searchParams: URLSearchParams): Parameter[] {
  const query = new Map<string, unknown>(Object.entries(parsePageQuery(searchParams).query));
  const counts = new Map<string, number>();
  const used = new Map<string, Parameter>();
  for (const [name] of filledParams(searchParams)) {
    const parsed = query.get(name);
    if (parsed === undefined) continue;
    const index = counts.get(name) ?? 0;
    counts.set(name, index + 1);
    const value = String(Array.isArray(parsed) ? parsed[index] : parsed);
    used.set(JSON.stringify([name, value]), [name, value]);
  }
  return [...used.values()];
}

/** Equal for all addresses of a list, in any order, with or without defaults. */
export function viewQuery(searchParams: URLSearchParams): string {
  const { sort } = parsePageQuery(searchParams).query;
  const used = new URLSearchParams(usedParameters(searchParams));
  const isImplied = ([name, value]: Parameter) =>
    (name === "sort" && value === LeadSortSchema.parse({}).sort) ||
    (name === "dir" && value === defaultDirection(sort)) ||
    (name === "pageSize" && value === String(DEFAULT_PAGE_SIZE));
  const kept = [...filterParameters(used), ...presentationParameters(used)]
    .filter((parameter) => !isImplied(parameter))
    .sort(([a, first], [b, second]) => (a === b ? (first < second ? -1 : 1) : a < b ? -1 : 1));
  return new URLSearchParams(kept).toString();
}
