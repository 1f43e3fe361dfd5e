import type { Db } from "../client";
import type { New } from "../schema";

export async function recordCall(
  db: Db,
  call: Pick<New<"providerCalls">, "id" | "jobId" | "step" | "provider" | "createdAt">,
): Promise<void> {
  await db
    .insertInto("providerCalls")
    .values({ ...call, status: "sent" })
    .execute();
}

/** Undefined if the job has not searched a page. */
export async function findSearchProvider(db: Db, jobId: string): Promise<string | undefined> {
  const calls = db.selectFrom("providerCalls").select("provider").where("jobId", "=", jobId);
  return (await calls.where("step", "like", "page %").limit(1).executeTakeFirst())?.provider;
}

/** Closes calls of a dead process. Needs the run lock, before any job runs. */
export async function closeLostCalls(db: Db): Promise<void> {
  for (const table of ["providerCalls", "modelCalls"] as const) {
    await db.updateTable(table).set({ status: "unknown" }).where("status", "=", "sent").execute();
  }
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
