import { DEFAULT_PAGE_SIZE } from "../../http/paging.server";
import { parseSearchParams } from "../../http/search-params";
import { defaultDirection } from "./filters";
import { orderOf } from "./find-leads.server";
import type { LeadListQuery } from "./lead-filter-schema";
import { LeadListQuerySchema } from "./lead-filter-schema";
import {
  filterParameters,
  type Parameter,
  presentationParameters,
  type QueryIssue,
} from "./page-query";

/** Skips empty fields and cursors (API only). Reads „lauf“ as `jobId`. */
const filledParams = (searchParams: URLSearchParams) =>
  [...searchParams].flatMap(([name, value]): Parameter[] =>
    value.trim() === "" || name === "cursor" ? [] : [[name === "lauf" ? "jobId" : name, value]],
  );

/**
 * Drops unusable parameters and reports them as issues, since a page must always show a list. `parameters` are the used
 * ones, normalized: „BY“ becomes „Bayern“, text is trimmed.
 */
export function parsePageQuery(searchParams: URLSearchParams) {
  const given = new URLSearchParams(filledParams(searchParams));
  const issues: QueryIssue[] = [];
  // Each round deletes a parameter, so this ends.
  for (;;) {
    const parsed = parseSearchParams(given, LeadListQuerySchema);
    if (parsed.success) {
      const { data: query } = parsed;
      return { query, issues, parameters: usedParameters(searchParams, query) };
    }
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

function usedParameters(searchParams: URLSearchParams, read: LeadListQuery): Parameter[] {
  const query = new Map<string, unknown>(Object.entries(read));
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

/** The same for every URL of a list: parameters are sorted, defaults dropped. */
export function viewQuery(searchParams: URLSearchParams): string {
  const { query, parameters } = parsePageQuery(searchParams);
  const used = new URLSearchParams(parameters);
  const isImplied = ([name, value]: Parameter) =>
    (name === "sort" && value === orderOf({ ...query, sort: undefined }).sort) ||
    (name === "dir" && value === defaultDirection(orderOf(query).sort)) ||
    (name === "pageSize" && value === String(DEFAULT_PAGE_SIZE));
  const kept = [...filterParameters(used), ...presentationParameters(used)]
    .filter((parameter) => !isImplied(parameter))
    .sort(([a, first], [b, second]) => (a === b ? (first < second ? -1 : 1) : a < b ? -1 : 1));
  return new URLSearchParams(kept).toString();
}
