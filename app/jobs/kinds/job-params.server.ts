import { z } from "zod";
import type { JobKindName, JobRow } from "~db/schema";
import { BulkParamsSchema } from "../../leads/bulk/bulk-params.server";
import { DECISION_MAKER_CATEGORIES } from "../../providers/email-finder";
import { MAPS_SOURCES } from "../../providers/services";
import { RegisterParamsSchema } from "./register-params.server";
import { SEARCH_GOALS } from "./search-terms";

const SearchParamsSchema = z.object({
  query: z.string(),
  region: z.string(),
  count: z.int(),
  enrich: z.boolean(),
  source: z.enum(MAPS_SOURCES).optional(),
  goal: z.enum(SEARCH_GOALS).optional(),
  /** Map search: continues on the web by itself. Web search: is that continuation. */
  supplement: z.boolean().optional(),
});
export type SearchParams = z.infer<typeof SearchParamsSchema>;

export function searchParamsOf({ params }: Pick<JobRow, "params">): SearchParams {
  return SearchParamsSchema.parse(JSON.parse(params));
}

const ContactsParamsSchema = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  rows: z.int(),
  domainColumn: z.string().nullable(),
  companyColumn: z.string().nullable(),
  category: z.enum(DECISION_MAKER_CATEGORIES),
});
export type ContactsParams = z.infer<typeof ContactsParamsSchema>;

const ImportParamsSchema = z.object({
  importId: z.string(),
  fileName: z.string(),
  rows: z.int(),
  notes: z.array(z.string()).default([]),
});

const EnrichmentParamsSchema = z.object({ count: z.int() });

const ReadingParamsSchema = z.object({
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
  rows: z.int(),
  count: z.int().positive(),
  enrich: z.boolean(),
});
const ProfilesParamsSchema = z.union([SearchedSchema, UploadedSchema]);

export type ProfilesParams = z.infer<typeof ProfilesParamsSchema>;
export type SearchedParams = z.infer<typeof SearchedSchema>;
export type UploadedParams = z.infer<typeof UploadedSchema>;

const RegisterFileParamsSchema = z.object({
  file: z.string(),
  bytes: z.int(),
  changedAt: z.number(),
});

export const JOB_PARAMS = {
  maps: SearchParamsSchema,
  web: SearchParamsSchema,
  contacts: ContactsParamsSchema,
  import: ImportParamsSchema,
  profiles: ProfilesParamsSchema,
  enrichment: EnrichmentParamsSchema,
  reading: ReadingParamsSchema,
  bulk: BulkParamsSchema,
  register: RegisterParamsSchema,
  registerFile: RegisterFileParamsSchema,
} satisfies Record<JobKindName, z.ZodType>;

export type ParamsOf<Name extends JobKindName> = z.infer<(typeof JOB_PARAMS)[Name]>;
