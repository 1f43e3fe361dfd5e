import { isDeepStrictEqual } from "node:util";
import type { Db } from "~db/client";
import { findOpenJobs } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import { type ContactsParams, contactsKind, FINDER_KEY } from "../../jobs/kinds/contacts";
import { queueJob } from "../../jobs/kinds/queue-job.server";
import { unavailableReason } from "../../jobs/kinds/unavailable-reason.server";
import type { DecisionMakerCategory } from "../../providers/email-finder";
import { conflict, invalid } from "../../refusal";
import type { FileTable } from "../../tables/fields";
import { readUploadedTable } from "../../tables/read-table.server";
import { loadUpload, storeUpload, type Upload } from "../../tables/uploads.server";
import type { StartServices } from "../company-search/start-search-job.server";
import {
  type ChosenColumns,
  type ContactColumns,
  chosenContactColumns,
  contactColumnsOf,
} from "./contact-columns.server";
import { countContactRows } from "./contact-rows.server";

export const LOST_LIST = "Die hochgeladene Liste ist nicht mehr da. Bitte noch einmal hochladen.";

/**
 * An uploaded file as a table, with the columns that name the company: those chosen, else a guess. Nothing is stored.
 *
 * @throws Refusal when the file can't be read or no column is of use
 */
export async function readContactsFile(
  file: File,
  chosen: ChosenColumns = {},
): Promise<{ table: FileTable; columns: ContactColumns }> {
  const table = await readUploadedTable(file);
  return { table, columns: contactColumnsOf(table, chosen) };
}

/** Keeps a list until a job has worked through it; answers the upload's id. */
export function storeContactsUpload(
  db: Db,
  fileName: string,
  table: FileTable,
  actor: string,
): Promise<string> {
  return storeUpload(db, "contacts", fileName, table, actor);
}

/** A list that was uploaded; undefined when there is none, or it was removed after its time. */
export async function loadContactsUpload(db: Db, id: string): Promise<Upload | undefined> {
  const upload = await loadUpload(db, id);
  return upload?.purpose === "contacts" ? upload : undefined;
}

/** Which list is worked through, and what is asked of its companies. */
interface ContactsOrder extends ContactColumns {
  uploadId: string;
  category: DecisionMakerCategory;
}

/**
 * Queues a job that looks for the contact persons of a list; one that is under way with the same order is answered
 * instead.
 *
 * @throws Refusal when the key is missing
 * @throws Refusal when the list is gone, or none of its rows names a company; nothing is started then
 */
export async function startContacts(
  services: StartServices,
  { uploadId, category, ...chosen }: ContactsOrder,
  actor: string,
): Promise<JobRow> {
  const reason = await unavailableReason(services, [FINDER_KEY]);
  if (reason !== null) throw conflict(reason);
  const upload = await loadContactsUpload(services.db, uploadId);
  if (upload === undefined) throw invalid("file", LOST_LIST);
  const { fileName, table } = upload;
  const columns = chosenContactColumns(table, chosen);
  const { withDomain, byName, rows } = countContactRows(table, columns);
  if (withDomain + byName === 0) {
    throw invalid("file", "In keiner Zeile steht eine Firma mit Domain oder Namen.");
  }
  const params: ContactsParams = { uploadId, fileName, rows, ...columns, category };
  const job = await services.db
    .transaction()
    .execute(
      async (trx) =>
        (await findRunOf(trx, params)) ??
        (await queueJob(
          trx,
          "contacts",
          { params, query: fileName, requested: rows },
          { actor, now: Date.now() },
        )),
    );
  services.jobs.wake();
  return job;
}

/** The run that asks just this already: a second click must not ask it twice, another category is a run of its own. */
async function findRunOf(trx: Db, order: ContactsParams): Promise<JobRow | undefined> {
  const open = await findOpenJobs(trx);
  return open.find(
    ({ kind, params }) =>
      kind === "contacts" &&
      isDeepStrictEqual(contactsKind.params.parse(JSON.parse(params)), order),
  );
}
