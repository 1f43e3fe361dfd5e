import { z } from "zod";
import {
  countUpTo,
  DEFAULT_COUNT,
  MAX_COUNT,
  numberFromForm,
  QuerySchema,
  RegionSchema,
} from "../pipelines/company-search/search-terms";

/** What a search is asked for. */
export const SearchInputSchema = z.strictObject({
  query: QuerySchema,
  region: RegionSchema,
  count: countUpTo(MAX_COUNT).default(DEFAULT_COUNT),
});

export type SearchInput = z.infer<typeof SearchInputSchema>;

/** The same from a form, where everything is text. */
export const SearchFormSchema = z.object({
  ...SearchInputSchema.shape,
  count: z.preprocess(numberFromForm, countUpTo(MAX_COUNT)),
});
