import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { findSearchPairs } from "~db/queries/search-history";
import { isoTime } from "../format/iso-time";
import { type PageForms, pageForm } from "../http/form.server";
import { countsOnlyNew, regionOf } from "../jobs/job";
import { cancelWithParts, type JobRunner } from "../jobs/runner/job-runner.server";
import { GoalSchema, SearchFormSchema } from "../pipelines/company-search/search-schema.server";
import { saveGoal } from "../pipelines/pipeline-page.server";
import { notFound } from "../refusal";
import { type PairRow, readRows, validateRows } from "./queue-form.server";
import { findSearchQueue, repeatSearch } from "./search-history.server";
import { jobAddress, MAX_QUEUE, queueAddress } from "./search-input";
import { readTab } from "./search-page.server";
import { pairKey } from "./search-words.server";
import { startSearch, startSearchQueue } from "./start-search.server";
import { type SupplementServices, startSupplement } from "./start-supplement.server";
import { DescriptionSchema, ONLY_ONE, suggestSearches } from "./suggest-searches.server";

interface SearchReply {
  /** The id distinguishes equal rows of two replies. */
  pairs?: { id: string; rows: PairRow[]; problem: string | null };
}

const MAX_COMPARED = 1_000;

async function shownRows(
  db: Db,
  rows: readonly PairRow[],
  problem: string | null = null,
): Promise<SearchReply> {
  const times = (await findSearchPairs(db, null, MAX_COMPARED)).toReversed();
  const byPair = new Map(times.map((search) => [pairKey(search), search.at]));
  const shown = rows.slice(0, MAX_QUEUE).map((row) => {
    const at = byPair.get(pairKey(row));
    return at === undefined ? row : { ...row, searchedAt: isoTime(at) };
  });
  return { pairs: { id: uuid(), rows: shown, problem } };
}

/** @param url its query names tab and job */
export function searchForms(
  services: SupplementServices & { jobs: JobRunner },
  { url, actor, signal }: { url: URL; actor: string; signal: AbortSignal },
): PageForms<SearchReply> {
  const tab = readTab(url.searchParams);
  const mode = tab ?? "custom";
  async function requireQueue() {
    const queue = await findSearchQueue(services.db, url.searchParams.get("reihe") ?? "");
    if (queue === undefined) throw notFound();
    return queue;
  }
  return {
    "": pageForm({
      schema: SearchFormSchema,
      async run(input) {
        const { job } = await startSearch(services, { ...input, supplement: true }, actor);
        await saveGoal(services.db, actor, input);
        // Shows only new companies if those were asked for.
        return { to: `${jobAddress(null, job.id)}${input.goal === "new" ? "&onlyNew=true" : ""}` };
      },
    }),
    suggest: pageForm({
      schema: z.object({ description: DescriptionSchema }),
      refused(form) {
        const rows = readRows(form);
        return rows.length === 0 ? {} : shownRows(services.db, rows);
      },
      async run({ description }) {
        const input = { description, mode, history: [] };
        const pairs = await suggestSearches(services, input, { signal });
        return {
          reply: await shownRows(
            services.db,
            pairs.map((pair) => ({ ...pair, errors: {} })),
            pairs.length === 1 ? ONLY_ONE : null,
          ),
        };
      },
    }),
    "start-queue": pageForm({
      schema: z.object({ goal: GoalSchema }),
      refused: (form) => shownRows(services.db, readRows(form)),
      async run({ goal }, { form }) {
        const judged = validateRows(readRows(form));
        if ("rows" in judged) {
          return { reply: await shownRows(services.db, judged.rows, judged.problem), status: 422 };
        }
        await saveGoal(services.db, actor, { goal });
        const id = await startSearchQueue(services, { mode, goal, ...judged }, actor);
        return { to: queueAddress(id) };
      },
    }),
    "cancel-queue": pageForm({
      schema: z.object({}),
      async run() {
        const { id, runs } = await requireQueue();
        for (const { job } of runs) await cancelWithParts(services, job.id);
        return { to: queueAddress(id) };
      },
    }),
    "repeat-queue": pageForm({
      schema: z.object({}),
      async run() {
        const { mode, runs } = await requireQueue();
        const pairs = runs.map(({ job }) => ({ query: job.query, region: regionOf(job) ?? "" }));
        const goal = runs.some(({ job }) => countsOnlyNew(job)) ? "new" : "companies";
        return { to: queueAddress(await startSearchQueue(services, { mode, goal, pairs }, actor)) };
      },
    }),
    repeat: pageForm({
      schema: z.object({ searchId: z.string().default("") }),
      async run({ searchId }) {
        const { job } = await repeatSearch(services, searchId, actor);
        // Repeating a search is about new leads.
        return { to: `${jobAddress(tab, job.id)}&onlyNew=true` };
      },
    }),
    supplement: pageForm({
      schema: z.object({}),
      async run() {
        const jobId = url.searchParams.get("job") ?? "";
        await startSupplement(services, jobId, actor);
        return { to: jobAddress(tab, jobId) };
      },
    }),
  };
}
