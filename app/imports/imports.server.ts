import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import {
  getImport,
  getImportTable,
  type ImportEntry,
  insertImport,
  setImportMapping,
  startImport,
} from "~db/queries/imports";
import { queueJob } from "../jobs/kinds/start-job.server";
import type { JobRunner } from "../jobs/runner/job-runner.server";
import { invalid } from "../refusal";
import { type FileTable, IMPORT_FIELDS, isImportField, type Mapping } from "../tables/fields";
import { guessMapping } from "../tables/guess-mapping.server";
import { readUploadedTable } from "../tables/read-table.server";
import { cleanFileName, parseFileTable } from "../tables/uploads.server";
import { countRows, importUnavailableReason, previewImport } from "./preview-import.server";

const MappingSchema = z.array(z.string().nullable());

export interface LoadedImport {
  entry: ImportEntry;
  table: FileTable;
  mapping: Mapping;
}

/** An import with its list; undefined when there is none. A list that was purged has no columns. */
export async function loadImport(db: Db, id: string): Promise<LoadedImport | undefined> {
  const [entry, stored] = await Promise.all([getImport(db, id), getImportTable(db, id)]);
  if (entry === undefined || stored === undefined) return undefined;
  const table = parseFileTable(stored.fileTable);
  const fields = MappingSchema.parse(JSON.parse(stored.mapping));
  const mapping = table.header.map((_, column) => {
    const field = fields[column] ?? null;
    return field !== null && isImportField(field) ? field : null;
  });
  return { entry, table, mapping };
}

/**
 * An uploaded file as a table, with a guess of what its columns are. Nothing is stored.
 *
 * @throws Refusal when the file can't be read
 */
export async function readImportFile(file: File): Promise<{ table: FileTable; mapping: Mapping }> {
  const table = await readUploadedTable(file);
  return { table, mapping: guessMapping(table) };
}

export async function storeImport(
  db: Db,
  fileName: string,
  { table, mapping }: { table: FileTable; mapping: Mapping },
  actor: string,
): Promise<string> {
  const id = uuid();
  await insertImport(db, {
    id,
    fileName: cleanFileName(fileName),
    fileTable: JSON.stringify(table),
    mapping: JSON.stringify(mapping),
    createdAt: Date.now(),
    createdBy: actor,
  });
  return id;
}

/** What a person chose for each column, as the form sends it: `spalte-0`, `spalte-1` …; faults by column. */
export function readMapping(
  form: FormData,
  header: readonly string[],
): { mapping: Mapping; errors: Record<string, string> } {
  const mapping = header.map((_, column) => {
    const value = form.get(`spalte-${column}`);
    return typeof value === "string" && isImportField(value) ? value : null;
  });
  const errors: Record<string, string> = {};
  for (const [column, field] of mapping.entries()) {
    const first = mapping.indexOf(field);
    if (field === null || first === column) continue;
    errors[column] =
      `„${IMPORT_FIELDS[field]}“ ist schon der Spalte „${header[first]}“ zugeordnet.`;
  }
  return { mapping, errors };
}

/** Stores a mapping for an import; one that has started keeps its own. */
export async function saveMapping(db: Db, id: string, mapping: Mapping): Promise<void> {
  await setImportMapping(db, id, JSON.stringify(mapping));
}

interface ImportServices {
  db: Db;
  jobs: JobRunner;
}

/**
 * Queues the job of an import with the mapping it has.
 *
 * @returns the job's id; the first one's when it is started twice
 * @throws Refusal when nothing could be imported
 */
export async function startImportJob(
  { db, jobs }: ImportServices,
  { entry, table, mapping }: LoadedImport,
  actor: string,
): Promise<string> {
  if (entry.jobId !== null) return entry.jobId;
  const counts = countRows(await previewImport(db, table, mapping));
  const obstacle = importUnavailableReason(mapping, counts);
  if (obstacle !== null) throw invalid("file", obstacle);
  const { id: importId, fileName } = entry;
  const jobId = await db.transaction().execute(async (trx) => {
    // Read anew: a second click may have been quicker.
    const started = (await getImport(trx, entry.id))?.jobId ?? null;
    if (started !== null) return started;
    const job = await queueJob(
      trx,
      "import",
      {
        params: { importId, fileName, rows: table.rows.length },
        query: fileName,
        requested: counts.fresh + counts.known,
      },
      { actor, now: Date.now() },
    );
    await startImport(trx, entry.id, job.id);
    return job.id;
  });
  jobs.wake();
  return jobId;
}

/**
 * Uploads a file and starts its import with the guessed mapping, as programs do.
 *
 * @throws Refusal; then nothing of it is stored
 */
export async function importFile(
  services: ImportServices,
  file: File,
  actor: string,
): Promise<{ jobId: string; importId: string }> {
  const { db } = services;
  const upload = await readImportFile(file);
  const counts = countRows(await previewImport(db, upload.table, upload.mapping));
  const obstacle = importUnavailableReason(upload.mapping, counts);
  if (obstacle !== null) throw invalid("file", obstacle);
  const importId = await storeImport(db, file.name, upload, actor);
  const loaded = await loadImport(db, importId);
  if (loaded === undefined) throw new Error(`import ${importId} vanished`);
  return { jobId: await startImportJob(services, loaded, actor), importId };
}
