import type { Db } from "../client";
import type { New } from "../schema";

export async function recordQuestion(
  db: Db,
  call: Pick<
    New<"modelCalls">,
    "id" | "purpose" | "model" | "jobId" | "promptHash" | "promptBytes" | "createdAt"
  >,
): Promise<void> {
  await db
    .insertInto("modelCalls")
    .values({ ...call, status: "sent" })
    .execute();
}

export async function settleQuestion(
  db: Db,
  id: string,
  outcome: Pick<New<"modelCalls">, "status" | "promptTokens" | "completionTokens" | "answeredAt">,
): Promise<void> {
  await db.updateTable("modelCalls").set(outcome).where("id", "=", id).execute();
}

export async function wasModelAskedForSupplement(db: Db, jobId: string): Promise<boolean> {
  const calls = db.selectFrom("modelCalls").select("id").where("purpose", "=", "supplement");
  return (await calls.where("jobId", "=", jobId).limit(1).executeTakeFirst()) !== undefined;
}

export async function getLastModel(db: Db): Promise<string | undefined> {
  const calls = db.selectFrom("modelCalls").select("model").orderBy("createdAt", "desc");
  return (await calls.limit(1).executeTakeFirst())?.model;
}
