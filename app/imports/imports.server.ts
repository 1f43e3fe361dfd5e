import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import {
  getImport,
  getImportTable,
  type ImportEntry,
  insertImport,
  setImportTable,
  updateImport,
} from "~db/queries/imports";
import { queueJob } from "../jobs/kinds/start-job.server";
import type { JobRunner } from "../jobs/runner/job-runner.server";
import { cleanFileName } from "../jobs/uploads.server";
import { TagSchema } from "../leads/tag-schema.server";
import type { FoundCompany } from "../providers/company-search";
import {
  type FileTable,
  IMPORT_FIELDS,
  isImportField,
  JOINED_FIELDS,
  type Mapping,
} from "../reading/tables/fields";
import { guessMapping } from "../reading/tables/guess-mapping.server";
import { withUploadedTable } from "../reading/tables/read-table.server";
import { headerLine } from "../reading/tables/to-table.server";
import { invalid } from "../refusal";
import {
  countRows,
  importUnavailableReason,
  listNotes,
  previewImport,
} from "./preview-import.server";

const MappingSchema = z.object({
  fields: z.array(z.string().nullable()),
  tag: z.string().nullable(),
});

interface MappedTable {
  table: FileTable;
  mapping: Mapping;
}

export interface LoadedImport extends MappedTable {
  entry: ImportEntry;
  tag: string | null;
}

/** Undefined for an unknown import. A purged list has no columns. */
export async function loadImport(db: Db, id: string): Promise<LoadedImport | undefined> {
  const [entry, stored] = await Promise.all([getImport(db, id), getImportTable(db, id)]);
  if (entry === undefined || stored === undefined) return undefined;
  const table: FileTable = JSON.parse(stored.fileTable);
  const { fields, tag } = MappingSchema.parse(JSON.parse(stored.mapping));
  const mapping = table.header.map((_, column) => {
    const field = fields[column] ?? null;
    return field !== null && isImportField(field) ? field : null;
  });
  return { entry, table, mapping, tag };
}

export function withTag(company: FoundCompany, tag: string | null): FoundCompany {
  if (tag === null || company.listed === null) return company;
  return { ...company, listed: { ...company.listed, tagsForAll: [tag] } };
}

/** Identifies the choices of a preview: sheet, header line, fields of the columns, tag. */
export function choiceKey({ table, mapping, tag }: Omit<LoadedImport, "entry">): string {
  return JSON.stringify([table.sheet?.position, headerLine(table), mapping, tag]);
}

export function withImportFile<Result>(
  file: File,
  use: (list: MappedTable) => Promise<Result>,
): Promise<Result> {
  return withUploadedTable(file, (table) => use({ table, mapping: guessMapping(table) }));
}

export async function storeImport(
  db: Db,
  name: string,
  { table, mapping }: MappedTable,
  actor: string,
): Promise<{ id: string; fileName: string }> {
  const entry = { id: uuid(), fileName: cleanFileName(name) };
  await insertImport(db, {
    ...entry,
    fileTable: JSON.stringify(table),
    mapping: JSON.stringify({ fields: mapping, tag: null }),
    createdAt: Date.now(),
    createdBy: actor,
  });
  return entry;
}

export function readMapping(form: FormData, header: readonly string[]) {
  const mapping = header.map((_, column) => {
    const value = form.get(`spalte-${column}`);
    return typeof value === "string" && isImportField(value) ? value : null;
  });
  const errors: Record<string, string> = {};
  for (const [column, field] of mapping.entries()) {
    const first = mapping.indexOf(field);
    if (field === null || first === column || JOINED_FIELDS.includes(field)) continue;
    errors[column] =
      `„${IMPORT_FIELDS[field]}“ ist schon der Spalte „${header[first]}“ zugeordnet.`;
  }
  const typed = form.get("tag");
  const tag = typeof typed === "string" && typed.trim() !== "" ? TagSchema.safeParse(typed) : null;
  if (tag?.success === false) errors.tag = tag.error.issues[0]?.message ?? "";
  return { mapping, tag: tag?.data ?? null, errors };
}

export async function saveMapping(
  db: Db,
  id: string,
  { mapping, tag }: Pick<LoadedImport, "mapping" | "tag">,
): Promise<void> {
  await setImportTable(db, id, { mapping: JSON.stringify({ fields: mapping, tag }) });
}

/** The columns are guessed anew. */
export async function saveTable(
  db: Db,
  { entry, tag }: LoadedImport,
  changed: FileTable,
): Promise<void> {
  await setImportTable(db, entry.id, {
    fileTable: JSON.stringify(changed),
    mapping: JSON.stringify({ fields: guessMapping(changed), tag }),
  });
}

interface ImportServices {
  db: Db;
  jobs: JobRunner;
}

/** @param find the import, after its rows were checked */
async function checkAndQueue(
  { db, jobs }: ImportServices,
  { table, mapping }: MappedTable,
  find: () => Promise<{ id: string; fileName: string }>,
  actor: string,
): Promise<{ jobId: string; importId: string }> {
  const rows = await previewImport(db, table, mapping);
  const counts = countRows(rows);
  const reason = importUnavailableReason(mapping, counts);
  if (reason !== null) throw invalid("file", reason);
  const { id: importId, fileName } = await find();
  const params = { importId, fileName, rows: rows.length, notes: listNotes(rows) };
  const order = { params, query: fileName, requested: counts.fresh + counts.known };
  const jobId = await db.transaction().execute(async (trx) => {
    // A second click may have started it meanwhile.
    const started = (await getImport(trx, importId))?.jobId ?? null;
    if (started !== null) return started;
    const job = await queueJob(trx, "import", order, { actor, now: Date.now() });
    await updateImport(trx, importId, { jobId: job.id });
    return job.id;
  });
  jobs.wake();
  return { jobId, importId };
}

/** @returns the job's id; that of the first job if started twice */
export async function startImportJob(
  services: ImportServices,
  { entry, ...list }: LoadedImport,
  actor: string,
): Promise<string> {
  return entry.jobId ?? (await checkAndQueue(services, list, async () => entry, actor)).jobId;
}

/** @throws Refusal; then nothing of the file is stored */
export async function importFile(
  services: ImportServices,
  file: File,
  actor: string,
): Promise<{ jobId: string; importId: string }> {
  return withImportFile(file, (list) => {
    const store = () => storeImport(services.db, file.name, list, actor);
    return checkAndQueue(services, list, store, actor);
  });
}
