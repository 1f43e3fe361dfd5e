/** Which results of a job a page shows; the words of its address. */
export interface ResultsQuery {
  selection: "stored" | "new" | "skipped";
  page: number;
}

export const RESULTS_PER_PAGE = 100;

/** The place that an address asks for; what it does not say is all results from the first. */
export function readResultsQuery(searchParams: URLSearchParams): ResultsQuery {
  const page = searchParams.get("page") ?? "1";
  const isSkipped = searchParams.get("ansicht") === "uebersprungen";
  const isNew = searchParams.get("onlyNew") === "true";
  return {
    selection: isNew ? "new" : isSkipped ? "skipped" : "stored",
    page: /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1,
  };
}

/** Its parameters in an address, those of the beginning left out. */
export function resultsQueryParams({ selection, page }: ResultsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (selection === "new") params.set("onlyNew", "true");
  if (selection === "skipped") params.set("ansicht", "uebersprungen");
  if (page > 1) params.set("page", String(page));
  return params;
}
