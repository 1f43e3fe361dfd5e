import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of [
    "ALTER TABLE campaigns ADD COLUMN repeat TEXT NOT NULL DEFAULT 'never' CHECK (repeat IN ('never', 'daily', 'workdays', 'weekly'))",
    "ALTER TABLE campaigns ADD COLUMN monthly_ceiling_cents INTEGER NOT NULL DEFAULT 500",
    "ALTER TABLE campaign_tasks ADD COLUMN day TEXT",
    "ALTER TABLE campaign_tasks ADD COLUMN source TEXT CHECK (source IN ('google', 'osm'))",
    "ALTER TABLE campaign_tasks ADD COLUMN max_cents INTEGER",
    "CREATE INDEX campaign_tasks_by_end ON campaign_tasks (campaign_id, finished_at)",
  ])
    await sql.raw(change).execute(db);
}
