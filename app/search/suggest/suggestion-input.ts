import { z } from "zod";
import { OptionalRegionSchema, QuerySchema } from "../../pipelines/company-search/search-terms";
import { SearchModeSchema } from "../search-mode";

export const MAX_DESCRIPTION = 2_000;
const MAX_HISTORY = 200;

const missing = "Beschreiben, wen das Team sucht, zum Beispiel: Stadtwerke in Süddeutschland.";

/** Whom the team looks for, in its own words. */
export const DescriptionSchema = z
  .string(missing)
  .transform((text) => text.replaceAll("\r\n", "\n").trim())
  .pipe(
    z
      .string()
      .min(1, missing)
      .max(MAX_DESCRIPTION, "Die Beschreibung darf höchstens 2.000 Zeichen haben."),
  )
  // What the text is measured by stands behind the transformation, where the document of the API does not look.
  .meta({
    minLength: 1,
    maxLength: MAX_DESCRIPTION,
    description: "Wen das Team sucht; Leerraum am Anfang und Ende zählt nicht",
  });

const onePair = "Jede frühere Suche als Objekt mit „query“ und „region“ angeben.";

/** What the language model is asked to suggest searches from. */
export const SuggestionInputSchema = z.strictObject({
  description: DescriptionSchema,
  mode: SearchModeSchema,
  history: z
    .array(
      z.strictObject({ query: QuerySchema, region: OptionalRegionSchema }, onePair),
      "Die früheren Suchen als Liste angeben, jede mit „query“ und „region“.",
    )
    .max(MAX_HISTORY, `Höchstens ${MAX_HISTORY} frühere Suchen angeben.`)
    .default([])
    .describe("Frühere Suchen, die nicht noch einmal vorgeschlagen werden"),
});

export type SuggestionInput = z.infer<typeof SuggestionInputSchema>;
