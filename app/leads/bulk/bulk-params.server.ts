import { z } from "zod";
import { BULK_NAMES } from "./page-actions";

const text = z.string().optional();

/** Exactly one of the ways to name the leads is given. */
export const BulkParamsSchema = z.object({
  name: z.enum(BULK_NAMES),
  tag: text,
  /** A list's query; leads above `upTo` came later. */
  filter: text,
  upTo: z.int().optional(),
  seqs: z.array(z.int()).optional(),
  /** Groups all steps. */
  actionId: text,
  /** The action that is taken back, its text, and whether it was an undo itself. */
  undoes: text,
  text,
  isRedo: z.boolean().optional(),
  /** Milliseconds UTC. */
  before: z.int().optional(),
  importId: text,
  fileName: text,
});
export type BulkParams = z.infer<typeof BulkParamsSchema>;
