import { z } from "zod";
import { FoundCompany } from "../../providers/company-search";

/** What a page of the web answered. */
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

/** Where a search stands: the next page to ask for, the hits it already has, and how many could not be read. */
export const CheckpointSchema = z.object({
  cursor: z.string().nullable().default(null),
  pages: z.int().default(0),
  /** Which of its areas it is in, and how many pages it had seen before that. */
  area: z.int().default(0),
  pagesBefore: z.int().default(0),
  /** Pages in a row without a hit that it did not have. */
  barren: z.int().default(0),
  isSearched: z.boolean().default(false),
  hitIds: z.array(z.string()).default([]),
  unreadable: z.int().default(0),
  /** How often it has waited for a service in a rush since it last got an answer. */
  pauses: z.int().default(0),
  /** The page at the cursor, paid for, while its websites are read. */
  page: PageSchema.nullable().default(null),
});
export type Checkpoint = z.infer<typeof CheckpointSchema>;
