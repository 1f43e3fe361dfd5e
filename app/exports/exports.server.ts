import type { Job } from "../jobs/job";
import { toListFilter } from "../leads/list/find-leads.server";
import { defaultDirection } from "../leads/list/lead-filters";
import { workbookFileName } from "../spreadsheet/file-name";
import type { LeadExportQuery } from "./export-query";
import { workbookResponse } from "./export-workbook.server";

interface ExportServices {
  databasePath: string;
  timeZone: string;
}

const VARIANT_NAMES = { view: "ansicht", "with-email": "mit-e-mail", approved: "freigegeben" };

function nameOf({ variant, ids }: LeadExportQuery): string {
  return variant === "view" && ids !== undefined ? "auswahl" : VARIANT_NAMES[variant];
}

/** The leads of a filtered list as an Excel download. A variant narrows the list further. */
export async function exportLeadList(
  { databasePath, timeZone }: ExportServices,
  query: LeadExportQuery,
): Promise<Response> {
  const filter = toListFilter(query, timeZone);
  // A variant only ever narrows: of the leads without email, none has one.
  const isContradiction = query.variant === "with-email" && filter.hasEmail === false;
  return workbookResponse(
    { databasePath, timeZone },
    {
      kind: "list",
      filter: {
        ...filter,
        ...(query.variant === "with-email" ? { hasEmail: true } : {}),
        ...(query.variant === "approved" ? { approved: true } : {}),
        ...(query.ids === undefined ? {} : { ids: query.ids }),
        ...(isContradiction ? { ids: [] } : {}),
      },
      sort: query.sort,
      dir: query.dir ?? defaultDirection(query.sort),
    },
    workbookFileName(["leads", nameOf(query)], new Date(), timeZone),
  );
}

/** Selected leads as an Excel download, in the order they were found. */
export async function exportSelectedLeads(
  services: ExportServices,
  ids: string[],
): Promise<Response> {
  return exportLeadList(services, { variant: "view", sort: "createdAt", ids });
}

/** The results of a job as an Excel download, with those of its parts where there are any. */
export async function exportJobResults(
  { databasePath, timeZone }: ExportServices,
  job: Job,
  partIds: readonly string[] = [],
): Promise<Response> {
  return workbookResponse(
    { databasePath, timeZone },
    { kind: "jobs", jobIds: [job.id, ...partIds] },
    workbookFileName(["leads", job.query], new Date(job.createdAt), timeZone),
  );
}
