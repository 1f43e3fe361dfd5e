import type { Db } from "~db/client";
import { findLeadsBySeq } from "~db/queries/lead-list";
import type { JobRow } from "~db/schema";
import { formatCount } from "../../format/german";
import type { ContactsParams } from "../../jobs/kinds/job-params.server";
import { FINDER_KEY } from "../../jobs/kinds/registry";
import { assertAvailable, type StartServices, startOnce } from "../../jobs/kinds/start-job.server";
import { loadUpload, storeUpload, type Upload } from "../../jobs/uploads.server";
import type { DecisionMakerCategory } from "../../providers/email-finder";
import { displayDomain } from "../../reading/companies/domain-key.server";
import type { FileTable } from "../../reading/tables/fields";
import { withUploadedTable } from "../../reading/tables/read-table.server";
import { conflict, invalid } from "../../refusal";
import {
  type ChosenColumns,
  type ContactColumns,
  contactColumnsOf,
  guessContactColumns,
  hasColumn,
  NO_CHOSEN_COLUMNS,
} from "./contact-columns.server";
import { countContactRows } from "./contact-rows.server";

export const LOST_LIST = "Die hochgeladene Liste ist nicht mehr da. Bitte noch einmal hochladen.";

/** @throws Refusal when the file can't be read or has no usable column */
export async function readContactsFile(
  file: File,
  chosen: ChosenColumns = {},
): Promise<{ table: FileTable; columns: ContactColumns }> {
  return withUploadedTable(file, (table) => ({ table, columns: contactColumnsOf(table, chosen) }));
}

export async function loadContactsUpload(db: Db, id: string): Promise<Upload | undefined> {
  const upload = await loadUpload(db, id);
  return upload?.purpose === "contacts" ? upload : undefined;
}

const MAX_LISTED = 5_000;

/**
 * Keeps leads as a list of companies.
 * @returns the upload's id
 */
export async function storeLeadList(db: Db, seqs: readonly number[], actor: string) {
  const count = (leads: number) => formatCount(leads, "Lead", "Leads");
  if (seqs.length > MAX_LISTED) {
    throw conflict(
      `Entscheider lassen sich für höchstens ${count(MAX_LISTED)} auf einmal suchen; gewählt sind ${count(seqs.length)}. Bitte weiter filtern.`,
    );
  }
  const leads = await findLeadsBySeq(db, seqs);
  const table = {
    header: ["Firma", "Domain"],
    rows: leads.map((lead) => [lead.companyName ?? "", displayDomain(lead.domain)]),
    lines: leads.map((_, index) => index + 2),
  };
  return storeUpload(db, "contacts", `Auswahl, ${count(leads.length)}`, table, actor);
}

/** @throws Refusal when the key is missing, the list is gone, or no row names a company */
export async function startContacts(
  services: StartServices,
  {
    uploadId,
    category,
    ...chosen
  }: ContactColumns & { uploadId: string; category: DecisionMakerCategory },
  actor: string,
): Promise<JobRow> {
  await assertAvailable(services, [FINDER_KEY]);
  const upload = await loadContactsUpload(services.db, uploadId);
  if (upload === undefined) throw invalid("file", LOST_LIST);
  const { fileName, table } = upload;
  if (!hasColumn(chosen)) throw invalid("file", NO_CHOSEN_COLUMNS);
  const columns = contactColumnsOf(table, chosen);
  const rows = countUsableRows(table, columns);
  const params: ContactsParams = { uploadId, fileName, rows, ...columns, category };
  return startOnce(services, "contacts", { params, query: fileName, requested: rows }, actor);
}

function countUsableRows(table: FileTable, columns: ContactColumns): number {
  const { rows, withDomain, byName } = countContactRows(table, columns);
  if (withDomain + byName > 0) return rows;
  throw invalid("file", "In keiner Zeile steht eine Firma mit Domain oder Namen.");
}

const PREVIEW_ROWS = 6;
const MAX_CELL = 80;

/** @throws Refusal when the key is missing or the list can't be used; then nothing is stored */
export async function startContactsFile(
  services: StartServices,
  file: File,
  { category, ...chosen }: ChosenColumns & { category: DecisionMakerCategory },
  actor: string,
): Promise<JobRow> {
  await assertAvailable(services, [FINDER_KEY]);
  const { table, columns } = await readContactsFile(file, chosen);
  countUsableRows(table, columns);
  const uploadId = await storeUpload(services.db, "contacts", file.name, table, actor);
  return startContacts(services, { uploadId, ...columns, category }, actor);
}

export type ContactsDraft = NonNullable<Awaited<ReturnType<typeof findContactsDraft>>>;

/** Guesses the columns if none was chosen. Null when the list is gone. */
export async function findContactsDraft(db: Db, id: string, chosen: ChosenColumns) {
  const upload = await loadContactsUpload(db, id);
  if (upload === undefined) return null;
  const { fileName, table } = upload;
  const known = (name: string | null | undefined) =>
    table.header.find((header) => header === name) ?? null;
  const isChosen = chosen.domainColumn !== undefined || chosen.companyColumn !== undefined;
  const columns: ContactColumns = isChosen
    ? { domainColumn: known(chosen.domainColumn), companyColumn: known(chosen.companyColumn) }
    : guessContactColumns(table);
  return {
    id,
    fileName,
    header: table.header,
    preview: table.rows
      .slice(0, PREVIEW_ROWS)
      .map((row) => table.header.map((_, column) => (row[column] ?? "").slice(0, MAX_CELL))),
    ...columns,
    problem: hasColumn(columns) ? undefined : NO_CHOSEN_COLUMNS,
    counts: countContactRows(table, columns),
  };
}
