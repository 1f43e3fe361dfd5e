import { z } from "zod";
import type { JobRow } from "~db/schema";

const OrderSchema = z.object({
  booked: z.looseObject({}).nullish(),
  orderId: z.string().nullish(),
  isStored: z.boolean().default(false),
});

function hasOpenOrder({ kind, checkpoint }: Pick<JobRow, "kind" | "checkpoint">): boolean {
  if (kind !== "profiles" || checkpoint === null) return false;
  const { booked, orderId, isStored } = OrderSchema.parse(JSON.parse(checkpoint));
  return !isStored && Boolean(booked ?? orderId);
}

/** A job that ended early goes on at its checkpoint, so that it pays nothing twice. */
export function goesOn(
  job: Pick<JobRow, "kind" | "status" | "failureKind" | "checkpoint">,
): boolean {
  if (job.status !== "failed" && job.status !== "cancelled") return false;
  return job.failureKind === "crashed" || hasOpenOrder(job);
}
