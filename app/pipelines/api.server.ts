import { z } from "zod";
import { operation } from "../http/api.server";
import { countUpTo } from "../http/form-values";
import { FileSchema } from "../http/read-form.server";
import { refuseUnknownJob, startedJob } from "../jobs/api.server";
import { PROFILES_NOTICE } from "../jobs/kinds/registry";
import { repeatJob } from "../jobs/kinds/repeat-job.server";
import { DEFAULT_COUNT, MAX_PROFILES } from "../jobs/kinds/search-terms";
import { startSearchJob } from "../jobs/kinds/start-job.server";
import { DECISION_MAKER_CATEGORIES } from "../providers/email-finder";
import { MAX_CELLS, MAX_COLUMNS, MAX_FILE_MEGABYTES, MAX_ROWS } from "../reading/tables/fields";
import {
  EnrichSchema,
  MapsSchema,
  QuickSerpSchema,
  SerpSchema,
} from "./company-search/search-schema.server";
import { startContactsFile } from "./contacts/start-contacts.server";
import { SearchUrlSchema } from "./profiles/search-url.server";
import { confirmTermsAs, startProfiles } from "./profiles/start-profiles.server";

const StartedJobSchema = z.object({ jobId: z.string() }).meta({ id: "StartedJob" });

const started = ({ id }: { id: string }) => startedJob({ jobId: id });

const start = {
  method: "POST",
  status: 202,
  response: StartedJobSchema,
  problems: [400, 409],
} as const;

const startMaps = operation({
  id: "startMapsJob",
  ...start,
  path: "/api/jobs/maps-enrich",
  summary: "Firmen auf der Karte suchen",
  description:
    "422, wenn es die Region nicht gibt; gibt es sie mehrmals, nennt `errors` die Orte, von denen einer als Region zu schicken ist (nur OpenStreetMap). 409, wenn Google Places gewählt ist und dessen Schlüssel fehlt.",
  body: MapsSchema,
  async handle({ body, context: { services, actor } }) {
    return started(await startSearchJob(services, "maps", body, actor));
  },
});

const startSerp = operation({
  id: "startSerpJob",
  ...start,
  path: "/api/jobs/serp-enrich",
  summary: "Firmen in der Websuche suchen",
  description: "409, solange der Schlüssel von Serper fehlt.",
  body: SerpSchema,
  async handle({ body, context: { services, actor } }) {
    return started(await startSearchJob(services, "web", body, actor));
  },
});

const startQuickSerp = operation({
  id: "startQuickSerp",
  ...start,
  path: "/api/leads/quick-serp",
  summary: "Schnell neue Suche: Websuche ohne E-Mail-Suche",
  description: "409, solange der Schlüssel von Serper fehlt.",
  body: QuickSerpSchema,
  async handle({ body, context: { services, actor } }) {
    return started(await startSearchJob(services, "web", { ...body, enrich: false }, actor));
  },
});

const columnName = z.string().max(200).optional();

const startCsv = operation({
  id: "startCsvJob",
  ...start,
  path: "/api/jobs/csv-enrich",
  summary: "Ansprechpersonen zu einer eigenen Liste suchen",
  description: `CSV (Semikolon, Komma oder Tabulator; UTF-8 oder Windows-1252) oder Excel (.xlsx), höchstens ${MAX_FILE_MEGABYTES} MB, ${MAX_ROWS} Zeilen, ${MAX_COLUMNS} Spalten und ${MAX_CELLS} Zellen. Ohne Angabe werden die Spalten geraten. 409, solange der Schlüssel von Anymailfinder fehlt.`,
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
  async handle({ body: { file, ...choice }, context: { services, actor } }) {
    return started(await startContactsFile(services, file, choice, actor));
  },
});

const startProfilesOperation = operation({
  id: "startProfilesJob",
  ...start,
  path: "/api/jobs/profiles-enrich",
  summary: "Profile einer Suche in einem Vertriebsnetzwerk holen",
  description:
    "409, solange der Schlüssel von Vayne fehlt oder der Hinweis zu den Nutzungsbedingungen der Quelle nicht bestätigt ist, auf der Seite „Profile“ oder einmal mit „confirmTerms“. Hat der letzte Lauf derselben Suche noch einen offenen Auftrag, geht er weiter, ohne neu zu bezahlen; dann ist jobId seine.",
  body: z.strictObject({
    searchUrl: SearchUrlSchema,
    count: countUpTo(MAX_PROFILES).default(DEFAULT_COUNT),
    enrich: EnrichSchema,
    confirmTerms: z
      .boolean("Erlaubt sind true und false.")
      .default(false)
      .describe(
        `true bestätigt, einmal für das ganze Team, den Hinweis: „${PROFILES_NOTICE}“ Nur für Administratoren und Tokens mit vollem Zugriff, sonst 403.`,
      ),
  }),
  problems: [400, 403, 409],
  async handle({ body: { confirmTerms, ...params }, context: { services, actor, identity } }) {
    if (confirmTerms) await confirmTermsAs(services.db, identity);
    return started(await startProfiles(services, params, actor, "goOn"));
  },
});

const restartJob = operation({
  id: "restartJob",
  ...start,
  path: "/api/jobs/{jobId}/restart",
  summary: "Einen fehlgeschlagenen oder abgebrochenen Lauf mit denselben Angaben neu starten",
  description:
    "Hat ein Lauf mit source „google-area“ fertig gezählt, holt er die neuen Firmen, unter derselben jobId und zum Preis in area. Der alte Lauf bleibt, wie er ist; einer mit goesOn macht unter derselben jobId dort weiter, wo er stand. 409 bei jedem anderen Stand, bei anderen Importen und Anreicherungen, und solange etwas fehlt.",
  problems: [404, 409],
  async handle({ param, context: { services, actor } }) {
    const job = await repeatJob(services, param("jobId"), actor);
    return started(job ?? refuseUnknownJob());
  },
});

export const pipelineOperations = [
  startMaps,
  startSerp,
  startQuickSerp,
  startCsv,
  startProfilesOperation,
  restartJob,
];
