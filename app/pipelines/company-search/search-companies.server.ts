import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "~db/client";
import { countEmailStates, findResultDomains, markEmailsPending } from "~db/queries/job-results";
import { getJob } from "~db/queries/jobs";
import { findPartIds } from "../../jobs/find-jobs.server";
import { type SearchParams, searchParamsOf } from "../../jobs/kinds/job-params.server";
import { MAPS_KEY, type Requirement, WEB_KEY } from "../../jobs/kinds/registry";
import { continueSearch } from "../../jobs/kinds/search-sources.server";
import { MAX_GOAL_CALLS } from "../../jobs/kinds/search-terms";
import { unknownRegion } from "../../jobs/kinds/start-job.server";
import { CeilingReachedError } from "../../jobs/ledger/call-ledger.server";
import {
  JobFailure,
  JobPause,
  type JobRun,
  type Pipeline,
  type PipelineServices,
} from "../../jobs/runner/job-run.server";
import { storeFound } from "../../jobs/runner/store-found.server";
import type { CompanySearch } from "../../providers/company-search";
import { isTransient } from "../../providers/fetch/call-provider.server";
import { ProviderError } from "../../providers/provider-error";
import { liesIn, parseRegion } from "../../reading/places/lies-in.server";
import { withFullStop } from "../../text/form-text";
import { countCachedCompanies } from "../emails/email-lookup-cache.server";
import { findEmails } from "../emails/find-emails.server";
import { checkSites } from "./check-sites.server";
import {
  areasOf,
  type Checkpoint,
  CheckpointSchema,
  findGoal,
  unreadableWarning,
  warnGoalMissed,
} from "./search-goal.server";
import { walkArea } from "./walk-area.server";

/** About ten minutes in all. */
const MAX_PAUSES = 5;
/** OpenStreetMap's operators ask for at least half a minute. */
const PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 240_000;
/** An unreachable service counts this many pauses, so that the search fails after a minute. */
const UNREACHABLE_PAUSES = 3;
const NO_PROXY =
  "Geht es nur über einen Proxy, muss dessen Adresse in PROVIDER_PROXY_URL stimmen. Sobald der Server die Dienste erreicht,";

/** Stop after this many pages without a new hit. */
const MAX_EMPTY_PAGES = 5;

/** Percent of the progress bar; emails take the rest. */
export const SEARCH_SHARE = 60;

/** Stores leads, results, call and cursor of a page in one step. After the first results, a failure only warns. */
async function searchCompanies(
  run: JobRun,
  { source, key }: { source: CompanySearch | null; key: Requirement },
  services: PipelineServices,
  params: SearchParams,
): Promise<void> {
  const seen = await findResultDomains(run.db, run.job.id);
  let checkpoint = CheckpointSchema.parse(JSON.parse(run.job.checkpoint ?? "{}"));
  const areas = areasOf(run, params, source);
  let wanted = run.job.requested;
  if (!checkpoint.isSearched) {
    await run.update({ phase: "searching", progress: 2 });
    await waitForParentSearch(run);
    if (params.goal === "new") {
      const { asked, fresh } = await findGoal(run);
      wanted = asked - fresh + run.job.fresh;
    }
    checkpoint = { ...checkpoint, isSearched: wanted <= 0 };
  }
  while (!checkpoint.isSearched) {
    run.signal.throwIfAborted();
    try {
      if (source === null) throw new JobFailure(key.missing, "missing_key");
      if (checkpoint.pages === 0) await checkPlace(run, source, params.region);
      const search = { run, source, services, params, seen, areas, wanted };
      checkpoint = await searchPage(search, checkpoint);
    } catch (thrown) {
      const isOpen = source?.openData !== undefined && isTransient(thrown);
      const error = isOpen ? await pauseOrFail(run, checkpoint, thrown, services) : thrown;
      if (!endsSearch(error, run)) throw error;
      await run.warn(
        error instanceof CeilingReachedError
          ? error.message
          : `${withFullStop(error.message)} Die Suche endete deshalb vorzeitig; was bis dahin gefunden war, ist gespeichert.`,
      );
      // A restart must not continue with next month's calls.
      checkpoint = { ...checkpoint, isSearched: true };
      await run.update({ checkpoint: JSON.stringify(checkpoint), failureKind: error.kind });
    }
  }
  if (checkpoint.unreadable > 0) await run.warn(unreadableWarning(checkpoint.unreadable));
}

async function checkPlace(run: JobRun, { openData }: CompanySearch, region: string): Promise<void> {
  if (openData === undefined) return;
  const found = await openData.findRegion(region, run.signal);
  const { places } = found;
  if (places.length === 0) throw new JobFailure(unknownRegion(region, found));
  if (places.length === 1) return;
  await run.warn(`„${region}“ gibt es mehrmals; gesucht wurde in „${places[0]}“.`);
}

/** @throws JobPause */
async function pauseOrFail(
  run: JobRun,
  checkpoint: Checkpoint,
  { message, kind, isUnreachable }: ProviderError,
  { retrySpeed }: PipelineServices,
): Promise<JobFailure> {
  const { pauses } = checkpoint;
  if (pauses >= MAX_PAUSES) {
    const since = isUnreachable ? NO_PROXY : "Das dauert seit mehr als zehn Minuten an; später";
    return new JobFailure(`${withFullStop(message)} ${since} noch einmal starten.`, kind);
  }
  const more = isUnreachable ? UNREACHABLE_PAUSES : 1;
  await run.update({ checkpoint: JSON.stringify({ ...checkpoint, pauses: pauses + more }) });
  const growth = isUnreachable ? 1 : 2 ** pauses;
  const waitMs = Math.min(PAUSE_MS * growth, LONGEST_PAUSE_MS);
  throw new JobPause(message, Date.now() + waitMs / retrySpeed, isUnreachable);
}

/** Whether the error ends the search but not the job: the monthly ceiling, or a failure after the first results. */
function endsSearch(
  error: unknown,
  { job, signal }: JobRun,
): error is CeilingReachedError | ProviderError | JobFailure {
  if (error instanceof CeilingReachedError) return true;
  const hasFailed = error instanceof ProviderError || error instanceof JobFailure;
  return hasFailed && job.stored > 0 && !signal.aborted;
}

const PARENT_CHECK_MS = 250;

/** Must know the parent's companies, to skip them as duplicates. */
async function waitForParentSearch(run: JobRun): Promise<void> {
  const { parentId } = run.job;
  while (parentId !== null) {
    const parent = await getJob(run.db, parentId);
    const isOpen = parent?.status === "queued" || parent?.status === "running";
    if (!isOpen || parent.phase !== "searching") return;
    await delay(PARENT_CHECK_MS, undefined, { signal: run.signal });
  }
}

interface Search {
  run: JobRun;
  source: CompanySearch;
  services: PipelineServices;
  params: SearchParams;
  seen: Set<string>;
  areas: readonly string[];
  wanted: number;
}

/** Call `settle` in the step that stores the page. */
async function askPage(
  { run, source, services, params: { query, region }, areas }: Search,
  checkpoint: Checkpoint,
) {
  if (checkpoint.page !== null) return { answer: checkpoint.page };
  const { ledger } = services;
  const { booked, answer } = await ledger.make(run, source, `page ${checkpoint.pages + 1}`, () =>
    source.searchPage(
      { query, region: areas[checkpoint.area] ?? region },
      checkpoint.cursor,
      run.signal,
    ),
  );
  for (const warning of answer.warnings ?? []) await run.warn(warning);
  const settle = (trx: Db) => ledger.settle(trx, booked, answer.creditsCharged);
  if (run.job.kind !== "web") return { answer, settle };
  await run.step(async (trx) => {
    await settle(trx);
    return { change: { checkpoint: JSON.stringify({ ...checkpoint, page: answer }) } };
  });
  return { answer };
}

async function searchPage(search: Search, checkpoint: Checkpoint): Promise<Checkpoint> {
  const { run, source, params, seen, areas, wanted } = search;
  const countsOnlyNew = params.goal === "new";
  const { answer, settle } = await askPage(search, checkpoint);
  const known = new Set(checkpoint.hitIds);
  const fresh = answer.hits.filter(({ id }) => !known.has(id) && known.add(id));
  const companies = fresh.map(({ company }) => company);
  // A town's surroundings may cross the state border.
  const region = checkpoint.area > 0 ? parseRegion(params.region) : null;
  for (const company of companies)
    company.isOutside ||= region !== null && liesIn(region, company) === "outside";
  const facts = run.job.kind === "web" ? await checkSites(search, companies) : undefined;
  let next = checkpoint;
  await storeFound(
    run,
    companies,
    {
      facts,
      provider: source.id,
      term: params.query,
      region: params.region || null,
      seen,
      countsOnlyNew,
      room: (job) => wanted - (countsOnlyNew ? job.fresh : job.stored),
      async before(trx, { parentId }) {
        const others = parentId === null ? [] : [parentId, ...(await findPartIds(trx, parentId))];
        for (const id of others) {
          for (const domain of await findResultDomains(trx, id)) seen.add(domain);
        }
        await settle?.(trx);
      },
    },
    ({ stored, fresh: storedNew }) => {
      const reached = countsOnlyNew ? storedNew : stored;
      const pages = checkpoint.pages + 1;
      const most = areas.length === 1 ? source.maxResults / source.pageSize : MAX_GOAL_CALLS;
      const isAreaOver =
        answer.nextCursor === null ||
        answer.nextCursor === checkpoint.cursor ||
        (fresh.length === 0 && source.openData === undefined);
      const barren = fresh.length === 0 ? checkpoint.barren + 1 : 0;
      const isLast =
        reached >= wanted ||
        pages >= most ||
        barren >= MAX_EMPTY_PAGES ||
        (isAreaOver && checkpoint.area + 1 >= areas.length);
      next = {
        cursor: isAreaOver ? null : answer.nextCursor,
        pages,
        area: isAreaOver ? checkpoint.area + 1 : checkpoint.area,
        barren: source.openData === undefined ? barren : 0,
        isSearched: isLast,
        hitIds: isLast ? [] : [...known],
        unreadable: checkpoint.unreadable + (answer.unreadable ?? 0),
        pauses: 0,
        page: null,
      };
      const share = Math.min(1, Math.max(pages / most, reached / wanted));
      return {
        progress: isLast ? SEARCH_SHARE - 2 : Math.round((SEARCH_SHARE - 5) * share),
        checkpoint: JSON.stringify(next),
      };
    },
  );
  return next;
}

function searchPipeline(
  services: PipelineServices,
  findSource: (params: SearchParams) => Promise<CompanySearch | null>,
  key: Requirement,
): Pipeline {
  return {
    async run(run) {
      const params = searchParamsOf(run.job);
      const source = await findSource(params);
      if (source?.openData !== undefined && params.source === undefined) {
        await run.update({ params: JSON.stringify({ ...params, source: "osm" }) });
      }
      const isArea = params.source === "google-area";
      if (!isArea) await searchCompanies(run, { source, key }, services, params);
      else if (!(await walkArea(run, source, services, params))) return;
      // A restart in the email phase must not return to an earlier one.
      if (run.job.phase === "searching") {
        const finder = params.enrich ? await services.providers.emails() : null;
        const hasWeb = (await services.providers.webSearch()) !== null;
        await run.step(async (trx, job) => {
          if (hasWeb) await continueSearch(trx, job);
          if (params.enrich) await markEmailsPending(trx, job.id, params.goal === "new");
          if (finder !== null) {
            const known = await countCachedCompanies(trx, job.id, finder.id);
            const read = (await countEmailStates(trx, job.id)).get("found") ?? 0;
            await services.ledger.countSaved(trx, job.id, finder.id, known + read);
          }
          return { change: { phase: "storing", progress: SEARCH_SHARE } };
        });
      }
      if (params.goal === "new" && !isArea) await warnGoalMissed(run, params);
      if (params.enrich) await findEmails(run, services, SEARCH_SHARE);
    },
  };
}

export function mapsPipeline(services: PipelineServices): Pipeline {
  return searchPipeline(services, ({ source }) => services.providers.maps(source), MAPS_KEY);
}

export function webPipeline(services: PipelineServices): Pipeline {
  return searchPipeline(services, () => services.providers.webSearch(), WEB_KEY);
}
