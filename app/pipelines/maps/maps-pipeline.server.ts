import { v7 as uuid } from "uuid";
import { z } from "zod";
import { findResultDomains, insertJobResults, markEmailsPending } from "~db/queries/job-results";
import { recordIntendedCall, settleCall } from "~db/queries/provider-calls";
import { JobFailure, type JobRun, type Pipeline } from "../../jobs/job-run.server";
import { parseFederalState } from "../../leads/federal-states";
import type { FoundCompany } from "../../leads/found-company";
import { storeCompanies } from "../../leads/store-companies.server";
import type { EmailFinder } from "../../providers/email-finder";
import type { MapsPlace, MapsProvider } from "../../providers/maps-provider";
import { findEmails } from "../find-emails.server";

/** Said by the page and the API before a search, and by a job that lost its key meanwhile. */
export const MISSING_MAPS_KEY =
  "Für die Kartensuche fehlt der Schlüssel von Google Places. Er gehört in die Datei .env unter GOOGLE_PLACES_API_KEY; danach den Server neu starten.";

/** What a maps job was asked for; stands in the job's `params`. */
export const MapsParamsSchema = z.object({
  query: z.string(),
  region: z.string(),
  count: z.int(),
  enrich: z.boolean(),
});

/** Where a maps job stands: the next page to ask for, and the places it already has. */
const CheckpointSchema = z.object({
  cursor: z.string().nullable(),
  pages: z.int(),
  isSearched: z.boolean(),
  placeIds: z.array(z.string()),
});
type Checkpoint = z.infer<typeof CheckpointSchema>;

const START: Checkpoint = { cursor: null, pages: 0, isSearched: false, placeIds: [] };

/** Share of the progress bar that the search takes; the emails take the rest. */
const SEARCH_SHARE = 60;

function readCheckpoint(json: string | null): Checkpoint {
  return json === null ? START : CheckpointSchema.parse(JSON.parse(json));
}

function toFoundCompany(place: MapsPlace): FoundCompany {
  const { id: _, federalState, ...rest } = place;
  // Other countries have the same codes: „BE“ is Bern, too.
  const isGerman = place.country === null || place.country === "DE";
  return { ...rest, federalState: isGerman ? parseFederalState(federalState ?? "") : null };
}

/**
 * Finds companies on a map page by page, stores each page with its results as it comes, then looks for emails.
 * Each page is one step: its leads, its results, the answered call and the cursor stand in one transaction.
 */
export function mapsPipeline(
  provider: MapsProvider | null,
  emailFinder: EmailFinder | null,
): Pipeline {
  return {
    async run(run) {
      const params = MapsParamsSchema.parse(JSON.parse(run.job.params));
      if (provider === null) throw new JobFailure(MISSING_MAPS_KEY);
      await searchPages(run, provider, params);
      // After a restart in the phase of emails the phase must not fall back.
      if (run.job.phase === "searching") {
        await run.step(async (trx, job) => {
          if (params.enrich) await markEmailsPending(trx, job.id);
          return { change: { phase: "storing", progress: SEARCH_SHARE } };
        });
      }
      if (params.enrich) await findEmails(run, emailFinder, SEARCH_SHARE);
    },
  };
}

async function searchPages(
  run: JobRun,
  provider: MapsProvider,
  params: z.infer<typeof MapsParamsSchema>,
): Promise<void> {
  const seen = await findResultDomains(run.db, run.job.id);
  let checkpoint = readCheckpoint(run.job.checkpoint);
  if (!checkpoint.isSearched) await run.update({ phase: "searching", progress: 2 });
  while (!checkpoint.isSearched) {
    run.signal.throwIfAborted();
    checkpoint = await searchPage(run, provider, params, checkpoint, seen);
  }
}

async function searchPage(
  run: JobRun,
  provider: MapsProvider,
  params: z.infer<typeof MapsParamsSchema>,
  checkpoint: Checkpoint,
  seen: Set<string>,
): Promise<Checkpoint> {
  const callId = uuid();
  await recordIntendedCall(run.db, {
    id: callId,
    jobId: run.job.id,
    step: `page ${checkpoint.pages + 1}`,
    provider: provider.id,
    createdAt: Date.now(),
  });
  const page = await provider
    .searchPage(params, checkpoint.cursor, run.signal)
    .catch(async (error) => {
      await settleCall(run.db, callId, "failed", Date.now(), null);
      throw error;
    });
  const known = new Set(checkpoint.placeIds);
  const fresh = page.places.filter((place) => !known.has(place.id) && known.add(place.id));
  let next = checkpoint;
  await run.step(async (trx, job) => {
    const now = Date.now();
    const stored = await storeCompanies(
      trx,
      fresh.map(toFoundCompany),
      {
        jobId: job.id,
        actor: job.createdBy,
        sourceType: "maps",
        provider: provider.id,
        term: params.query,
        region: params.region,
        now,
      },
      seen,
      job.requested - job.stored,
    );
    const results = stored.map(({ company, domain, lead, isNew, skipReason }, index) => ({
      jobId: job.id,
      position: job.found + index + 1,
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
    }));
    await insertJobResults(trx, results);
    await settleCall(trx, callId, "answered", now, null);
    const storedCount = job.stored + stored.filter(({ lead }) => lead !== null).length;
    const pages = checkpoint.pages + 1;
    // A page without a new place, or more pages than the provider can have, would go on for ever.
    const isLast =
      page.nextCursor === null ||
      page.nextCursor === checkpoint.cursor ||
      fresh.length === 0 ||
      storedCount >= job.requested ||
      pages * provider.pageSize >= provider.maxResults;
    next = {
      cursor: page.nextCursor,
      pages,
      isSearched: isLast,
      placeIds: [...known],
    };
    return {
      change: {
        found: job.found + results.length,
        stored: storedCount,
        fresh: job.fresh + stored.filter(({ isNew }) => isNew).length,
        progress: isLast
          ? SEARCH_SHARE - 2
          : searchProgress(pages, storedCount, job.requested, provider),
        checkpoint: JSON.stringify(next),
      },
      positions: results.map((result) => result.position),
    };
  });
  return next;
}

/** Per cent after some pages: by what is stored or by the pages read, whichever is further. */
function searchProgress(
  pages: number,
  stored: number,
  requested: number,
  provider: MapsProvider,
): number {
  const byPages = (pages * provider.pageSize) / provider.maxResults;
  return Math.round((SEARCH_SHARE - 5) * Math.min(1, Math.max(byPages, stored / requested)));
}
