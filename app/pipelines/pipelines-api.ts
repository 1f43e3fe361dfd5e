import { z } from "zod";
import { apiOperation, FileSchema, NOTHING } from "../http/api-operation";
import { DECISION_MAKER_CATEGORIES } from "../providers/email-finder";
import { MAX_FILE_MEGABYTES, MAX_ROWS } from "../tables/fields";
import {
  countUpTo,
  DEFAULT_COUNT,
  MAX_COUNT,
  MAX_PROFILES,
  OptionalRegionSchema,
  QuerySchema,
  RegionSchema,
} from "./company-search/search-terms";
import { SearchUrlSchema } from "./profiles/search-url";

const StartedJobSchema = z.object({ jobId: z.string() }).meta({ id: "StartedJob" });

const enrich = z
  .boolean("Erlaubt sind true und false.")
  .default(true)
  .describe("Auch die E-Mails suchen");
const count = countUpTo(MAX_COUNT).default(DEFAULT_COUNT);

const start = {
  method: "POST",
  query: NOTHING,
  status: 202,
  response: StartedJobSchema,
  problems: [400, 409],
} as const;

export const startMaps = apiOperation({
  ...start,
  path: "/api/jobs/maps-enrich",
  summary: "Firmen auf der Karte suchen",
  description: "409, solange der Schlüssel von Google Places fehlt.",
  body: z.strictObject({ query: QuerySchema, region: RegionSchema, count, enrich }),
});

export const startSerp = apiOperation({
  ...start,
  path: "/api/jobs/serp-enrich",
  summary: "Firmen in der Websuche suchen",
  description: "409, solange der Schlüssel von Serper fehlt.",
  body: z.strictObject({ query: QuerySchema, region: OptionalRegionSchema, count, enrich }),
});

export const startQuickSerp = apiOperation({
  ...start,
  path: "/api/leads/quick-serp",
  summary: "Schnell neue Suche: Websuche ohne E-Mail-Suche",
  description: "409, solange der Schlüssel von Serper fehlt.",
  body: z.strictObject({ query: QuerySchema, region: OptionalRegionSchema, count }),
});

const columnName = z.string().max(200).optional();

export const startCsv = apiOperation({
  ...start,
  path: "/api/jobs/csv-enrich",
  summary: "Ansprechpersonen zu einer eigenen Liste suchen",
  description: `CSV (Semikolon, Komma oder Tabulator; UTF-8 oder Windows-1252) oder Excel (.xlsx), höchstens ${MAX_FILE_MEGABYTES} MB und ${MAX_ROWS} Zeilen. Ohne Angabe werden die Spalten geraten. 409, solange der Schlüssel von Anymailfinder fehlt.`,
  bodyType: "multipart/form-data",
  body: z.strictObject({
    file: FileSchema,
    domainColumn: columnName.describe("Überschrift der Spalte mit Domain oder Website"),
    companyColumn: columnName.describe("Überschrift der Spalte mit dem Firmennamen"),
    category: z.enum(
      DECISION_MAKER_CATEGORIES,
      `Erlaubt sind ${DECISION_MAKER_CATEGORIES.join(", ")}.`,
    ),
  }),
});

export const startProfilesOperation = apiOperation({
  ...start,
  path: "/api/jobs/profiles-enrich",
  summary: "Profile einer Suche in einem Vertriebsnetzwerk holen",
  description:
    "409, solange der Schlüssel von Vayne fehlt oder der Hinweis zu den Nutzungsbedingungen der Quelle nicht bestätigt ist.",
  body: z.strictObject({
    searchUrl: SearchUrlSchema,
    count: countUpTo(MAX_PROFILES).default(DEFAULT_COUNT),
    enrich,
  }),
});

export const restartJob = apiOperation({
  ...start,
  path: "/api/jobs/{jobId}/restart",
  summary: "Einen fehlgeschlagenen oder abgebrochenen Lauf mit denselben Angaben neu starten",
  description:
    "Der alte Lauf bleibt, wie er ist. 409 bei jedem anderen Stand, bei Importen und Anreicherungen, und solange etwas fehlt.",
  body: NOTHING,
  problems: [404, 409],
});

export const pipelineOperations = [
  startMaps,
  startSerp,
  startQuickSerp,
  startCsv,
  startProfilesOperation,
  restartJob,
];
