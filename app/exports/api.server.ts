import PQueue from "p-queue";
import { z } from "zod";
import type { Db } from "~db/client";
import type { LeadListFilter } from "~db/queries/lead-conditions";
import { countLeads } from "~db/queries/lead-list";
import { operation } from "../http/api.server";
import { parseSearchParams } from "../http/search-params";
import { refuseUnknownJob } from "../jobs/api.server";
import { findJob, findPartIds } from "../jobs/find-jobs.server";
import { JOB_KINDS } from "../jobs/kinds/registry";
import { orderOf, toListFilter } from "../leads/list/find-leads.server";
import {
  LeadFilterSchema,
  LeadSortSchema,
  refuseLoneFilters,
  trueOrFalse,
} from "../leads/list/lead-filter-schema";
import { workbookFileName, XLSX } from "../spreadsheet/file-name";
import { workbookDownload } from "../spreadsheet/workbook-download.server";
import { runTask } from "../threads/run-task.server";
import type { ExportAnswer, ExportRequest } from "./export.worker";

const MAX_EXPORT_IDS = 200;

const VARIANTS = ["view", "with-email", "approved"] as const;
const VARIANT_NAMES = { view: "ansicht", "with-email": "mit-e-mail", approved: "freigegeben" };

const writing = new PQueue({ concurrency: 2 });

/** @param nameOf names the file from its number of rows */
function workbookResponse(
  { databasePath, timeZone }: { databasePath: string; timeZone: string },
  selection: ExportRequest["selection"],
  nameOf: (rows: number) => string,
): Promise<Response> {
  return workbookDownload(async (path) => {
    const request = { databasePath, path, timeZone, selection };
    const answer = await writing.add(() =>
      runTask<ExportRequest, ExportAnswer>("exports/export", request),
    );
    if (!("error" in answer)) return answer;
    throw Object.assign(new Error(`export failed: ${answer.error}`), { code: answer.code });
  }, nameOf);
}

const ExportQuerySchema = z
  .strictObject({
    ...LeadFilterSchema.shape,
    ...LeadSortSchema.shape,
    ids: z
      .array(z.string())
      .transform((values) => values.flatMap((value) => value.split(",").filter(Boolean)))
      .pipe(z.array(z.string()).max(MAX_EXPORT_IDS, `Höchstens ${MAX_EXPORT_IDS} ids.`))
      .optional()
      .describe("Nur diese Leads; mehrere durch Komma oder wiederholt"),
    variant: z
      .enum(VARIANTS, `Erlaubt sind ${VARIANTS.join(", ")}.`)
      .default("view")
      .describe(
        "view: wie gefiltert; with-email: davon die mit E-Mail; approved: davon die freigegebenen",
      ),
  })
  .superRefine(refuseLoneFilters);

function exportedFilter(
  { variant, ids, ...query }: z.infer<typeof ExportQuerySchema>,
  timeZone: string,
): LeadListFilter {
  const filter = toListFilter(query, timeZone);
  // A variant only narrows, so „with-email“ finds nothing among leads without email.
  const isContradiction = variant === "with-email" && filter.hasEmail === false;
  return {
    ...filter,
    ...(variant === "with-email" ? { hasEmail: true } : {}),
    ...(variant === "approved" ? { approved: true } : {}),
    ids: isContradiction ? [] : (filter.ids ?? ids),
  };
}

/** @returns null if the export needs no question, since no addresses of objecting companies leave with it */
export async function findObjections(
  { db, timeZone }: { db: Db; timeZone: string },
  searchParams: URLSearchParams,
): Promise<{ total: number; objecting: number } | null> {
  const parsed = parseSearchParams(searchParams, ExportQuerySchema);
  if (!parsed.success || parsed.data.adObjection !== undefined) return null;
  const filter = exportedFilter(parsed.data, timeZone);
  return filter.hasEmail === false ? null : countObjections(db, filter);
}

async function countObjections(db: Db, filter: LeadListFilter) {
  const objecting = { ...filter, adObjection: true };
  if ((await countLeads(db, { ...objecting, hasEmail: true })).count === 0) return null;
  const [total, against] = await Promise.all([filter, objecting].map((one) => countLeads(db, one)));
  return { total: total?.count ?? 0, objecting: against?.count ?? 0 };
}

const exportLeads = operation({
  id: "exportLeads",
  method: "GET",
  path: "/api/leads/export",
  summary: "Gefilterte Leads als Excel-Datei",
  query: ExportQuerySchema,
  status: 200,
  response: XLSX,
  async handle({ query, context: { services } }) {
    const { variant, ids } = query;
    const name = variant === "view" && ids !== undefined ? "auswahl" : VARIANT_NAMES[variant];
    const fileName = workbookFileName(["leads", name], new Date(), services.timeZone);
    const filter = exportedFilter(query, services.timeZone);
    const selection = { kind: "list", filter, ...orderOf(query) } as const;
    return workbookResponse(services, selection, () => fileName);
  },
});

const JobExportSchema = z
  .strictObject({
    onlyNew: trueOrFalse.optional().describe("Nur Leads, deren Domain beim Fund neu war"),
    skipped: trueOrFalse.optional().describe("Statt der Leads, was übersprungen wurde"),
    outside: trueOrFalse
      .optional()
      .describe("Neben skipped: nur, was außerhalb der Region liegt, oder nur das übrige"),
    parts: trueOrFalse
      .optional()
      .describe("Auch die Ergebnisse der Läufe, die zu diesem gehören, jeder Lead einmal"),
    adObjection: trueOrFalse
      .optional()
      .describe("Nur Firmen, die Werbung widersprechen, oder nur die anderen"),
  })
  .superRefine(({ onlyNew, skipped, outside, adObjection }, context) => {
    const isOfLeads = onlyNew === true || adObjection !== undefined;
    if (skipped === true ? !isOfLeads : outside === undefined) return;
    const message = "Entweder onlyNew und adObjection oder skipped, und outside nur neben skipped.";
    context.addIssue({ code: "custom", path: ["skipped"], message });
  });

async function leadsOfJob(
  db: Db,
  jobId: string,
  { parts, onlyNew, adObjection }: z.infer<typeof JobExportSchema>,
) {
  const jobIds = [jobId, ...(parts === true ? await findPartIds(db, jobId) : [])];
  const selection: "new" | "stored" = onlyNew === true ? "new" : "stored";
  return { kind: "jobs" as const, jobIds, selection, adObjection };
}

/** As `findObjections`, of a run's results. */
export async function findJobObjections(db: Db, jobId: string, searchParams: URLSearchParams) {
  const parsed = parseSearchParams(searchParams, JobExportSchema);
  if (!parsed.success || parsed.data.adObjection !== undefined) return null;
  const { jobIds, selection } = await leadsOfJob(db, jobId, parsed.data);
  const isNew = selection === "new" ? { isNew: true } : {};
  return countObjections(db, { foundBy: [{ jobIds, ...isNew }] });
}

const exportJob = operation({
  id: "exportJob",
  method: "GET",
  path: "/api/jobs/{jobId}/export",
  summary: "Ergebnisse eines Laufs als Excel-Datei",
  description:
    "Wie viele Zeilen eine Auswahl hat, steht im Namen der Datei. Übersprungene stehen mit dem Grund darin, und bei einer eigenen Liste mit ihrer Zeile.",
  query: JobExportSchema,
  status: 200,
  response: XLSX,
  problems: [404],
  async handle({ param, query, context: { services } }) {
    const job = (await findJob(services.db, param("jobId"))) ?? refuseUnknownJob();
    const leads = await leadsOfJob(services.db, job.id, query);
    const { jobIds } = leads;
    const { hasPersons: isList, isInFileOrder } = JOB_KINDS[job.kind];
    const hasLines = isInFileOrder?.(job.params, job.found) ?? false;
    const { skipped, outside, onlyNew } = query;
    const selection =
      skipped === true ? ({ kind: "skipped", jobIds, isList, hasLines, outside } as const) : leads;
    const left = outside === true ? "außerhalb" : "übersprungen";
    const words = skipped === true ? left : onlyNew === true ? "neu" : null;
    return workbookResponse(services, selection, (rows) => {
      const parts = ["leads", job.query, ...(words === null ? [] : [`${rows} ${words}`])];
      return workbookFileName(parts, new Date(job.createdAt), services.timeZone);
    });
  },
});

export const exportOperations = [exportLeads, exportJob];
