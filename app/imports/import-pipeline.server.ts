import { setImmediate as nextTurn } from "node:timers/promises";
import type { Insertable } from "kysely";
import { z } from "zod";
import { findResultDomains, insertJobResults } from "~db/queries/job-results";
import type { JobResultsTable } from "~db/schema";
import { formatCount } from "../format/german";
import { importKind } from "../jobs/kinds/import";
import { JobFailure, type JobRun, type Pipeline } from "../jobs/runner/job-run.server";
import { type StoredCompany, storeCompanies } from "../leads/store/store-companies.server";
import { type LoadedImport, loadImport } from "./imports.server";
import { readRows } from "./read-row.server";

/** Where an import stands: the next row, and how many of those before were faulty. */
const CheckpointSchema = z.object({ next: z.int(), faulty: z.int() });
type Checkpoint = z.infer<typeof CheckpointSchema>;

/** Rows stored in one step: a step blocks the server for some fifty milliseconds. */
const STEP = 25;
/** The runner sets the rest when the job has ended. */
const MOST_PROGRESS = 99;

/** Stores the rows of an uploaded list as leads, some at a time: each step with its results and its place in the list. */
export function importPipeline(): Pipeline {
  return {
    async run(run) {
      const params = importKind.params.parse(JSON.parse(run.job.params));
      const loaded = await loadImport(run.db, params.importId);
      if (loaded === undefined || loaded.table.rows.length < params.rows) {
        throw new JobFailure(
          "Die hochgeladene Liste ist nicht mehr da. Bitte noch einmal hochladen.",
        );
      }
      const { faulty } = await storeRows(run, loaded);
      if (faulty > 0) {
        await run.warn(
          `${formatCount(faulty, "fehlerhafte Zeile wurde", "fehlerhafte Zeilen wurden")} nicht importiert.`,
        );
      }
    },
  };
}

async function storeRows(run: JobRun, loaded: LoadedImport): Promise<Checkpoint> {
  const { checkpoint: json } = run.job;
  let checkpoint: Checkpoint =
    json === null ? { next: 0, faulty: 0 } : CheckpointSchema.parse(JSON.parse(json));
  const seen = await findResultDomains(run.db, run.job.id);
  while (checkpoint.next < loaded.table.rows.length) {
    run.signal.throwIfAborted();
    checkpoint = await storeStep(run, loaded, checkpoint, seen);
    await nextTurn();
  }
  return checkpoint;
}

async function storeStep(
  run: JobRun,
  { entry, table, mapping }: LoadedImport,
  { next: start, faulty }: Checkpoint,
  seen: Set<string>,
): Promise<Checkpoint> {
  const rows = readRows(table, mapping, start, start + STEP);
  const companies = rows.flatMap(({ reading }) =>
    reading.faults === null ? [reading.company] : [],
  );
  const next: Checkpoint = {
    next: start + rows.length,
    faulty: faulty + rows.length - companies.length,
  };
  await run.step(async (trx, job) => {
    const stored = await storeCompanies(
      trx,
      companies,
      {
        jobId: job.id,
        actor: job.createdBy,
        sourceType: "import",
        provider: "import",
        term: entry.fileName.replace(/\.[a-z0-9]{1,5}$/i, ""),
        region: null,
        now: Date.now(),
      },
      seen,
      companies.length,
    );
    const results = stored.map((company, index) =>
      toResult(job.id, job.found + index + 1, company),
    );
    await insertJobResults(trx, results);
    return {
      change: {
        phase: "storing",
        found: job.found + results.length,
        stored: job.stored + stored.filter(({ lead }) => lead !== null).length,
        fresh: job.fresh + stored.filter(({ isNew }) => isNew).length,
        progress: Math.floor((MOST_PROGRESS * next.next) / table.rows.length),
        checkpoint: JSON.stringify(next),
      },
      positions: results.map(({ position }) => position),
    };
  });
  return next;
}

function toResult(
  jobId: string,
  position: number,
  { company, domain, lead, isNew, skipReason }: StoredCompany,
): Insertable<JobResultsTable> & { position: number } {
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
    isNew: isNew ? 1 : 0,
    skipReason,
    emailState: null,
  };
}
