import { z } from "zod";
import { apiOperation, NOTHING } from "../http/api-operation";
import { OptionalRegionSchema, QuerySchema } from "../pipelines/company-search/search-terms";
import { PAIR_COUNT } from "./queue/search-pair";
import { SearchInputSchema } from "./search-input";
import { SEARCH_MODES, SearchModeSchema } from "./search-mode";
import { SuggestionInputSchema } from "./suggest/suggestion-input";

export const startSearchOperation = apiOperation({
  method: "POST",
  path: "/api/search",
  summary: "Firmen nach Suchbegriff und Region suchen",
  description:
    "Startet einen Lauf der Kartensuche mit E-Mail-Suche. Die Karte liefert höchstens 60 Firmen; für den Rest läuft daneben eine Websuche (`serpJobId`), deren `parentId` der Kartenlauf ist. Fehlt der Schlüssel von Serper, ist `serpJobId` null und der Kartenlauf sagt es in `warnings`. 409, solange der Schlüssel des Kartendienstes fehlt.",
  query: NOTHING,
  body: SearchInputSchema,
  status: 202,
  response: z
    .object({ jobId: z.string(), serpJobId: z.string().nullable() })
    .meta({ id: "StartedSearch" }),
  problems: [400, 409],
});

export const supplementOperation = apiOperation({
  method: "POST",
  path: "/api/search/supplement",
  summary: "Eine Kartensuche, die zu wenig fand, im Web ergänzen",
  description:
    "Startet für einen fertigen Kartenlauf, der weniger Firmen fand als von der Karte verlangt, eine Websuche mit einem besseren Suchbegriff des Sprachmodells. Ohne Schlüssel oder bei einem Fehler des Sprachmodells bleibt es beim ursprünglichen Suchbegriff (`generated: false`). Jeder weitere Aufruf für denselben Lauf antwortet mit derselben Websuche. Das gilt auch für einen Lauf, neben dem von Anfang an eine Websuche lief (`serpJobId`). 409, wenn der Lauf sich nicht ergänzen lässt oder der Schlüssel von Serper fehlt.",
  query: NOTHING,
  body: z.strictObject({
    jobId: z
      .string("Die Kennung eines Kartenlaufs angeben.")
      .min(1, "Die Kennung eines Kartenlaufs angeben.")
      .max(100, "So lang ist keine Kennung."),
  }),
  status: 202,
  response: z
    .object({
      jobId: z.string(),
      query: z.string(),
      generated: z.boolean().describe("Der Suchbegriff ist der des Sprachmodells"),
    })
    .meta({ id: "StartedSupplement" }),
  problems: [400, 404, 409],
});

const HistoryEntrySchema = z
  .object({
    id: z.string(),
    mode: z.enum(SEARCH_MODES),
    query: z.string(),
    region: z.string().describe("Leer, wo keine angegeben ist"),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "SearchHistoryEntry" });

export type HistoryEntry = z.infer<typeof HistoryEntrySchema>;

export const listHistory = apiOperation({
  method: "GET",
  path: "/api/search-history",
  summary: "Die letzten Suchen, die neuesten zuerst",
  description: "Höchstens 200; ohne `mode` die aller Modi.",
  query: z.strictObject({ mode: SearchModeSchema.optional() }),
  body: NOTHING,
  status: 200,
  response: z.object({ entries: z.array(HistoryEntrySchema) }).meta({ id: "SearchHistory" }),
});

export const addToHistory = apiOperation({
  method: "POST",
  path: "/api/search-history",
  summary: "Eine Suche in der Historie festhalten",
  description: "Startet nichts; die KI-Suche schlägt die Suche in diesem Modus nicht mehr vor.",
  query: NOTHING,
  body: z.strictObject({
    mode: SearchModeSchema,
    query: QuerySchema,
    region: OptionalRegionSchema,
  }),
  status: 201,
  response: HistoryEntrySchema,
  problems: [400],
});

export const suggestSearchesOperation = apiOperation({
  method: "POST",
  path: "/api/ai-search",
  summary: "Aus einer Beschreibung Suchen vorschlagen",
  description:
    "Zwei bis vier Suchen, die weder die Historie des Modus noch `history` enthält. Gestartet wird nichts. 409 ohne Schlüssel für das Sprachmodell oder wenn dessen Monatsgrenze erreicht ist, 502 mit dem Grund, wenn es keine brauchbare Antwort gibt.",
  query: NOTHING,
  body: SuggestionInputSchema,
  status: 200,
  response: z
    .object({
      queries: z
        .array(z.object({ query: z.string(), region: z.string() }))
        .min(2)
        .max(4),
      count: z.literal(PAIR_COUNT).describe("Firmen je Suche"),
    })
    .meta({ id: "SuggestedSearches" }),
  problems: [400, 409, 502],
});

export const searchOperations = [
  startSearchOperation,
  supplementOperation,
  suggestSearchesOperation,
  listHistory,
  addToHistory,
];
