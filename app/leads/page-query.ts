import { type InputIssue, parseSearchParams } from "../http/search-params";
import { type LeadListQuery, LeadListQuerySchema } from "./lead-filters";

/**
 * The address of the lead store's page as a query. What can't be used is left out and named, since a page must show
 * something; fields that a form sent empty are no filter.
 */
export function parsePageQuery(searchParams: URLSearchParams): {
  query: LeadListQuery;
  issues: InputIssue[];
} {
  const given = new URLSearchParams([...searchParams].filter(([, value]) => value.trim() !== ""));
  const issues: InputIssue[] = [];
  // Each round leaves out what was at fault, so this ends.
  for (;;) {
    const parsed = parseSearchParams(given, LeadListQuerySchema);
    if (parsed.success) return { query: parsed.data, issues };
    for (const { path, message } of parsed.issues) {
      // „term.0“ is the first value of „term“, unless there is a parameter of that very name.
      const [field = ""] = path.split(".");
      const name = given.has(path) ? path : field;
      issues.push({ path: name, message });
      given.delete(name);
    }
  }
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
  const text = next.toString();
  return text === "" ? "/leadspeicher" : `/leadspeicher?${text}`;
}
