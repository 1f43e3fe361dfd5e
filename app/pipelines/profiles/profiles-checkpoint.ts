import { z } from "zod";

/** Where a profile job stands. */
const CheckpointSchema = z.object({
  /** The order's place in the ledger from before it is sent until its price is known. */
  booked: z
    .object({ id: z.string(), jobId: z.string(), provider: z.string(), month: z.string() })
    .nullable(),
  /** Credits of the order that stand in the ledger already, from a run that was cancelled under way. */
  counted: z.int().default(0),
  orderId: z.string().nullable(),
  /** The next row to store, and how many before were not what was searched for. */
  next: z.int(),
  unmatched: z.int(),
  isStored: z.boolean(),
});
export type ProfilesCheckpoint = z.infer<typeof CheckpointSchema>;

const START: ProfilesCheckpoint = {
  booked: null,
  counted: 0,
  orderId: null,
  next: 0,
  unmatched: 0,
  isStored: false,
};

export function readCheckpoint(json: string | null): ProfilesCheckpoint {
  return json === null ? START : CheckpointSchema.parse(JSON.parse(json));
}
