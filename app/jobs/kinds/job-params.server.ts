import { z } from "zod";
import type { JobKindName } from "~db/schema";
import { BulkParamsSchema } from "../../leads/bulk/bulk-params.server";
import { DECISION_MAKER_CATEGORIES } from "../../providers/email-finder";

export const SearchParamsSchema = z.object({
  query: z.string(),
  region: z.string(),
  count: z.int(),
  enrich: z.boolean(),
});
export type SearchParams = z.infer<typeof SearchParamsSchema>;

const ContactsParamsSchema = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  rows: z.int(),
  domainColumn: z.string().nullable(),
  companyColumn: z.string().nullable(),
  category: z.enum(DECISION_MAKER_CATEGORIES),
});
export type ContactsParams = z.infer<typeof ContactsParamsSchema>;

const ImportParamsSchema = z.object({ importId: z.string(), fileName: z.string(), rows: z.int() });

const EnrichmentParamsSchema = z.object({ count: z.int() });

const ReadingParamsSchema = z.object({
  /** The job whose leads it reads. */
  of: z.string(),
  region: z.string().optional(),
  count: z.int(),
});

const SearchedSchema = z.object({
  searchUrl: z.string(),
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
const ProfilesParamsSchema = z.union([SearchedSchema, UploadedSchema]);

export type ProfilesParams = z.infer<typeof ProfilesParamsSchema>;
export type SearchedParams = z.infer<typeof SearchedSchema>;
export type UploadedParams = z.infer<typeof UploadedSchema>;

/** What each kind of job is started with. */
export const JOB_PARAMS = {
  maps: SearchParamsSchema,
  web: SearchParamsSchema,
  contacts: ContactsParamsSchema,
  import: ImportParamsSchema,
  profiles: ProfilesParamsSchema,
  enrichment: EnrichmentParamsSchema,
  reading: ReadingParamsSchema,
  bulk: BulkParamsSchema,
} satisfies Record<JobKindName, z.ZodType>;

export type ParamsOf<Name extends JobKindName> = z.infer<(typeof JOB_PARAMS)[Name]>;
