import { z } from "zod";
import {
  countUpTo,
  DEFAULT_COUNT,
  MAX_COUNT,
  numberFromForm,
  QuerySchema,
  RegionSchema,
} from "../pipelines/company-search/search-terms";

export const SearchInputSchema = z.strictObject({
  query: QuerySchema,
  region: RegionSchema,
  count: countUpTo(MAX_COUNT).default(DEFAULT_COUNT),
});

export type SearchInput = z.infer<typeof SearchInputSchema>;
export type SearchPair = Pick<SearchInput, "query" | "region">;

/** Companies that each search looks for that a description led to; never the model's to say. */
export const PAIR_COUNT = 50;

/** The most searches that are started with one press. */
export const MAX_QUEUE = 8;

/** The same from a form, where everything is text. */
export const SearchFormSchema = z.object({
  ...SearchInputSchema.shape,
  count: z.preprocess(numberFromForm, countUpTo(MAX_COUNT)),
});
