import { z } from "zod";
import { BULK_NAMES } from "./page-actions";

const text = z.string().optional();

/** What is done to many leads, and to which; of the ways to name them, one. */
export const BulkParamsSchema = z.object({
  name: z.enum(BULK_NAMES),
  tag: text,
  /** Leads of the list with this query, but for those with a higher number than `upTo`: they came later. */
  filter: text,
  upTo: z.int().optional(),
  /** Leads with these internal numbers. */
  seqs: z.array(z.int()).optional(),
  /** The action, or the deletion, of which every step is a part. */
  actionId: text,
  /** The action that is taken back, what it did, and whether that was taking back. */
  undoes: text,
  text,
  isRedo: z.boolean().optional(),
  /** Leads deleted before this time, in milliseconds UTC. */
  before: z.int().optional(),
  /** Leads of this import, which is taken back. */
  importId: text,
  fileName: text,
});
export type BulkParams = z.infer<typeof BulkParamsSchema>;
