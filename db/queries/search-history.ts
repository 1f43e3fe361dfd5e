import { type SqlBool, sql } from "kysely";
import type { Db } from "../client";
import type { New, Row, SearchHistoryRow, SearchMode } from "../schema";

export function addSearchToHistory(db: Db, entry: New<"searchHistory">) {
  return db.insertInto("searchHistory").values(entry).returningAll().executeTakeFirstOrThrow();
}

/** As in the index `jobs_begun_alone`, which spares reading the rows of the others. */
const BEGUN_ALONE = sql<SqlBool>`kind IN ('maps', 'web') AND parent_id IS NULL AND is_background = 0`;

/** Searches that programs and restarts began; a campaign lists its own. */
function unkeptSearches(db: Db) {
  const kept = db.selectFrom("searchHistory").select("jobId").where("jobId", "is not", null);
  return db
    .selectFrom("jobs")
    .select(["id", "id as jobId", "query", "createdAt"])
    .select((eb) => [
      eb.val<SearchMode>("custom").as("mode"),
      eb.fn.coalesce("region", eb.val("")).as("region"),
      eb.val<string | null>(null).as("queueId"),
    ])
    .where(BEGUN_ALONE)
    .where("id", "not in", kept);
}

export async function getSearch(db: Db, id: string): Promise<SearchHistoryRow | undefined> {
  const kept = db.selectFrom("searchHistory").selectAll().where("id", "=", id);
  return (
    (await kept.executeTakeFirst()) ?? unkeptSearches(db).where("id", "=", id).executeTakeFirst()
  );
}

export function findSearchPairs(db: Db, mode: SearchMode | null, limit: number) {
  let query = db
    .selectFrom("searchHistory")
    .select((eb) => ["query", "region", eb.fn.max("createdAt").as("at")]);
  if (mode !== null) query = query.where("mode", "=", mode);
  return query
    .groupBy(["query", "region"])
    .orderBy("at", "desc")
    .orderBy(sql`max(id)`, "desc")
    .limit(limit)
    .execute();
}

export function findSearches(db: Db, mode: SearchMode | undefined, limit: number) {
  return db
    .selectFrom("searchHistory")
    .selectAll()
    .$if(mode !== undefined, (entries) => entries.where("mode", "=", mode ?? null))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function findUnkeptSearches(db: Db, limit: number): Promise<SearchHistoryRow[]> {
  const newest = unkeptSearches(db).orderBy("createdAt", "desc").orderBy("id", "desc");
  return newest.limit(limit).execute();
}

export async function findQueueId(db: Db, jobId: string): Promise<string | null> {
  const entry = db.selectFrom("searchHistory").select("queueId").where("jobId", "=", jobId);
  return (await entry.executeTakeFirst())?.queueId ?? null;
}

export function findQueuedJobs(db: Db, queueId: string) {
  const entries = db.selectFrom("searchHistory as entry").where("queueId", "=", queueId);
  const jobs = entries.innerJoin("jobs", "jobs.id", "entry.jobId").selectAll("jobs");
  return jobs.select("entry.mode").orderBy("entry.id").execute();
}

export type SupplementRow = Row<"supplements">;

export function getSupplement(db: Db, jobId: string) {
  return db.selectFrom("supplements").selectAll().where("jobId", "=", jobId).executeTakeFirst();
}

export function insertSupplement(db: Db, supplement: New<"supplements">) {
  return db.insertInto("supplements").values(supplement).returningAll().executeTakeFirstOrThrow();
}
