import type { Insertable } from "kysely";
import type { Db } from "../client";
import type { ModelCallsTable } from "../schema";

/** Books a question before it is asked, so that a crash cannot hide that it may have cost something. */
export async function recordIntendedQuestion(
  db: Db,
  call: Pick<
    Insertable<ModelCallsTable>,
    "id" | "purpose" | "model" | "jobId" | "promptHash" | "promptBytes" | "createdAt"
  >,
): Promise<void> {
  await db
    .insertInto("modelCalls")
    .values({ ...call, status: "intended" })
    .execute();
}

export async function settleQuestion(
  db: Db,
  id: string,
  outcome: Pick<
    Insertable<ModelCallsTable>,
    "status" | "promptTokens" | "completionTokens" | "answeredAt"
  >,
): Promise<void> {
  await db.updateTable("modelCalls").set(outcome).where("id", "=", id).execute();
}

/** The model that was asked last; undefined where none was. */
export async function getLastModel(db: Db): Promise<string | undefined> {
  const calls = db.selectFrom("modelCalls").select("model").orderBy("createdAt", "desc");
  return (await calls.limit(1).executeTakeFirst())?.model;
}
