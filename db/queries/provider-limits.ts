import { sql } from "kysely";
import type { Db } from "../client";
import type { New } from "../schema";

export function findProviderLimits(db: Db) {
  return db.selectFrom("providerLimits").selectAll().execute();
}

export async function getMonthlyCeiling(db: Db, provider: string): Promise<number | null> {
  const limits = db.selectFrom("providerLimits").where("provider", "=", provider);
  return (await limits.select("monthlyCeiling").executeTakeFirst())?.monthlyCeiling ?? null;
}

/** @param month YYYY-MM */
export async function findReachedCeilings(db: Db, month: string): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    SELECT provider FROM provider_limits limits WHERE monthly_ceiling <= (
      SELECT sum(calls) FROM provider_usage
      WHERE month = ${month} AND provider IN (limits.provider, limits.provider || '-details'))`.execute(
    db,
  );
  return rows.map(({ provider }) => provider);
}

export async function saveProviderLimits(db: Db, limits: New<"providerLimits">): Promise<void> {
  await db.replaceInto("providerLimits").values(limits).execute();
}
