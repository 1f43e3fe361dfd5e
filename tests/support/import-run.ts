import { importPipeline } from "~/imports/import-pipeline.server";
import { loadImport, saveMapping, startImportJob, storeImport } from "~/imports/imports.server";
import { JobFeed } from "~/jobs/progress/job-feed.server";
import { JobRunner } from "~/jobs/runner/job-runner.server";
import type { FileTable, Mapping } from "~/reading/tables/fields";
import { guessMapping } from "~/reading/tables/guess-mapping.server";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";

const SILENT = { info() {}, error() {} };

/** A list of some columns; the lines are those of a file with its header in the first. */
export function tableOf(header: string[], ...rows: string[][]): FileTable {
  return { header, rows, lines: rows.map((_, index) => index + 2) };
}

/** Uploads and starts an import; its job waits for a run. */
export async function startTestImport(
  db: Db,
  table: FileTable,
  {
    fileName = "Messe 2026.csv",
    mapping = guessMapping(table),
    tag = null,
  }: { fileName?: string; mapping?: Mapping; tag?: string | null } = {},
): Promise<{ importId: string; jobId: string }> {
  const jobs = new JobRunner(db, new JobFeed(), {}, SILENT);
  await jobs.stop();
  const { id: importId } = await storeImport(db, fileName, { table, mapping }, "anna");
  if (tag !== null) await saveMapping(db, importId, { mapping, tag });
  const loaded = await loadImport(db, importId);
  if (loaded === undefined) throw new Error("the import is not there");
  return { importId, jobId: await startImportJob({ db, jobs }, loaded, "anna") };
}

/** Runs what waits until it is done. */
export async function runJobs(db: Db, jobId: string): Promise<JobRow> {
  const runner = new JobRunner(
    db,
    new JobFeed(),
    { import: importPipeline("Europe/Berlin") },
    SILENT,
  );
  await runner.start();
  for (;;) {
    const job = await getJob(db, jobId);
    if (job === undefined) throw new Error("the job is gone");
    if (job.finishedAt !== null) {
      await runner.stop();
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Imports a list from its upload to its end. */
export async function importTable(
  db: Db,
  table: FileTable,
  options: { fileName?: string; mapping?: Mapping; tag?: string | null } = {},
): Promise<{ importId: string; job: JobRow }> {
  const { importId, jobId } = await startTestImport(db, table, options);
  return { importId, job: await runJobs(db, jobId) };
}
