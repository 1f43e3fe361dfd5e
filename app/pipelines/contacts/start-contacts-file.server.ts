import type { Db } from "~db/client";
import type { JobRow } from "~db/schema";
import { FINDER_KEY } from "../../jobs/kinds/contacts";
import { unavailableReason } from "../../jobs/kinds/unavailable-reason.server";
import type { DecisionMakerCategory } from "../../providers/email-finder";
import { conflict, invalid } from "../../refusal";
import type { StartServices } from "../company-search/start-search-job.server";
import { type ContactColumns, guessContactColumns } from "./contact-columns.server";
import { type ContactCounts, countContactRows } from "./contact-rows.server";
import {
  loadContactsUpload,
  readContactsFile,
  startContacts,
  storeContactsUpload,
} from "./start-contacts.server";

const PREVIEW_ROWS = 6;
const MAX_CELL = 80;

/** Which columns name the company, as somebody chose them; an empty choice is none. */
interface ChosenColumns {
  domainColumn?: string | undefined;
  companyColumn?: string | undefined;
}

/**
 * Uploads a list and starts the search for its contact persons, as programs do.
 *
 * @throws Refusal
 * @throws Refusal when the list can't be used; then nothing of it is stored
 */
export async function startContactsFile(
  services: StartServices,
  file: File,
  { category, ...chosen }: ChosenColumns & { category: DecisionMakerCategory },
  actor: string,
): Promise<JobRow> {
  const reason = await unavailableReason(services, [FINDER_KEY]);
  if (reason !== null) throw conflict(reason);
  const { table, columns } = await readContactsFile(file, chosen);
  const { withDomain, byName } = countContactRows(table, columns);
  if (withDomain + byName === 0) {
    throw invalid("file", "In keiner Zeile steht eine Firma mit Domain oder Namen.");
  }
  const uploadId = await storeContactsUpload(services.db, file.name, table, actor);
  return startContacts(services, { uploadId, ...columns, category }, actor);
}

/** A list that was uploaded and not started yet, as the page shows it. */
export interface ContactsDraft {
  id: string;
  fileName: string;
  header: string[];
  preview: string[][];
  domainColumn: string | null;
  companyColumn: string | null;
  counts: ContactCounts;
}

/**
 * An uploaded list with the columns that somebody chose, which may be none; they are guessed only where nothing was
 * said of either. A choice that the list does not have counts as none.
 *
 * @returns null when the list is not there
 */
export async function findContactsDraft(
  db: Db,
  id: string,
  chosen: ChosenColumns,
): Promise<ContactsDraft | null> {
  const upload = await loadContactsUpload(db, id);
  if (upload === undefined) return null;
  const { fileName, table } = upload;
  const known = (name: string | undefined) =>
    name !== undefined && table.header.includes(name) ? name : null;
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
    counts: countContactRows(table, columns),
  };
}
