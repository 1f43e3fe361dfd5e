import type { Insertable } from "kysely";
import type { Db } from "~db/client";
import { storedPhones } from "~db/phone-number";
import { insertJobResults } from "~db/queries/job-results";
import type { JobResultsTable, JobRow } from "~db/schema";
import type { Fact } from "../../leads/lead";
import { type StoredCompany, storeCompanies } from "../../leads/store/store-companies.server";
import { storeFacts } from "../../leads/store/store-facts.server";
import type { FoundCompany } from "../../providers/company-search";
import { sourceOf } from "../kinds/job-params.server";
import type { JobProgress, JobRun } from "./job-run.server";

interface JobFinding {
  /** Stand in the store with each lead's source. */
  provider: string;
  term: string;
  region?: string | null;
  /** Domains that the job met before; those met here are added. */
  seen: Set<string>;
  /** Whether companies that the store holds take no room. */
  isForNew?: boolean;
}

interface FoundStep extends JobFinding {
  /** How many companies may still become leads; all unless told otherwise. */
  room?(job: JobRow): number;
  /** Writes in the step's transaction, before its companies are stored. */
  before?(trx: Db, job: JobRow): Promise<void>;
  /** What websites say of some of the companies; one that says the email of its lead needs no search for it. */
  facts?: ReadonlyMap<FoundCompany, readonly Fact[]>;
  /** The columns of the result of the company at an index that differ from what was stored. */
  resultOf?(entry: StoredCompany, index: number): Partial<Insertable<JobResultsTable>>;
}

/** Stores companies as leads of a job, without results. Belongs in the transaction of a step. */
export async function storeForJob(
  trx: Db,
  job: JobRow,
  companies: readonly FoundCompany[],
  { provider, term, region = null, seen, isForNew }: JobFinding,
  room = companies.length,
): Promise<StoredCompany[]> {
  const sourceType = sourceOf(job);
  if (sourceType === null) throw new Error(`jobs of kind ${job.kind} find no companies`);
  const { id: jobId, createdBy: actor } = job;
  const finding = { jobId, actor, sourceType, provider, term, region, now: Date.now() };
  return storeCompanies(trx, companies, finding, seen, room, isForNew);
}

/**
 * Stores companies as leads and as results of their job: one step, with the place from which the job goes on.
 *
 * @param checkpoint the further change of the job, by its numbers after this step
 */
export async function storeFound(
  run: JobRun,
  companies: readonly FoundCompany[],
  { room, before, facts, resultOf, ...finding }: FoundStep,
  checkpoint: (job: Pick<JobRow, "found" | "stored" | "fresh">) => JobProgress,
): Promise<void> {
  const { seen } = finding;
  const known = seen.size;
  await run.step(async (trx, job) => {
    // A step that is tried again must not know what it met itself.
    if (seen.size > known) for (const domain of [...seen].slice(known)) seen.delete(domain);
    await before?.(trx, job);
    const entries = await storeForJob(trx, job, companies, finding, room?.(job));
    const results = entries.map(
      (entry, index): Insertable<JobResultsTable> => ({
        ...toResult(job, job.found + index + 1, entry),
        ...resultOf?.(entry, index),
      }),
    );
    for (const [index, { lead, company, skipReason }] of entries.entries()) {
      const [said, result] = [facts?.get(company), results[index]];
      if (said === undefined || result === undefined) continue;
      if (skipReason === "outside" && said.length > 0) result.facts = JSON.stringify(said);
      if (lead === null) continue;
      const by = { jobId: job.id, actor: job.createdBy, now: Date.now() };
      const { email } = await storeFacts(trx, lead, said, { ...by, source: "imprint" });
      if (lead.email === null && email !== null) result.emailState = "found";
    }
    await insertJobResults(trx, results);
    const counts = {
      found: job.found + entries.length,
      stored: job.stored + entries.filter(({ lead }) => lead !== null).length,
      fresh: job.fresh + entries.filter(({ isNew }) => isNew).length,
    };
    return { change: { ...counts, ...checkpoint(counts) } };
  });
}

function toResult(
  { id: jobId }: JobRow,
  position: number,
  { company, domain, lead, isNew, skipReason }: StoredCompany,
) {
  const { name: companyName, website, address, city } = company;
  const [phone = company.phone] = storedPhones(company.phone, company.phoneCountry);
  return {
    jobId,
    position,
    leadSeq: lead?.seq ?? null,
    domain,
    companyName,
    website,
    phone,
    address,
    city,
    isNew: isNew ? (1 as const) : (0 as const),
    skipReason,
    emailState: null,
  };
}
