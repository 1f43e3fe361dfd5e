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

/** Closes a booked question. */
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

/** What the questions of a span of time took. */
interface ModelUsage {
  calls: number;
  promptTokens: number;
  completionTokens: number;
  /** US dollars, of those calls whose price is known. */
  cost: number;
  /** Answered calls whose price is not known. */
  unpriced: number;
}

/** What the model was asked in a span of time, its end left out. */
export async function sumModelUsage(db: Db, from: number, until: number): Promise<ModelUsage> {
  const row = await db
    .selectFrom("modelCalls")
    .select((eb) => [
      eb.fn.countAll<number>().as("calls"),
      eb.fn.coalesce(eb.fn.sum<number>("promptTokens"), eb.lit(0)).as("promptTokens"),
      eb.fn.coalesce(eb.fn.sum<number>("completionTokens"), eb.lit(0)).as("completionTokens"),
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
  return row;
}
