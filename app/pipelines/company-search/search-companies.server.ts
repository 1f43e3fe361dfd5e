import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { findResultDomains, insertJobResults } from "~db/queries/job-results";
import { getJob } from "~db/queries/jobs";
import type { SourceType } from "~db/schema";
import type { SearchParams } from "../../jobs/kinds/maps";
import { type CallLedger, CeilingReachedError } from "../../jobs/ledger/call-ledger.server";
import type { JobRun } from "../../jobs/runner/job-run.server";
import type { FoundCompany } from "../../leads/store/found-company";
import { type StoredCompany, storeCompanies } from "../../leads/store/store-companies.server";

/** A page of a search: its hits as companies, each with the provider's own id, by which repeats are known. */
interface CompanyPage {
  hits: { id: string; company: FoundCompany }[];
  nextCursor: string | null;
  creditsCharged: number;
}

/** A provider that is searched for companies page by page; every page is one call. */
export interface CompanySource {
  id: string;
  name: string;
  sourceType: SourceType;
  /** The most hits one search can bring, and how many come at once. */
  maxResults: number;
  pageSize: number;
  /** @throws ProviderError */
  searchPage(
    search: { query: string; region: string },
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<CompanyPage>;
}

/** Where a search stands: the next page to ask for, and the hits it already has. */
const CheckpointSchema = z.object({
  cursor: z.string().nullable(),
  pages: z.int(),
  isSearched: z.boolean(),
  hitIds: z.array(z.string()),
});
type Checkpoint = z.infer<typeof CheckpointSchema>;

const START: Checkpoint = { cursor: null, pages: 0, isSearched: false, hitIds: [] };

/** Share of the progress bar that the search takes; the emails take the rest. */
export const SEARCH_SHARE = 60;

function readCheckpoint(json: string | null): Checkpoint {
  return json === null ? START : CheckpointSchema.parse(JSON.parse(json));
}

/** The row that a found company leaves among the results of its job. */
export function toResultRow(
  jobId: string,
  position: number,
  { company, domain, lead, isNew, skipReason }: StoredCompany,
) {
  return {
    jobId,
    position,
    leadSeq: lead?.seq ?? null,
    domain,
    companyName: company.name,
    website: company.website,
    phone: company.phone,
    address: company.address,
    city: company.city,
    isNew: isNew ? (1 as const) : (0 as const),
    skipReason,
    emailState: null,
  };
}

/**
 * Searches a provider until enough distinct companies are stored or it has no more, and stores each page with its
 * results as it comes. Each page is one step: its leads, its results, the answered call and the cursor stand in one
 * transaction. A company that the search beside which this one runs has found is a double.
 */
export async function searchCompanies(
  run: JobRun,
  source: CompanySource,
  ledger: CallLedger,
  params: SearchParams,
): Promise<void> {
  const seen = await findResultDomains(run.db, run.job.id);
  let checkpoint = readCheckpoint(run.job.checkpoint);
  if (!checkpoint.isSearched) {
    await run.update({ phase: "searching", progress: 2 });
    await waitForParentSearch(run);
  }
  while (!checkpoint.isSearched) {
    run.signal.throwIfAborted();
    try {
      checkpoint = await searchPage({ run, source, ledger, params, seen }, checkpoint);
    } catch (error) {
      if (!(error instanceof CeilingReachedError)) throw error;
      await run.warn(error.message);
      // A restart must not search on with what is free again next month.
      const ended = JSON.stringify({ ...checkpoint, isSearched: true });
      await run.update({ checkpoint: ended, failureKind: error.kind });
      return;
    }
  }
}

/** How often a search that has the rest of another one's looks whether that one has found its share, in milliseconds. */
const PARENT_CHECK_MS = 250;

/** Waits until the search that this one completes knows its companies: each of them would be a double here. */
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
  source: CompanySource;
  ledger: CallLedger;
  params: SearchParams;
  seen: Set<string>;
}

async function searchPage(search: Search, checkpoint: Checkpoint): Promise<Checkpoint> {
  const { run, source, ledger, params } = search;
  const { booked, answer } = await ledger.make(run, source, `page ${checkpoint.pages + 1}`, () =>
    source.searchPage(params, checkpoint.cursor, run.signal),
  );
  const known = new Set(checkpoint.hitIds);
  const fresh = answer.hits.filter(({ id }) => !known.has(id) && known.add(id));
  let next = checkpoint;
  await run.step(async (trx, job) => {
    const others = job.parentId === null ? [] : await findResultDomains(trx, job.parentId);
    for (const domain of others) search.seen.add(domain);
    const stored = await storeCompanies(
      trx,
      fresh.map(({ company }) => company),
      {
        jobId: job.id,
        actor: job.createdBy,
        sourceType: source.sourceType,
        provider: source.id,
        term: params.query,
        region: params.region === "" ? null : params.region,
        now: Date.now(),
      },
      search.seen,
      job.requested - job.stored,
    );
    const results = stored.map((entry, index) => toResultRow(job.id, job.found + index + 1, entry));
    await insertJobResults(trx, results);
    await ledger.settle(trx, booked, answer.creditsCharged);
    const storedCount = job.stored + stored.filter(({ lead }) => lead !== null).length;
    const pages = checkpoint.pages + 1;
    // A page without a new hit, or more pages than the provider can have, would go on for ever.
    const isLast =
      answer.nextCursor === null ||
      answer.nextCursor === checkpoint.cursor ||
      fresh.length === 0 ||
      storedCount >= job.requested ||
      pages * source.pageSize >= source.maxResults;
    next = { cursor: answer.nextCursor, pages, isSearched: isLast, hitIds: [...known] };
    return {
      change: {
        found: job.found + results.length,
        stored: storedCount,
        fresh: job.fresh + stored.filter(({ isNew }) => isNew).length,
        progress: isLast
          ? SEARCH_SHARE - 2
          : searchProgress(pages, storedCount, job.requested, source),
        checkpoint: JSON.stringify(next),
      },
      positions: results.map(({ position }) => position),
    };
  });
  return next;
}

/** Per cent after some pages: by what is stored or by the pages read, whichever is further. */
function searchProgress(
  pages: number,
  stored: number,
  requested: number,
  source: CompanySource,
): number {
  const byPages = (pages * source.pageSize) / source.maxResults;
  return Math.round((SEARCH_SHARE - 5) * Math.min(1, Math.max(byPages, stored / requested)));
}
