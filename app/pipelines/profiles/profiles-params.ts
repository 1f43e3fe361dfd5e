import { z } from "zod";

/** What a profile job was asked for; stands in the job's `params`. The address went through `SearchUrlSchema`. */
const SearchedSchema = z.object({
  searchUrl: z.string(),
  /** Profiles that may be fetched at most. */
  count: z.int().positive(),
  enrich: z.boolean(),
});
const UploadedSchema = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  /** Rows of the file, and how many of them are worked through. */
  rows: z.int(),
  count: z.int().positive(),
  enrich: z.boolean(),
});

export const ProfilesParamsSchema = z.union([SearchedSchema, UploadedSchema]);
export type ProfilesParams = z.infer<typeof ProfilesParamsSchema>;
export type SearchedParams = z.infer<typeof SearchedSchema>;
export type UploadedParams = z.infer<typeof UploadedSchema>;
