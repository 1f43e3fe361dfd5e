import { z } from "zod";
import { findResultDomains } from "~db/queries/job-results";
import { timedSteps } from "~db/timed-steps";
import { formatCount } from "../format/german";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import { JobFailure, type JobRun, type Pipeline } from "../jobs/runner/job-run.server";
import { storeFound } from "../jobs/runner/store-found.server";
import { type LoadedImport, loadImport, withTag } from "./imports.server";
import { findOwners } from "./preview-import.server";
import { listForm, type RowForm, readRowAt, type Surroundings } from "./read-row.server";

/** The next row, and the faulty rows and left out values before it. */
const CheckpointSchema = z.object({
  next: z.int(),
  faulty: z.int(),
  dropped: z.int().default(0),
});
type Checkpoint = z.infer<typeof CheckpointSchema>;

/** The runner sets the rest when the job has ended. */
const MOST_PROGRESS = 99;

export function importPipeline(timeZone: string): Pipeline {
  return {
    async run(run) {
      const params = JOB_PARAMS.import.parse(JSON.parse(run.job.params));
      const loaded = await loadImport(run.db, params.importId);
      if (loaded === undefined || loaded.table.rows.length < params.rows) {
        throw new JobFailure(
          "Die hochgeladene Liste ist nicht mehr da. Bitte noch einmal hochladen.",
        );
      }
      const { faulty, dropped } = await storeRows(run, {
        ...loaded,
        owners: await findOwners(run.db),
        timeZone,
      });
      for (const note of params.notes) await run.warn(note);
      if (faulty > 0) {
        await run.warn(
          `${formatCount(faulty, "fehlerhafte Zeile wurde", "fehlerhafte Zeilen wurden")} nicht importiert.`,
        );
      }
      if (dropped > 0) {
        await run.warn(
          `${formatCount(dropped, "unbrauchbarer Wert", "unbrauchbare Werte")} ausgelassen.`,
        );
      }
    },
  };
}

async function storeRows(run: JobRun, loaded: LoadedImport & Surroundings): Promise<Checkpoint> {
  const { checkpoint: json } = run.job;
  let checkpoint: Checkpoint =
    json === null ? { next: 0, faulty: 0, dropped: 0 } : CheckpointSchema.parse(JSON.parse(json));
  const seen = await findResultDomains(run.db, run.job.id);
  const form = await listForm(loaded.table, loaded.mapping, loaded);
  for await (const size of timedSteps(run.signal)) {
    if (checkpoint.next >= loaded.table.rows.length) break;
    checkpoint = await storeStep(run, loaded, form, checkpoint, size, seen);
  }
  return checkpoint;
}

async function storeStep(
  run: JobRun,
  { entry, table, tag }: LoadedImport,
  form: RowForm,
  { next: start, faulty, dropped }: Checkpoint,
  size: number,
  seen: Set<string>,
): Promise<Checkpoint> {
  const some = table.rows.slice(start, start + size);
  const rows = some.map((_, offset) => readRowAt(table, start + offset, form));
  const readings = rows.flatMap(({ reading }) => ("company" in reading ? [reading] : []));
  const companies = readings.map(({ company }) => withTag(company, tag));
  const next: Checkpoint = {
    next: start + rows.length,
    faulty: faulty + rows.length - companies.length,
    dropped: dropped + readings.reduce((sum, reading) => sum + reading.dropped.length, 0),
  };
  const term = entry.fileName.replace(/\.[a-z0-9]{1,5}$/i, "");
  await storeFound(run, companies, { provider: "import", term, seen }, () => ({
    phase: "storing",
    progress: Math.floor((MOST_PROGRESS * next.next) / table.rows.length),
    checkpoint: JSON.stringify(next),
  }));
  return next;
}
