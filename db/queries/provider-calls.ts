import { type Insertable, sql } from "kysely";
import type { Db } from "../client";
import type { ProviderCallsTable } from "../schema";

/** Books a call before it is made, so that a crash cannot hide that it may have cost something. */
export async function recordIntendedCall(
  db: Db,
  call: Pick<Insertable<ProviderCallsTable>, "id" | "jobId" | "step" | "provider" | "createdAt">,
): Promise<void> {
  await db
    .insertInto("providerCalls")
    .values({ ...call, status: "intended" })
    .execute();
}

/** The provider whose pages a job searched; undefined for one that searched none. */
export async function findSearchProvider(db: Db, jobId: string): Promise<string | undefined> {
  const calls = db.selectFrom("providerCalls").select("provider").where("jobId", "=", jobId);
  return (await calls.where("step", "like", "page %").limit(1).executeTakeFirst())?.provider;
}

/** Notes that a booked call leaves now, so that a crash before its answer does not make it one that was never made. */
export async function markCallSent(db: Db, id: string): Promise<void> {
  await db.updateTable("providerCalls").set({ status: "sent" }).where("id", "=", id).execute();
}

/** @returns whether the call was never sent, and is gone */
export async function dropUnsentCall(db: Db, id: string): Promise<boolean> {
  const calls = db.deleteFrom("providerCalls").where("id", "=", id);
  const { numDeletedRows } = await calls.where("status", "=", "intended").executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Closes what a process that died left open: calls that were sent, whose answers nobody saw, and those that were never
 * sent. An order that a job remembers is looked for by its name, and stays as it is.
 *
 * @returns those never sent, which are gone
 */
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

/** Closes a booked call. Belongs in the transaction that applies the answer. */
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
