import { sql } from "kysely";
import type { Db } from "../client";
import type { Change, New } from "../schema";
import { ownDomains } from "./merged-leads";
import { countRows } from "./read-pages";
import { listed } from "./read-rows";
import { refreshDocuments, refreshTerms } from "./search-index";

export type ImportEntry = Awaited<ReturnType<typeof findImports>>[number];

export const EMPTY_TABLE = '{"header":[],"rows":[],"lines":[]}';

export async function insertImport(db: Db, entry: New<"imports">): Promise<void> {
  await db.insertInto("imports").values(entry).execute();
}

const entries = (db: Db) =>
  db
    .selectFrom("imports")
    .leftJoin("jobs", "jobs.id", "imports.jobId")
    .select([
      "imports.id",
      "imports.fileName",
      "imports.jobId",
      "imports.createdAt",
      "imports.createdBy",
      "imports.undoneAt",
      "jobs.status",
      "jobs.stored",
      "jobs.fresh",
    ]);

export function findImports(db: Db, limit: number) {
  const newest = entries(db).orderBy("imports.createdAt", "desc").orderBy("imports.id", "desc");
  return newest.limit(limit).execute();
}

export function getImport(db: Db, id: string) {
  return entries(db).where("imports.id", "=", id).executeTakeFirst();
}

export function getImportTable(db: Db, id: string) {
  const tables = db.selectFrom("imports").select(["fileTable", "mapping"]);
  return tables.where("id", "=", id).executeTakeFirst();
}

/** Does nothing once the import has started. */
export async function setImportTable(
  db: Db,
  id: string,
  change: Pick<Change<"imports">, "fileTable" | "mapping">,
): Promise<void> {
  const query = db.updateTable("imports").set(change).where("id", "=", id);
  await query.where("jobId", "is", null).execute();
}

export async function updateImport(
  db: Db,
  id: string,
  change: Pick<Change<"imports">, "jobId" | "undoneAt">,
): Promise<void> {
  await db.updateTable("imports").set(change).where("id", "=", id).execute();
}

export async function findKnownDomains(db: Db, domains: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ asked: string }>`SELECT asked
    FROM ${ownDomains(domains)} JOIN leads ON leads.domain = own`.execute(db);
  return new Set(rows.map(({ asked }) => asked));
}

/** Imports that brought or filled the lead, and were undone since. */
export async function findUndoneImports(db: Db, leadSeq: number, since: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT imports.id
    FROM lead_events JOIN imports USING (job_id)
    WHERE lead_seq = ${leadSeq} AND undone_at >= ${since}`.execute(db);
  return rows.map(({ id }) => id);
}

interface ImportedLead {
  seq: number;
  editedFields: string;
  /** Null if the source went with a merge. */
  sourceId: string | null;
  wasFoundSince: 0 | 1;
  /** JSON: { kind, changes }[], the import job's events of the lead. */
  events: string;
}

/** Ascending. Leaves out leads that no longer have the import as a source. */
export async function findImportedSeqs(db: Db, jobId: string): Promise<number[]> {
  const query = sql<{ seq: number }>`SELECT DISTINCT r.lead_seq AS seq FROM job_results AS r
    JOIN lead_sources AS own ON own.lead_seq = r.lead_seq AND own.job_id = r.job_id
    WHERE r.job_id = ${jobId} ORDER BY 1`;
  return (await query.execute(db)).rows.map(({ seq }) => seq);
}

export async function findImportedLeads(db: Db, jobId: string, seqs: readonly number[]) {
  const { rows } = await sql<ImportedLead>`SELECT seq, edited_fields, own.id AS source_id,
      EXISTS (SELECT 1 FROM lead_sources WHERE lead_seq = seq AND id IS NOT own.id AND found_at >= ifnull(own.found_at, 0))
        OR EXISTS (SELECT 1 FROM merged_leads WHERE lead_seq = leads.seq) AS was_found_since,
      (SELECT json_group_array(json_object('kind', kind, 'changes', changes) ORDER BY id) FROM lead_events
        WHERE lead_seq = seq AND job_id = ${jobId}) AS events
    FROM leads LEFT JOIN lead_sources AS own ON own.lead_seq = seq AND own.job_id = ${jobId}
    WHERE seq IN ${listed(seqs)}`.execute(db);
  return rows;
}

export async function removeSource(db: Db, id: string | null): Promise<void> {
  const gone = await db
    .deleteFrom("leadSources")
    .where("id", "=", id)
    .returning(["leadSeq", "jobId"])
    .execute();
  const seqs = gone.map(({ leadSeq }) => leadSeq);
  for (const { leadSeq, jobId } of gone) {
    await sql`DELETE FROM lead_evidence WHERE lead_seq = ${leadSeq} AND job_id = ${jobId}`.execute(
      db,
    );
  }
  await refreshTerms(db, seqs);
  await refreshDocuments(db, seqs);
}

/** `before` is milliseconds UTC. Leaves out imports with open jobs. */
const hasOutdatedList = (before: number) => sql<boolean>`created_at < ${before}
  AND file_table != ${EMPTY_TABLE}
  AND ifnull(job_id, '') NOT IN (SELECT id FROM jobs WHERE finished_at IS NULL)`;

export function countOutdatedImports(db: Db, before: number): Promise<number> {
  return countRows(db.selectFrom("imports").where(hasOutdatedList(before)));
}

/** Purged imports can still be undone. */
export async function purgeImports(db: Db, before: number): Promise<number> {
  const purge = db.updateTable("imports").set({ fileTable: EMPTY_TABLE });
  const { numUpdatedRows } = await purge.where(hasOutdatedList(before)).executeTakeFirst();
  return Number(numUpdatedRows);
}
