import { z } from "zod";
import { findParts, getJob } from "~db/queries/jobs";
import { formatCount, formatNumber } from "../../format/german";
import { findPartIds } from "../../jobs/find-jobs.server";
import type { SearchParams } from "../../jobs/kinds/job-params.server";
import { MAX_GOAL_CALLS } from "../../jobs/kinds/search-terms";
import type { JobRun } from "../../jobs/runner/job-run.server";
import { type CompanySearch, FoundCompany } from "../../providers/company-search";
import { parseFederalState } from "../../reading/places/parse-federal-state";
import { largestPlaces } from "../../reading/places/places.server";

const PageSchema = z.object({
  hits: z.array(
    z.object({
      id: z.string(),
      company: z
        .record(z.string(), z.unknown())
        .transform((known) => Object.assign(new FoundCompany(), known)),
    }),
  ),
  nextCursor: z.string().nullable(),
  unreadable: z.int().optional(),
});

export const CheckpointSchema = z.object({
  cursor: z.string().nullable().default(null),
  pages: z.int().default(0),
  area: z.int().default(0),
  /** Pages in a row without a new hit. */
  barren: z.int().default(0),
  isSearched: z.boolean().default(false),
  hitIds: z.array(z.string()).default([]),
  unreadable: z.int().default(0),
  pauses: z.int().default(0),
  /** Already paid; its websites are not all read yet. */
  page: PageSchema.nullable().default(null),
});
export type Checkpoint = z.infer<typeof CheckpointSchema>;

export function areasOf(
  { job }: JobRun,
  { region, goal }: SearchParams,
  source: CompanySearch | null,
): string[] {
  const isAlone = job.kind === "maps" && job.isBackground === 0;
  const mayGoOn = goal === "new" && isAlone && source?.openData === undefined;
  const state = mayGoOn ? parseFederalState(region) : null;
  const towns = state === null ? [] : largestPlaces(state, MAX_GOAL_CALLS);
  return [region, ...towns.filter((town) => town !== state).map((town) => `${town}, ${state}`)];
}

/** Counts the parent search and all its parts. */
export async function findGoal({ db, job }: JobRun) {
  const parent = job.parentId === null ? undefined : await getJob(db, job.parentId);
  const parts = parent === undefined ? [] : [parent, ...(await findParts(db, parent.id))];
  const all = [...parts.filter(({ id }) => id !== job.id), job];
  const fresh = all.reduce((sum, one) => sum + one.fresh, 0);
  const known = all.reduce((sum, one) => sum + one.stored, 0) - fresh;
  return { all, fresh, known, asked: (parent ?? job).requested };
}

export async function warnGoalMissed(run: JobRun, { region }: SearchParams): Promise<void> {
  const { all, fresh, known, asked } = await findGoal(run);
  if (fresh >= asked || (await findPartIds(run.db, run.job.id)).length > 0) return;
  // A failed search has not looked everywhere, and one without any hit has a sentence of its own.
  if (all.some(({ failureKind }) => failureKind !== null)) return;
  if (all.every(({ found }) => found === 0)) return;
  const isCut = all.some(({ kind, checkpoint }) => {
    const { pages } = CheckpointSchema.parse(JSON.parse(checkpoint ?? "{}"));
    return kind === "maps" && pages >= MAX_GOAL_CALLS;
  });
  const what = isCut
    ? `Nach ${MAX_GOAL_CALLS} Aufrufen der Karte sind kleinere Orte noch nicht durchsucht`
    : `${region || "Das Web"} ist für „${all[0]?.query}“ ausgeschöpft`;
  await run.warn(`${what}: ${formatNumber(known)} bekannt, ${formatNumber(fresh)} neu.`);
}

export const unreadableWarning = (count: number) =>
  `${formatCount(count, "Treffer war unlesbar und fehlt", "Treffer waren unlesbar und fehlen")} in den Ergebnissen.`;
