import { type Insertable, sql } from "kysely";
import type { Db } from "../client";
import type { ProviderCallsTable } from "../schema";

export async function recordIntendedCall(
  db: Db,
  call: Pick<Insertable<ProviderCallsTable>, "id" | "jobId" | "step" | "provider" | "createdAt">,
): Promise<void> {
  await db
    .insertInto("providerCalls")
    .values({ ...call, status: "intended" })
    .execute();
}

/** Undefined for a job that searched no page. */
export async function findSearchProvider(db: Db, jobId: string): Promise<string | undefined> {
  const calls = db.selectFrom("providerCalls").select("provider").where("jobId", "=", jobId);
  return (await calls.where("step", "like", "page %").limit(1).executeTakeFirst())?.provider;
}

export async function markCallSent(db: Db, id: string): Promise<void> {
  await db.updateTable("providerCalls").set({ status: "sent" }).where("id", "=", id).execute();
}

/** @returns true when it was never sent */
export async function dropUnsentCall(db: Db, id: string): Promise<boolean> {
  const calls = db.deleteFrom("providerCalls").where("id", "=", id);
  const { numDeletedRows } = await calls.where("status", "=", "intended").executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes calls that were never sent and answers them; a remembered order stays, and is looked for by name. */
export async function closeLostCalls(db: Db) {
  await db
    .updateTable("providerCalls")
    .set({ status: "unknown" })
    .where("status", "=", "sent")
    .execute();
  return db
    .deleteFrom("providerCalls")
    .where("status", "=", "intended")
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM jobs
        WHERE jobs.id = provider_calls.job_id AND instr(checkpoint, provider_calls.id))`,
    )
    .returning(["jobId", "provider", "createdAt"])
    .execute();
}

export async function settleCall(
  db: Db,
  id: string,
  status: "answered" | "failed",
  answeredAt: number,
  creditsCharged: number | null,
): Promise<void> {
  await db
    .updateTable("providerCalls")
    .set({ status, answeredAt, creditsCharged })
    .where("id", "=", id)
    .execute();
}
