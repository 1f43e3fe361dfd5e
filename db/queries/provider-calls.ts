import type { Insertable } from "kysely";
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
