import { v7 as uuid } from "uuid";
import { z } from "zod";
import { addSearchToHistory, findSearches } from "~db/queries/search-history";
import descriptions from "../api-descriptions.json";
import { operation } from "../http/api.server";
import { startedJob } from "../jobs/api.server";
import {
  OptionalRegionSchema,
  QuerySchema,
} from "../pipelines/company-search/search-schema.server";
import {
  FederalStateSchema,
  findStatePlaces,
  StatePlacesSchema,
} from "../reading/places/places.server";
import { CauseSchema, ExplainSchema, explainMissing } from "./explain-missing.server";
import { HistoryEntrySchema, toHistoryEntry } from "./search-history.server";
import { PAIR_COUNT } from "./search-input";
import { SearchInputSchema, SearchModeSchema, SupplementSchema } from "./search-schema";
import { startSearch } from "./start-search.server";
import { startSupplement } from "./start-supplement.server";
import { ONLY_ONE, SuggestionInputSchema, suggestSearches } from "./suggest-searches.server";

const startSearchOperation = operation({
  id: "startSearch",
  method: "POST",
  path: "/api/search",
  summary: "Firmen nach Suchbegriff und Region suchen",
  description: descriptions.startSearch,
  body: SearchInputSchema,
  status: 202,
  response: z
    .object({ jobId: z.string(), serpJobId: z.string().nullable() })
    .meta({ id: "StartedSearch" }),
  problems: [400, 409],
  async handle({ body, context: { services, actor } }) {
    const { job, serpJob } = await startSearch(services, body, actor);
    return startedJob({ jobId: job.id, serpJobId: serpJob?.id ?? null });
  },
});

const supplementOperation = operation({
  id: "supplementSearch",
  method: "POST",
  path: "/api/search/supplement",
  summary: "Eine Kartensuche, die zu wenig fand, im Web ergänzen",
  description: descriptions.supplementSearch,
  body: z.strictObject({
    jobId: z
      .string("Die Kennung eines Kartenlaufs angeben.")
      .min(1, "Die Kennung eines Kartenlaufs angeben.")
      .max(100, "So lang ist keine Kennung."),
  }),
  status: 202,
  response: SupplementSchema,
  problems: [400, 404, 409],
  async handle({ body, context: { services, actor } }) {
    return startedJob(await startSupplement(services, body.jobId, actor));
  },
});

const MAX_ENTRIES = 200;

const listHistory = operation({
  id: "listSearchHistory",
  method: "GET",
  path: "/api/search-history",
  summary: "Die letzten Suchen, die neuesten zuerst",
  description: "Höchstens 200; ohne `mode` die aller Modi.",
  query: z.strictObject({ mode: SearchModeSchema.optional() }),
  status: 200,
  response: z.object({ entries: z.array(HistoryEntrySchema) }).meta({ id: "SearchHistory" }),
  async handle({ query, context: { services } }) {
    const searches = await findSearches(services.db, query.mode, MAX_ENTRIES);
    return { entries: searches.map(toHistoryEntry) };
  },
});

const addToHistory = operation({
  id: "addToSearchHistory",
  method: "POST",
  path: "/api/search-history",
  summary: "Eine Suche in der Historie festhalten",
  description: "Startet nichts; die KI-Suche schlägt die Suche in diesem Modus nicht mehr vor.",
  body: z.strictObject({
    mode: SearchModeSchema,
    query: QuerySchema,
    region: OptionalRegionSchema,
  }),
  status: 201,
  response: HistoryEntrySchema,
  problems: [400],
  async handle({ body, context: { services } }) {
    const entry = { id: uuid(), ...body, jobId: null, queueId: null, createdAt: Date.now() };
    return toHistoryEntry(await addSearchToHistory(services.db, entry));
  },
});

const suggestSearchesOperation = operation({
  id: "suggestSearches",
  method: "POST",
  path: "/api/ai-search",
  summary: "Aus einer Beschreibung Suchen vorschlagen",
  description:
    "Zwei bis vier Suchen, die weder die Historie des Modus noch `history` enthält, alle an den Orten der Beschreibung oder in ihnen. Nur eine mit `note`, wo das Sprachmodell auch auf Nachfrage nicht mehr Brauchbares vorschlägt. Gestartet wird nichts. 409 ohne Schlüssel für das Sprachmodell oder bei erreichter Monatsgrenze, 502 mit dem Grund ohne brauchbare Antwort.",
  body: SuggestionInputSchema,
  status: 200,
  response: z
    .object({
      queries: z
        .array(z.object({ query: z.string(), region: z.string() }))
        .min(1)
        .max(4),
      note: z.string().optional().describe("Warum es nur eine ist"),
      count: z.literal(PAIR_COUNT).describe("Firmen je Suche"),
    })
    .meta({ id: "SuggestedSearches" }),
  problems: [400, 409, 502],
  async handle({ body, request, context: { services } }) {
    const queries = await suggestSearches(services, body, { signal: request.signal });
    return { queries, note: queries.length === 1 ? ONLY_ONE : undefined, count: PAIR_COUNT };
  },
});

const listPlaces = operation({
  id: "listPlaces",
  method: "GET",
  path: "/api/stadtwerke-cities",
  summary: "Je Bundesland 50 Orte, der größte zuerst",
  description:
    "In Berlin und Hamburg sind es Stadtteile, in Bremen die beiden Städte und ihre Ortsteile. Orte ohne Einwohnerzahl stehen am Ende. Quellen: GeoNames (CC BY 4.0, verändert), für Hamburg das Statistische Amt für Hamburg und Schleswig-Holstein (Datenlizenz Deutschland – Namensnennung 2.0).",
  query: z.strictObject({
    state: FederalStateSchema.optional().describe("Code oder Name; ohne ihn alle 16"),
  }),
  status: 200,
  response: z.object({ states: z.array(StatePlacesSchema) }).meta({ id: "PlaceList" }),
  async handle({ query }) {
    return { states: findStatePlaces(query.state) };
  },
});

const explainMissingOperation = operation({
  id: "explainMissing",
  method: "GET",
  path: "/api/leads/explain",
  summary: "Warum eine Firma im Leadspeicher fehlt",
  description:
    "Nach Name, Domain oder Webadresse: nur, was der Leadspeicher belegen kann, das Sicherste zuerst. Was nur möglich ist (`goal`, `ended_early`, `running`), sagt der Text so. `links` führen zu Seiten.",
  query: ExplainSchema,
  status: 200,
  response: z
    .object({ q: z.string(), causes: z.array(CauseSchema).min(1) })
    .meta({ id: "Explanation" }),
  async handle({ query, context: { services } }) {
    return explainMissing(services, query.q);
  },
});

export const searchOperations = [
  explainMissingOperation,
  startSearchOperation,
  supplementOperation,
  suggestSearchesOperation,
  listHistory,
  addToHistory,
  listPlaces,
];
