import { z } from "zod";
import { operation } from "../http/api.server";
import { refuseUnknownJob } from "../jobs/api.server";
import { findJob, findPartIds } from "../jobs/find-jobs.server";
import { XLSX } from "../spreadsheet/file-name";
import { LeadExportQuerySchema } from "./export-query";
import { exportJobResults, exportLeadList } from "./exports.server";

export const exportLeads = operation({
  method: "GET",
  path: "/api/leads/export",
  summary: "Gefilterte Leads als Excel-Datei",
  query: LeadExportQuerySchema,
  status: 200,
  response: XLSX,
  async handle({ query, context: { services } }) {
    return exportLeadList(services, query);
  },
});

export const exportJob = operation({
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
  status: 200,
  response: XLSX,
  problems: [404],
  async handle({ param, query, context: { services } }) {
    const job = (await findJob(services.db, param("jobId"))) ?? refuseUnknownJob();
    const parts = query.parts === true ? await findPartIds(services.db, job.id) : [];
    return exportJobResults(services, job, parts);
  },
});

export const exportOperations = [exportLeads, exportJob];
