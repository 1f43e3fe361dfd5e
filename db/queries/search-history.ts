import { type ExpressionBuilder, type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../client";
import type {
  Database,
  SearchHistoryRow,
  SearchHistoryTable,
  SearchMode,
  SupplementsTable,
} from "../schema";

export function addSearchToHistory(db: Db, entry: Insertable<SearchHistoryTable>) {
  return db.insertInto("searchHistory").values(entry).returningAll().executeTakeFirstOrThrow();
}

export async function getSearch(db: Db, id: string): Promise<SearchHistoryRow | undefined> {
  return db.selectFrom("searchHistory").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findSearches(db: Db, mode: SearchMode | undefined, limit: number) {
  let query = db.selectFrom("searchHistory").selectAll();
  if (mode !== undefined) query = query.where("mode", "=", mode);
  return query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

/** The pairs of term and region of a mode, each once, newest first. */
export function findSearchPairs(db: Db, mode: SearchMode, limit: number) {
  return db
    .selectFrom("searchHistory")
    .select(["query", "region"])
    .where("mode", "=", mode)
    .groupBy(["query", "region"])
    .orderBy(sql`max(created_at)`, "desc")
    .orderBy(sql`max(id)`, "desc")
    .limit(limit)
    .execute();
}

/** Leads that a search brought and the store did not hold before, also by its web searches. */
function freshOfAll(eb: ExpressionBuilder<Database & { job: Database["jobs"] }, "job">) {
  const ofParts = eb
    .selectFrom("jobs as part")
    .select((part) => part.fn.coalesce(part.fn.sum<number>("part.fresh"), part.lit(0)).as("n"))
    .whereRef("part.parentId", "=", "job.id")
    .where("part.kind", "=", "web");
  return eb("job.fresh", "+", ofParts);
}

/** Searches of the history, each with the state of its job; null where it has none. */
export function findSearchesWithJobs(db: Db, mode: SearchMode, limit: number) {
  return db
    .selectFrom("searchHistory as entry")
    .leftJoin("jobs as job", "job.id", "entry.jobId")
    .selectAll("entry")
    .select((eb) => ["job.status", freshOfAll(eb).as("fresh")])
    .where("entry.mode", "=", mode)
    .orderBy("entry.createdAt", "desc")
    .orderBy("entry.id", "desc")
    .limit(limit)
    .execute();
}

/** The searches that were started together, in the order in which they were given. */
export function findQueuedSearches(db: Db, queueId: string): Promise<SearchHistoryRow[]> {
  const searches = db.selectFrom("searchHistory").selectAll().where("queueId", "=", queueId);
  return searches.orderBy("id").execute();
}

/** The queues of searches of which one still waits or runs, the one started last first. */
export async function findOpenQueueIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("jobs as job")
    .innerJoin("searchHistory as entry", "entry.jobId", "job.id")
    .select("entry.queueId")
    .where("job.status", "in", ["queued", "running"])
    .where("entry.queueId", "is not", null)
    .groupBy("entry.queueId")
    .orderBy((eb) => eb.fn.max("entry.createdAt"), "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ queueId }) => queueId ?? []);
}

/** The queue that a job's search was started in; null where it was started alone. */
export async function findQueueIdOfJob(db: Db, jobId: string): Promise<string | null> {
  const queues = db.selectFrom("searchHistory").select("queueId").where("queueId", "is not", null);
  return (await queues.where("jobId", "=", jobId).executeTakeFirst())?.queueId ?? null;
}

export type SupplementRow = Selectable<SupplementsTable>;

export function getSupplement(db: Db, jobId: string) {
  return db.selectFrom("supplements").selectAll().where("jobId", "=", jobId).executeTakeFirst();
}

/** Keeps which web search goes on for which search on the map; a second one for the same is refused by the store. */
export function insertSupplement(db: Db, supplement: Insertable<SupplementsTable>) {
  return db.insertInto("supplements").values(supplement).returningAll().executeTakeFirstOrThrow();
}
