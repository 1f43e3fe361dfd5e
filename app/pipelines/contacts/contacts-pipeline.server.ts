import { z } from "zod";
import { foldText } from "~db/fold";
import { findNameOnlyResults, findResultDomains } from "~db/queries/job-results";
import { timedSteps } from "~db/timed-steps";
import { type ContactsParams, JOB_PARAMS } from "../../jobs/kinds/job-params.server";
import {
  JobFailure,
  type JobRun,
  type Pipeline,
  type PipelineServices,
} from "../../jobs/runner/job-run.server";
import { storeFound } from "../../jobs/runner/store-found.server";
import type { StoredCompany } from "../../leads/store/store-companies.server";
import { decisionMaker } from "../emails/email-question";
import { findEmails } from "../emails/find-emails.server";
import { type ContactRow, isNameOnly, readContactRows } from "./contact-rows.server";
import { LOST_LIST, loadContactsUpload } from "./start-contacts.server";

const CheckpointSchema = z.object({ next: z.int() });

const STORED_SHARE = 20;
const FILE_PROVIDER = "datei";

/** Companies known by name become leads when the search finds their domain. */
export function contactsPipeline(services: PipelineServices): Pipeline {
  return {
    async run(run) {
      const params = JOB_PARAMS.contacts.parse(JSON.parse(run.job.params));
      // A restart in the email phase must not return to an earlier one.
      if (run.job.phase !== "emails") await storeList(run, params);
      await findEmails(run, services, STORED_SHARE, decisionMaker(params.category));
    },
  };
}

async function storeList(run: JobRun, params: ContactsParams): Promise<void> {
  const upload = await loadContactsUpload(run.db, params.uploadId);
  if (upload === undefined) throw new JobFailure(LOST_LIST);
  const { table, fileName: term } = upload;
  const { id, checkpoint } = run.job;
  let next = checkpoint === null ? 0 : CheckpointSchema.parse(JSON.parse(checkpoint)).next;
  const names = new Set((await findNameOnlyResults(run.db, id)).map(foldText));
  const seen = await findResultDomains(run.db, id);
  for await (const size of timedSteps(run.signal)) {
    const rows = readContactRows(table, params, next, next + size);
    if (rows.length === 0) return;
    next += rows.length;
    const companies = rows.map(({ company }) => company);
    const named = rows.map((row) => (isNameOnly(row) ? namedResult(row, names) : null));
    const resultOf = (entry: StoredCompany, index: number) => named[index] ?? storedResult(entry);
    await storeFound(run, companies, { provider: FILE_PROVIDER, term, seen, resultOf }, () => ({
      phase: "storing",
      progress: Math.floor((STORED_SHARE * next) / table.rows.length),
      checkpoint: JSON.stringify({ next }),
    }));
  }
}

/** No search if person and email are already known. */
function storedResult({ lead }: StoredCompany) {
  const isKnown = lead !== null && lead.contactName !== null && lead.email !== null;
  return { emailState: lead === null || isKnown ? null : ("pending" as const) };
}

/** Has no lead until the search finds a domain. */
function namedResult({ company }: ContactRow, names: Set<string>) {
  const key = foldText(company.name ?? "");
  const isDuplicate = names.has(key);
  names.add(key);
  return isDuplicate
    ? ({ skipReason: "duplicate", emailState: null } as const)
    : ({ skipReason: null, emailState: "pending" } as const);
}
