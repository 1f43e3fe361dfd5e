import { setImmediate as nextTurn } from "node:timers/promises";
import type { Insertable } from "kysely";
import { z } from "zod";
import type { Db } from "~db/client";
import { findNameOnlyResults, findResultDomains, insertJobResults } from "~db/queries/job-results";
import type { JobResultsTable, JobRow } from "~db/schema";
import { type ContactsParams, contactsKind } from "../../jobs/kinds/contacts";
import { JobFailure, type JobRun, type Pipeline } from "../../jobs/runner/job-run.server";
import { type StoredCompany, storeCompanies } from "../../leads/store/store-companies.server";
import type { Upload } from "../../tables/uploads.server";
import { toResultRow } from "../company-search/search-companies.server";
import { decisionMaker } from "../emails/email-question";
import { findEmails } from "../emails/find-emails.server";
import type { PipelineServices } from "../pipeline-services";
import { type ContactRow, isNameOnly, nameKey, readContactRows } from "./contact-rows.server";
import { LOST_LIST, loadContactsUpload } from "./start-contacts.server";

/** Where a list stands: the next row. */
const CheckpointSchema = z.object({ next: z.int() });

/** Rows stored in one step: a step blocks the server for some fifty milliseconds. */
const STEP = 25;
/** Share of the progress bar that the storing takes, in per cent. */
const STORED_SHARE = 20;
/** Stands in the store as the provider of the leads' source. */
const FILE_PROVIDER = "datei";

/**
 * Stores the companies of an uploaded list as leads, then looks for whoever decides in each of them. Companies of which
 * the list has only the name become leads where the search tells their domain.
 */
export function contactsPipeline(services: PipelineServices): Pipeline {
  return {
    async run(run) {
      const params = contactsKind.params.parse(JSON.parse(run.job.params));
      // After a restart in the phase of emails the phase must not fall back.
      if (run.job.phase !== "emails") await storeList(run, params);
      await findEmails(run, services, STORED_SHARE, decisionMaker(params.category));
    },
  };
}

async function storeList(run: JobRun, params: ContactsParams): Promise<void> {
  const upload = await loadContactsUpload(run.db, params.uploadId);
  if (upload === undefined || upload.table.rows.length < params.rows) {
    throw new JobFailure(LOST_LIST);
  }
  const { checkpoint } = run.job;
  let next = checkpoint === null ? 0 : CheckpointSchema.parse(JSON.parse(checkpoint)).next;
  const names = await findNameOnlyResults(run.db, run.job.id);
  const seen: Seen = {
    domains: await findResultDomains(run.db, run.job.id),
    names: new Set(names.map(nameKey)),
  };
  while (next < upload.table.rows.length) {
    run.signal.throwIfAborted();
    next = await storeStep(run, { upload, params, seen }, next);
    await nextTurn();
  }
}

/** What the rows before have met. */
interface Seen {
  domains: Set<string>;
  names: Set<string>;
}

interface List {
  upload: Upload;
  params: ContactsParams;
  seen: Seen;
}

type NewResult = Insertable<JobResultsTable> & { position: number };

async function storeStep(run: JobRun, list: List, start: number): Promise<number> {
  const { table } = list.upload;
  const rows = readContactRows(table, list.params, start, start + STEP);
  const next = start + rows.length;
  await run.step(async (trx, job) => {
    const stored = await storeRows(trx, job, list, rows);
    const results = rows.map((row, index) => {
      const position = job.found + index + 1;
      const entry = stored.get(row);
      return entry === undefined
        ? namedResult(job.id, position, row, list.seen.names)
        : storedResult(job.id, position, entry);
    });
    await insertJobResults(trx, results);
    const entries = [...stored.values()];
    return {
      change: {
        phase: "storing",
        found: job.found + results.length,
        stored: job.stored + entries.filter(({ lead }) => lead !== null).length,
        fresh: job.fresh + entries.filter(({ isNew }) => isNew).length,
        progress: Math.floor((STORED_SHARE * next) / table.rows.length),
        checkpoint: JSON.stringify({ next }),
      },
      positions: results.map(({ position }) => position),
    };
  });
  return next;
}

/** Stores the rows that need no name to be found, each with what became of it. */
async function storeRows(
  trx: Db,
  job: JobRow,
  { upload, seen }: List,
  rows: readonly ContactRow[],
): Promise<Map<ContactRow, StoredCompany>> {
  const storable = rows.filter((row) => !isNameOnly(row));
  const stored = await storeCompanies(
    trx,
    storable.map(({ company }) => company),
    {
      jobId: job.id,
      actor: job.createdBy,
      sourceType: "csv",
      provider: FILE_PROVIDER,
      term: upload.fileName,
      region: null,
      now: Date.now(),
    },
    seen.domains,
    storable.length,
  );
  return new Map(
    storable.flatMap((row, index): [ContactRow, StoredCompany][] => {
      const entry = stored[index];
      return entry === undefined ? [] : [[row, entry]];
    }),
  );
}

/** A company that has a person and an address already is not asked for. */
function storedResult(jobId: string, position: number, entry: StoredCompany): NewResult {
  const { lead } = entry;
  const isKnown = lead !== null && lead.contactName !== null && lead.email !== null;
  return {
    ...toResultRow(jobId, position, entry),
    emailState: lead === null || isKnown ? null : "pending",
  };
}

/** A company of which only the name is known: without a lead until the search tells its domain. */
function namedResult(
  jobId: string,
  position: number,
  { company }: ContactRow,
  names: Set<string>,
): NewResult {
  const key = nameKey(company.name ?? "");
  const isDouble = names.has(key);
  names.add(key);
  const result = toResultRow(jobId, position, {
    company,
    domain: null,
    lead: null,
    isNew: false,
    skipReason: isDouble ? "duplicate" : null,
  });
  return { ...result, emailState: isDouble ? null : "pending" };
}
