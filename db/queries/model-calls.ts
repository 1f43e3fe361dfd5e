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
    "status" | "promptTokens" | "completionTokens" | "cost" | "answeredAt"
  >,
): Promise<void> {
  await db.updateTable("modelCalls").set(outcome).where("id", "=", id).execute();
}

/**
 * The cost of the questions of a span of time, its end left out.
 *
 * @returns US dollars of the calls whose price is known, and the number of answered ones whose price is not
 */
export function sumModelCost(db: Db, from: number, until: number) {
  return db
    .selectFrom("modelCalls")
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>("cost"), eb.lit(0)).as("cost"),
      eb.fn
        .countAll<number>()
        .filterWhere("status", "=", "answered")
        .filterWhere("cost", "is", null)
        .as("unpriced"),
    ])
    .where("createdAt", ">=", from)
    .where("createdAt", "<", until)
    .executeTakeFirstOrThrow();
}
