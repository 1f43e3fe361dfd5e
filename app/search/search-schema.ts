import { z } from "zod";
import { MapsSchema } from "../pipelines/company-search/search-schema.server";
import { SEARCH_MODES } from "./search-input";

export const SearchInputSchema = MapsSchema.omit({ enrich: true });
export type SearchInput = z.infer<typeof SearchInputSchema>;
export const PairSchema = SearchInputSchema.pick({ query: true, region: true }).strip();
export type SearchPair = z.infer<typeof PairSchema>;

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
export type Supplement = z.infer<typeof SupplementSchema>;
