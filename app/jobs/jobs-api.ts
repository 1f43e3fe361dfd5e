import { z } from "zod";
import { JOB_STATUSES, SKIP_REASONS } from "~db/schema/jobs";
import { apiOperation, NOTHING } from "../http/api-operation";
import { JobDetailSchema, JobResultSchema, JobSchema } from "./job";
import { JOB_TYPES } from "./kinds/job-kind";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const pageMessage = "Eine ganze Zahl ab 1.";
const page = z.coerce
  .number(pageMessage)
  .int(pageMessage)
  .min(1, pageMessage)
  .max(1_000_000, pageMessage)
  .default(1);
const pageSizeMessage = "Eine ganze Zahl von 1 bis 200.";
const pageSize = z.coerce
  .number(pageSizeMessage)
  .int(pageSizeMessage)
  .min(1, pageSizeMessage)
  .max(200, pageSizeMessage)
  .default(50);

export const listJobs = apiOperation({
  method: "GET",
  path: "/api/jobs",
  summary: "Läufe der Pipelines, die neuesten zuerst",
  query: z.strictObject({
    type: z.enum(JOB_TYPES, `Erlaubt sind ${JOB_TYPES.join(", ")}.`).optional(),
    status: z.enum(JOB_STATUSES, `Erlaubt sind ${JOB_STATUSES.join(", ")}.`).optional(),
    page,
    pageSize,
  }),
  body: NOTHING,
  status: 200,
  response: z.object({ jobs: z.array(JobSchema), total: z.int() }).meta({ id: "JobPage" }),
});

export const getJobOperation = apiOperation({
  method: "GET",
  path: "/api/jobs/{jobId}",
  summary: "Stand eines Laufs",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: JobDetailSchema,
  problems: [404],
});

export const listJobResults = apiOperation({
  method: "GET",
  path: "/api/jobs/{jobId}/results",
  summary: "Was ein Lauf gefunden hat",
  description:
    "`results` sind die Treffer mit eigener Domain, in der Reihenfolge des Funds; `skipped` zählt die übrigen nach Grund, sodass found − stored erklärt ist.",
  query: z.strictObject({
    onlyNew: z
      .enum(["true", "false"], "Erlaubt sind true und false.")
      .transform((value) => value === "true")
      .optional()
      .describe("Nur Treffer, deren Domain beim Fund neu war"),
    page,
    pageSize,
  }),
  body: NOTHING,
  status: 200,
  response: z
    .object({
      results: z.array(JobResultSchema),
      total: z.int(),
      skipped: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() })),
    })
    .meta({ id: "JobResultPage" }),
  problems: [404],
});

export const exportJob = apiOperation({
  method: "GET",
  path: "/api/jobs/{jobId}/export",
  summary: "Ergebnisse eines Laufs als Excel-Datei",
  query: z.strictObject({
    parts: z
      .enum(["true", "false"], "Erlaubt sind true und false.")
      .transform((value) => value === "true")
      .optional()
      .describe("Auch die Ergebnisse der Läufe, die zu diesem gehören, jeder Lead einmal"),
  }),
  body: NOTHING,
  status: 200,
  response: XLSX,
  problems: [404],
});

export const cancelJob = apiOperation({
  method: "POST",
  path: "/api/jobs/{jobId}/cancel",
  summary: "Einen Lauf abbrechen; was er gefunden hat, bleibt gespeichert",
  description:
    "Die Websuche, die neben einem Lauf der Kartensuche läuft, hält mit an. Ein Lauf, der schon zu Ende ist, bleibt wie er ist.",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: JobSchema,
  problems: [404],
});

export const jobOperations = [listJobs, getJobOperation, listJobResults, exportJob, cancelJob];
