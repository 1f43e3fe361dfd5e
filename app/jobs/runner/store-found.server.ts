import type { Db } from "~db/client";
import { storedPhones } from "~db/phone-number";
import { insertJobResults } from "~db/queries/job-results";
import type { JobRow, New, SourceType } from "~db/schema";
import type { Fact } from "../../leads/lead-schema";
import { type StoredCompany, storeCompanies } from "../../leads/store/store-companies.server";
import { storeFacts } from "../../leads/store/store-facts.server";
import type { FoundCompany } from "../../providers/company-search";
import { searchParamsOf } from "../kinds/job-params.server";
import { JOB_KINDS } from "../kinds/registry";
import type { JobProgress, JobRun } from "./job-run.server";

interface JobFinding {
  provider: string;
  term: string;
  region?: string | null;
  /** Domains found before; the step adds its own. */
  seen: Set<string>;
  countsOnlyNew?: boolean;
}

interface FoundStep extends JobFinding {
  room?(job: JobRow): number;
  before?(trx: Db, job: JobRow): Promise<void>;
  /** Facts from websites. An email among them makes the search for one unnecessary. */
  facts?: ReadonlyMap<FoundCompany, readonly Fact[]>;
  resultOf?(entry: StoredCompany, index: number): Partial<New<"jobResults">>;
}

/** Null if the kind finds no companies. */
export function sourceOf(job: Pick<JobRow, "kind" | "params">): SourceType | null {
  const { source } = JOB_KINDS[job.kind];
  return source === "maps" && searchParamsOf(job).source === "osm" ? "osm" : source;
}

export async function storeForJob(
  trx: Db,
  job: JobRow,
  companies: readonly FoundCompany[],
  { provider, term, region = null, seen, countsOnlyNew }: JobFinding,
  room = companies.length,
): Promise<StoredCompany[]> {
  const sourceType = sourceOf(job);
  if (sourceType === null) throw new Error(`jobs of kind ${job.kind} find no companies`);
  const { id: jobId, createdBy: actor } = job;
  const finding = { jobId, actor, sourceType, provider, term, region, now: Date.now() };
  return storeCompanies(trx, companies, finding, seen, room, countsOnlyNew);
}

/** Stores leads, results and the checkpoint in one step. */
export async function storeFound(
  run: JobRun,
  companies: readonly FoundCompany[],
  { room, before, facts, resultOf, ...finding }: FoundStep,
  checkpoint: (job: Pick<JobRow, "found" | "stored" | "fresh">) => JobProgress,
): Promise<void> {
  const { seen } = finding;
  const known = seen.size;
  await run.step(async (trx, job) => {
    // Forget the domains of a failed attempt.
    if (seen.size > known) for (const domain of [...seen].slice(known)) seen.delete(domain);
    await before?.(trx, job);
    const entries = await storeForJob(trx, job, companies, finding, room?.(job));
    const results = entries.map(
      (entry, index): New<"jobResults"> => ({
        ...toResult(job, job.found + index + 1, entry),
        ...resultOf?.(entry, index),
      }),
    );
    for (const [index, { lead, skipReason }] of entries.entries()) {
      const [company, result] = [companies[index], results[index]];
      const ownFacts = company && facts?.get(company);
      if (ownFacts === undefined || result === undefined) continue;
      const isKept = skipReason === "outside" || skipReason === "authority";
      if (isKept && ownFacts.length > 0) result.facts = JSON.stringify(ownFacts);
      if (lead === null) continue;
      const by = { jobId: job.id, actor: job.createdBy, now: Date.now() };
      const { email } = await storeFacts(trx, lead, ownFacts, { ...by, source: "imprint" });
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
    ...(skipReason === "blocked" ? {} : { phone, address }),
    city,
    isNew: isNew ? (1 as const) : (0 as const),
    skipReason,
    emailState: null,
  };
}
