import { z } from "zod";
import {
  countUpTo,
  GoalSchema,
  numberFromForm,
  QuerySchema,
  RegionSchema,
  SourceSchema,
} from "../pipelines/company-search/search-schema.server";
import { DEFAULT_COUNT, MAX_COUNT } from "../pipelines/company-search/search-terms";
import { SEARCH_MODES } from "./search-input";

export const SearchInputSchema = z.strictObject({
  query: QuerySchema,
  region: RegionSchema,
  count: countUpTo(MAX_COUNT).default(DEFAULT_COUNT),
  source: SourceSchema,
  goal: GoalSchema,
});

export const SearchFormSchema = z.object({
  ...SearchInputSchema.shape,
  count: z.preprocess(numberFromForm, countUpTo(MAX_COUNT)),
});

export const SearchModeSchema = z.enum(
  SEARCH_MODES,
  `Erlaubt sind ${SEARCH_MODES.slice(0, -1).join(", ")} und ${SEARCH_MODES.at(-1)}.`,
);

export const SupplementSchema = z
  .object({
    jobId: z.string(),
    query: z.string(),
    generated: z.boolean().describe("Der Suchbegriff ist der des Sprachmodells"),
  })
  .meta({ id: "StartedSupplement" });
