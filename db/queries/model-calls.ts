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

/** @returns whether the question was never sent, and is gone */
export async function dropUnsentQuestion(db: Db, id: string): Promise<boolean> {
  const calls = db.deleteFrom("modelCalls").where("id", "=", id);
  const { numDeletedRows } = await calls.where("status", "=", "intended").executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Closes what a process that died left open.
 *
 * @returns the questions that were never sent, which are gone
 */
export async function closeLostQuestions(db: Db) {
  const open = db.updateTable("modelCalls").set({ status: "unknown" });
  await open.where("status", "=", "sent").execute();
  const unsent = db.deleteFrom("modelCalls").where("status", "=", "intended");
  return unsent.returning(["jobId", "createdAt"]).execute();
}

/** Tells whether some jobs asked the model, with whatever outcome, or with an answer. */
export async function wasModelAsked(
  db: Db,
  jobIds: readonly string[],
  status?: ModelCallsTable["status"],
): Promise<boolean> {
  let calls = db.selectFrom("modelCalls").select("id").where("purpose", "=", "supplement");
  if (status !== undefined) calls = calls.where("status", "=", status);
  return (await calls.where("jobId", "in", jobIds).limit(1).executeTakeFirst()) !== undefined;
}

/** The model that was asked last; undefined where none was. */
export async function getLastModel(db: Db): Promise<string | undefined> {
  const calls = db.selectFrom("modelCalls").select("model").orderBy("createdAt", "desc");
  return (await calls.limit(1).executeTakeFirst())?.model;
}
