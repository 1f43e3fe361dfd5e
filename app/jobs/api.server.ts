import { z } from "zod";
import { JOB_STATUSES, SKIP_REASONS } from "~db/schema/jobs";
import { operation } from "../http/api.server";
import { PAGING } from "../http/paging.server";
import { notFound } from "../refusal";
import { findJob, findJobDetail, findJobPage, findResultPage } from "./find-jobs.server";
import { JobDetailSchema, JobResultSchema, JobSchema } from "./job-schema.server";
import { JOB_TYPES } from "./kinds/registry";
import { cancelWithParts } from "./runner/job-runner.server";

export function refuseUnknownJob(): never {
  throw notFound("Diesen Lauf gibt es nicht.");
}

export function startedJob<Answer extends { jobId: string }>(answer: Answer): Response {
  const headers = { location: `/api/jobs/${answer.jobId}` };
  return Response.json(answer, { status: 202, headers });
}

const listJobs = operation({
  id: "listJobs",
  method: "GET",
  path: "/api/jobs",
  summary: "Läufe der Pipelines, die neuesten zuerst",
  description:
    "`bulk` sind Sammelaktionen über mehr als 200 Leads; ohne `type` stehen sie nicht dabei. Bei ihnen zählt `found` die bearbeiteten und `stored` die geänderten Leads.",
  query: z.strictObject({
    type: z.enum(JOB_TYPES, `Erlaubt sind ${JOB_TYPES.join(", ")}.`).optional(),
    status: z.enum(JOB_STATUSES, `Erlaubt sind ${JOB_STATUSES.join(", ")}.`).optional(),
    ...PAGING,
  }),
  status: 200,
  response: z.object({ jobs: z.array(JobSchema), total: z.int() }).meta({ id: "JobPage" }),
  async handle({ query, context: { services } }) {
    return findJobPage(services.db, query);
  },
});

export const getJob = operation({
  id: "getJob",
  method: "GET",
  path: "/api/jobs/{jobId}",
  summary: "Stand eines Laufs",
  status: 200,
  response: JobDetailSchema,
  problems: [404],
  async handle({ param, context: { services } }) {
    return (await findJobDetail(services.db, param("jobId"))) ?? refuseUnknownJob();
  },
});

const listJobResults = operation({
  id: "listJobResults",
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
    ...PAGING,
  }),
  status: 200,
  response: z
    .object({
      results: z.array(JobResultSchema),
      total: z.int(),
      skipped: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() })),
    })
    .meta({ id: "JobResultPage" }),
  problems: [404],
  async handle({ param, query, context: { services } }) {
    const selection = query.onlyNew === true ? "new" : "stored";
    const page = await findResultPage(services.db, param("jobId"), { ...query, selection });
    return page ?? refuseUnknownJob();
  },
});

const cancelJob = operation({
  id: "cancelJob",
  method: "POST",
  path: "/api/jobs/{jobId}/cancel",
  summary: "Einen Lauf abbrechen; was er gefunden hat, bleibt gespeichert",
  description:
    "Die Websuche, die neben einem Lauf der Kartensuche läuft, hält mit an. Ein Lauf, der schon zu Ende ist, bleibt wie er ist.",
  status: 200,
  response: JobSchema,
  problems: [404],
  async handle({ param, context: { services } }) {
    await cancelWithParts(services, param("jobId"));
    return (await findJob(services.db, param("jobId"))) ?? refuseUnknownJob();
  },
});

export const jobOperations = [listJobs, getJob, listJobResults, cancelJob];
