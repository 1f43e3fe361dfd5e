import { v7 as uuid } from "uuid";
import { z } from "zod";
import { type PageForms, pageForm } from "../http/form.server";
import type { FieldReply } from "../http/form-reply";
import { notFound } from "../refusal";
import { judgeRows, type PairRow, readRows } from "./queue-form.server";
import { repeatSearch } from "./search-history.server";
import { jobAddress, MAX_QUEUE, queueAddress, type SearchInput } from "./search-input";
import { readTab } from "./search-page.server";
import { SearchFormSchema, SearchInputSchema } from "./search-schema.server";
import { startSearch, startSearchQueue } from "./start-search.server";
import { type SupplementServices, startSupplement } from "./start-supplement.server";
import { DescriptionSchema, suggestSearches } from "./suggest-searches.server";

interface SearchReply {
  /** Rows of suggested searches. The id tells them from those shown before, which may be the same. */
  pairs?: { id: string; rows: PairRow[]; problem: string | null };
  /** A search to repeat that lacks a field, for the form of the direct search. */
  incomplete?: FieldReply;
}

const INCOMPLETE = "Der Suche fehlt eine Angabe. Unten ergänzen und dann starten.";

function shownRows(rows: readonly PairRow[], problem: string | null = null): SearchReply {
  return { pairs: { id: uuid(), rows: rows.slice(0, MAX_QUEUE), problem } };
}

function incompleteSearch({ query, region, count }: SearchInput): SearchReply {
  const { error } = SearchInputSchema.safeParse({ query, region, count });
  const issues = error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [];
  const values = { query, region, count: String(count) };
  return { incomplete: { errors: Object.fromEntries(issues), values, problem: INCOMPLETE } };
}

/**
 * The forms of the search page.
 *
 * @param url the page's address, as the form names it
 */
export function searchForms(
  services: SupplementServices,
  { url, actor, signal }: { url: URL; actor: string; signal: AbortSignal },
): PageForms<SearchReply> {
  const tab = readTab(url.searchParams);
  const mode = tab ?? "custom";
  return {
    "": pageForm({
      schema: SearchFormSchema,
      async run(input) {
        const { job } = await startSearch(services, input, actor);
        return { to: jobAddress(null, job.id) };
      },
    }),
    suggest: pageForm({
      schema: z.object({ description: DescriptionSchema }),
      refused(form) {
        const rows = readRows(form);
        return rows.length === 0 ? {} : shownRows(rows);
      },
      async run({ description }) {
        const input = { description, mode, history: [] };
        const pairs = await suggestSearches(services, input, { signal });
        return {
          reply: shownRows(pairs.map((pair) => ({ ...pair, isDropped: false, errors: {} }))),
        };
      },
    }),
    "start-queue": pageForm({
      schema: z.object({}),
      refused: (form) => shownRows(readRows(form)),
      async run(_, { form }) {
        const judged = judgeRows(readRows(form));
        if ("rows" in judged) {
          return { reply: shownRows(judged.rows, judged.problem), status: 422 };
        }
        return { to: queueAddress(await startSearchQueue(services, { mode, ...judged }, actor)) };
      },
    }),
    repeat: pageForm({
      schema: z.object({ searchId: z.string().default("") }),
      async run({ searchId }) {
        const started = await repeatSearch(services, searchId, actor);
        if (started === undefined) throw notFound();
        if (!("incomplete" in started)) return { to: jobAddress(tab, started.job.id) };
        if (tab === null) return { reply: incompleteSearch(started.incomplete), status: 422 };
        const { query, region } = started.incomplete;
        const judged = judgeRows([{ query, region, isDropped: false, errors: {} }]);
        const rows = "rows" in judged ? judged.rows : [];
        return { reply: shownRows(rows, INCOMPLETE), status: 422 };
      },
    }),
    supplement: pageForm({
      schema: z.object({}),
      async run() {
        const jobId = url.searchParams.get("job") ?? "";
        if ((await startSupplement(services, jobId, { actor })) === undefined) throw notFound();
        const queueId = url.searchParams.get("reihe");
        return { to: queueId === null ? jobAddress(tab, jobId) : queueAddress(queueId) };
      },
    }),
  };
}
