import { z } from "zod";

export const MAX_SEARCH_TEXT = 100;
export const MAX_COUNT = 500;
export const DEFAULT_COUNT = 50;

const searchText = (missing: string, tooLong: string) =>
  z
    .string(missing)
    .transform((text) =>
      text
        .replace(/\p{Cc}+/gu, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .pipe(z.string(missing).min(1, missing).max(MAX_SEARCH_TEXT, tooLong));

const countMessage = `Eine ganze Zahl von 1 bis ${MAX_COUNT} eingeben.`;

/** What a search is asked for. */
export const SearchInputSchema = z.strictObject({
  query: searchText(
    "Suchbegriff eingeben, zum Beispiel Stadtwerke.",
    `Der Suchbegriff darf höchstens ${MAX_SEARCH_TEXT} Zeichen haben.`,
  ),
  region: searchText(
    "Ort, Bundesland oder Region eingeben.",
    `Die Region darf höchstens ${MAX_SEARCH_TEXT} Zeichen haben.`,
  ),
  count: z
    .int(countMessage)
    .min(1, countMessage)
    .max(MAX_COUNT, countMessage)
    .default(DEFAULT_COUNT),
});

export type SearchInput = z.infer<typeof SearchInputSchema>;

/** The same from a form, where everything is text. */
export const SearchFormSchema = z.object({
  ...SearchInputSchema.shape,
  count: z.preprocess(
    (value) => (typeof value === "string" && /^\s*\d{1,6}\s*$/.test(value) ? Number(value) : value),
    z.int(countMessage).min(1, countMessage).max(MAX_COUNT, countMessage),
  ),
});
