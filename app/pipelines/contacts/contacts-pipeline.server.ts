import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { findNameOnlyResults, findResultDomains } from "~db/queries/job-results";
import { type ContactsParams, JOB_PARAMS } from "../../jobs/kinds/job-params.server";
import {
  JobFailure,
  type JobRun,
  type Pipeline,
  type PipelineServices,
} from "../../jobs/runner/job-run.server";
import { storeFound } from "../../jobs/runner/store-found.server";
import type { Upload } from "../../jobs/uploads.server";
import type { StoredCompany } from "../../leads/store/store-companies.server";
import { decisionMaker } from "../emails/email-question";
import { findEmails } from "../emails/find-emails.server";
import { type ContactRow, isNameOnly, nameKey, readContactRows } from "./contact-rows.server";
import { LOST_LIST, loadContactsUpload } from "./start-contacts.server";

const CheckpointSchema = z.object({ next: z.int() });

/** A step blocks the server for about fifty milliseconds. */
const STEP = 25;
const STORED_SHARE = 20;
const FILE_PROVIDER = "datei";

/** Companies known by name become leads when the search finds their domain. */
export function contactsPipeline(services: PipelineServices): Pipeline {
  return {
    async run(run) {
      const params = JOB_PARAMS.contacts.parse(JSON.parse(run.job.params));
      // A restart among the emails must not fall back.
      if (run.job.phase !== "emails") await storeList(run, params);
      await findEmails(run, services, STORED_SHARE, decisionMaker(params.category));
    },
  };
}

async function storeList(run: JobRun, params: ContactsParams): Promise<void> {
  const upload = await loadContactsUpload(run.db, params.uploadId);
  if (upload === undefined) throw new JobFailure(LOST_LIST);
  const { checkpoint } = run.job;
  let next = checkpoint === null ? 0 : CheckpointSchema.parse(JSON.parse(checkpoint)).next;
  const names = await findNameOnlyResults(run.db, run.job.id);
  const domains = await findResultDomains(run.db, run.job.id);
  const list = { upload, params, seen: { domains, names: new Set(names.map(nameKey)) } };
  while (next < upload.table.rows.length) {
    run.signal.throwIfAborted();
    next = await storeStep(run, list, next);
    await nextTurn();
  }
}

interface List {
  upload: Upload;
  params: ContactsParams;
  seen: { domains: Set<string>; names: Set<string> };
}

async function storeStep(run: JobRun, { upload, params, seen }: List, start: number) {
  const { table, fileName } = upload;
  const rows = readContactRows(table, params, start, start + STEP);
  const next = start + rows.length;
  const named = rows.map((row) => (isNameOnly(row) ? namedResult(row, seen.names) : null));
  await storeFound(
    run,
    rows.map(({ company }) => company),
    {
      provider: FILE_PROVIDER,
      term: fileName,
      seen: seen.domains,
      resultOf: (entry, index) => named[index] ?? storedResult(entry),
    },
    () => ({
      phase: "storing",
      progress: Math.floor((STORED_SHARE * next) / table.rows.length),
      checkpoint: JSON.stringify({ next }),
    }),
  );
  return next;
}

/** Person and address are known. */
function storedResult({ lead }: StoredCompany) {
  const isKnown = lead !== null && lead.contactName !== null && lead.email !== null;
  return { emailState: lead === null || isKnown ? null : ("pending" as const) };
}

/** Has no lead until the search finds a domain. */
function namedResult({ company }: ContactRow, names: Set<string>) {
  const key = nameKey(company.name ?? "");
  const isDouble = names.has(key);
  names.add(key);
  return isDouble
    ? ({ skipReason: "duplicate", emailState: null } as const)
    : ({ skipReason: null, emailState: "pending" } as const);
}
