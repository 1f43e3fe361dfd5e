import { z } from "zod";
import { countUpTo, numberFromForm, TickSchema } from "../../http/form-values";
import {
  COUNT_RANGE,
  DEFAULT_COUNT,
  MAX_AREA_COUNT,
  MAX_COUNT,
  MAX_GOAL_CALLS,
  MAX_PROFILES,
  MAX_SEARCH_TEXT,
  SEARCH_GOALS,
} from "../../jobs/kinds/search-terms";
import { MAPS_SOURCES } from "../../providers/services";

const tidy = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

const searchText = (missing: string, tooLong: string) =>
  z
    .string(missing)
    .transform(tidy)
    .pipe(z.string(missing).min(1, missing).max(MAX_SEARCH_TEXT, tooLong))
    // The API document can't derive these from a transform.
    .meta({ minLength: 1, maxLength: MAX_SEARCH_TEXT });

export const QuerySchema = searchText(
  "Suchbegriff eingeben, zum Beispiel Stadtwerke.",
  `Der Suchbegriff darf höchstens ${MAX_SEARCH_TEXT} Zeichen haben.`,
);

const longRegion = `Die Region darf höchstens ${MAX_SEARCH_TEXT} Zeichen haben.`;

export const RegionSchema = searchText("Ort, Bundesland oder Region eingeben.", longRegion);

export const OptionalRegionSchema = z
  .string("Die Region als Text eingeben.")
  .transform(tidy)
  .pipe(z.string().max(MAX_SEARCH_TEXT, longRegion))
  .meta({ maxLength: MAX_SEARCH_TEXT })
  .default("");

const SourceSchema = z
  .enum(
    MAPS_SOURCES,
    `Erlaubt sind ${MAPS_SOURCES.slice(0, -1).join(", ")} und ${MAPS_SOURCES.at(-1)}.`,
  )
  .optional()
  .describe(
    "Ohne Angabe Google Places, wo ein Schlüssel dafür da ist, sonst OpenStreetMap. „google-area“ zählt erst die Firmen des ganzen Gebiets, auch mehr als 60; danach holt POST /api/jobs/{jobId}/restart die neuen, zum Preis in area",
  );

export const GoalSchema = z
  .enum(SEARCH_GOALS, `Erlaubt sind ${SEARCH_GOALS.join(" und ")}.`)
  .optional()
  .describe(
    `Was count zählt: „companies“ (ohne Angabe) alle gefundenen Firmen, „new“ nur neue Leads. Dann sucht die Karte in einem Bundesland auch an dessen Orten weiter, mit höchstens ${MAX_GOAL_CALLS} Aufrufen, und mit einem Schlüssel von Serper danach einmal das Web mit einem Begriff des Sprachmodells (ein Lauf mit parentId); warnings sagt, wenn das Gebiet ausgeschöpft ist`,
  );

export const EnrichSchema = z
  .boolean("Erlaubt sind true und false.")
  .default(true)
  .describe("Auch die E-Mails suchen");

const MapsCountSchema = countUpTo(MAX_AREA_COUNT, COUNT_RANGE);
export const MapsSchema = z.strictObject({
  query: QuerySchema,
  region: RegionSchema,
  count: MapsCountSchema.default(DEFAULT_COUNT).describe(
    `Mehr als ${MAX_COUNT} nur mit „google-area“`,
  ),
  enrich: EnrichSchema,
  source: SourceSchema,
  goal: GoalSchema,
});
export const SerpSchema = MapsSchema.omit({ source: true }).extend({
  region: OptionalRegionSchema,
  count: countUpTo(MAX_COUNT).default(DEFAULT_COUNT),
});
/** „Schnell neue Suche“ looks for no emails. */
export const QuickSerpSchema = SerpSchema.pick({ query: true, region: true, count: true });

/** Forms send everything as text. */
const sent = (count: z.ZodType<number>) => ({
  count: z.preprocess(numberFromForm, count),
  enrich: TickSchema,
});
/** `search`, also the default, goes on in the web where the map has too few. */
export const SearchFormSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({
      ...MapsSchema.shape,
      ...sent(MapsCountSchema),
      kind: z.enum(["search", "maps"]).optional(),
    }),
    z.object({ ...SerpSchema.shape, ...sent(countUpTo(MAX_COUNT)), kind: z.literal("web") }),
  ],
  "Erlaubt sind search, maps und web.",
);
export type SearchKind = z.infer<typeof SearchFormSchema>["kind"];

export const ProfilesCountSchema = z.preprocess(numberFromForm, countUpTo(MAX_PROFILES));
