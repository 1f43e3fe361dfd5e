import { z } from "zod";
import { BULK_NAMES } from "./page-actions";

const text = z.string().optional();

/** The first of `seqs`, `filter`, `undoes`, `before` and `importId` that is given selects the leads. */
export const BulkParamsSchema = z.object({
  name: z.enum(BULK_NAMES),
  tag: text,
  owner: text,
  /** ISO time, and how its day is shown. */
  followUpAt: text,
  day: text,
  reason: text,
  /** A list's query. `upTo` excludes leads that were added later. */
  filter: text,
  upTo: z.int().optional(),
  seqs: z.array(z.int()).optional(),
  /** Shared by all steps, which are undone together. */
  actionId: text,
  /** The action to undo, its text, and whether it was an undo itself. */
  undoes: text,
  text,
  isRedo: z.boolean().optional(),
  /** Milliseconds UTC. */
  before: z.int().optional(),
  importId: text,
  fileName: text,
});
export type BulkParams = z.infer<typeof BulkParamsSchema>;
