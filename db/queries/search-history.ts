import { sql } from "kysely";
import type { Db } from "../client";
import type { New, Row, SearchHistoryRow, SearchMode } from "../schema";

export function addSearchToHistory(db: Db, entry: New<"searchHistory">) {
  return db.insertInto("searchHistory").values(entry).returningAll().executeTakeFirstOrThrow();
}

export async function getSearch(db: Db, id: string): Promise<SearchHistoryRow | undefined> {
  return db.selectFrom("searchHistory").selectAll().where("id", "=", id).executeTakeFirst();
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

const ofWeb = (what: string) =>
  sql.raw(`(SELECT ${what} FROM jobs AS part WHERE part.parent_id = job.id AND part.kind = 'web')`);

export function findSearches(db: Db, mode: SearchMode | undefined, limit: number) {
  return db
    .selectFrom("searchHistory as entry")
    .leftJoin("jobs as job", "job.id", "entry.jobId")
    .selectAll("entry")
    .select([
      "job.status",
      sql<number | null>`job.fresh + ${ofWeb("ifnull(sum(fresh), 0)")}`.as("fresh"),
      sql<string>`${ofWeb("json_group_array(id)")}`.as("webIds"),
    ])
    .$if(mode !== undefined, (entries) => entries.where("entry.mode", "=", mode ?? null))
    .orderBy("entry.createdAt", "desc")
    .orderBy("entry.id", "desc")
    .limit(limit)
    .execute();
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
