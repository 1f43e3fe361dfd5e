import { z } from "zod";
import { FoundCompany } from "../../providers/company-search";

const PageSchema = z.object({
  hits: z.array(
    z.object({
      id: z.string(),
      company: z
        .record(z.string(), z.unknown())
        .transform((known) => Object.assign(new FoundCompany(), known)),
    }),
  ),
  nextCursor: z.string().nullable(),
  unreadable: z.int().optional(),
});

/** The next page, known hits and unreadable ones. */
export const CheckpointSchema = z.object({
  cursor: z.string().nullable().default(null),
  pages: z.int().default(0),
  area: z.int().default(0),
  /** Pages in a row without a new hit. */
  barren: z.int().default(0),
  isSearched: z.boolean().default(false),
  hitIds: z.array(z.string()).default([]),
  unreadable: z.int().default(0),
  pauses: z.int().default(0),
  /** Paid for; its websites are still being read. */
  page: PageSchema.nullable().default(null),
});
export type Checkpoint = z.infer<typeof CheckpointSchema>;
