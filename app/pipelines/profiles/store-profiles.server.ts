import { setImmediate as nextTurn } from "node:timers/promises";
import type { Insertable } from "kysely";
import { findResultDomains, insertJobResults } from "~db/queries/job-results";
import type { JobResultsTable } from "~db/schema";
import { formatCount, formatNumber } from "../../format/german";
import type { JobRun } from "../../jobs/runner/job-run.server";
import type { FoundCompany, ListedDetails } from "../../leads/store/found-company";
import { type StoredCompany, storeCompanies } from "../../leads/store/store-companies.server";
import type { FileTable } from "../../tables/fields";
import { toResultRow } from "../company-search/search-companies.server";
import { type ProfileRow, profileColumnsOf, readProfiles } from "./profile-rows.server";
import { type ProfilesCheckpoint, readCheckpoint } from "./profiles-checkpoint";

/** Rows stored in one step: a step blocks the server for some fifty milliseconds. */
const STEP = 25;

/** A file of profiles, and how it is stored. */
interface ProfileFile {
  table: FileTable;
  /** How many of its rows are worked through. */
  rows: number;
  /** Stands in the store as the provider of the leads' source. */
  provider: string;
  /** Whether emails are looked for afterwards. */
  enrich: boolean;
  /** Per cent of the bar at which storing begins and ends. */
  progress: { from: number; to: number };
}

const NOT_LISTED: ListedDetails = {
  domain: null,
  emails: [],
  contactName: null,
  contactTitle: null,
  companyType: null,
  salesScore: null,
  salesReason: null,
  offerPackage: null,
  notes: null,
  status: null,
  isApproved: false,
  tags: [],
  sourceTerm: null,
};

/** What is kept of a profile with the lead: nothing of what people write about themselves. */
function payloadOf(row: ProfileRow): Record<string, unknown> {
  const { fullName, title, profileUrl, companyProfileUrl, industry, size, location } = row;
  const kept = { fullName, title, profileUrl, companyProfileUrl, industry, size, location };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
}

function toFoundCompany(row: ProfileRow): FoundCompany {
  return {
    name: row.companyName,
    website: row.website,
    domain: row.domain,
    phone: null,
    address: null,
    street: null,
    postalCode: null,
    city: null,
    federalState: null,
    country: null,
    latitude: null,
    longitude: null,
    isClosed: false,
    payload: payloadOf(row),
    contact: { name: row.fullName, title: row.title, profileUrl: row.profileUrl },
    ...(row.email === null ? {} : { listed: { ...NOT_LISTED, emails: [row.email] } }),
  };
}

/** A company without a domain is still found by its name, once the address of its person is known. */
function isFoundByName(row: ProfileRow, { lead, skipReason }: StoredCompany): boolean {
  const hasNoDomain = skipReason === "no_domain" || skipReason === "platform";
  return lead === null && hasNoDomain && row.companyName !== null && row.fullName !== null;
}

/** The person's own address is wanted also where the company has one; an address in the row is not asked for again. */
function isEmailWanted(row: ProfileRow, { lead }: StoredCompany): boolean {
  if (lead === null || row.email !== null) return false;
  return row.fullName !== null || lead.email === null;
}

type NewResult = Insertable<JobResultsTable> & { position: number };

function toResult(
  jobId: string,
  position: number,
  { row, entry, enrich }: { row: ProfileRow; entry: StoredCompany; enrich: boolean },
): NewResult {
  const result: NewResult = {
    ...toResultRow(jobId, position, entry),
    contactName: row.fullName,
    contactTitle: row.title,
    contactProfileUrl: row.profileUrl,
  };
  if (!enrich) return result;
  if (isEmailWanted(row, entry)) return { ...result, emailState: "pending" };
  if (isFoundByName(row, entry)) return { ...result, skipReason: null, emailState: "pending" };
  return result;
}

/**
 * Stores the profiles of a file as leads, some at a time: each step with its results and its place in the file. What
 * the exporter marks as not searched for is left out, and the emails that are to be looked for are marked.
 *
 * @throws Refusal when no column tells a company
 */
export async function storeProfiles(run: JobRun, file: ProfileFile): Promise<void> {
  const columns = profileColumnsOf(file.table);
  const seen = await findResultDomains(run.db, run.job.id);
  const end = Math.min(file.rows, file.table.rows.length);
  let { next } = readCheckpoint(run.job.checkpoint);
  while (next < end) {
    run.signal.throwIfAborted();
    const after = Math.min(next + STEP, end);
    await storeStep(run, file, readProfiles(file.table, columns, next, after), {
      after,
      end,
      seen,
    });
    next = after;
    await nextTurn();
  }
  if (end < file.table.rows.length) {
    await run.warn(
      `Von ${formatNumber(file.table.rows.length)} Zeilen der Datei wurden die ersten ${formatNumber(end)} verarbeitet.`,
    );
  }
  const { unmatched } = readCheckpoint(run.job.checkpoint);
  if (unmatched > 0) {
    await run.warn(
      `${formatCount(unmatched, "Profil passte", "Profile passten")} laut Export nicht zu den Filtern der Suche und ${unmatched === 1 ? "wurde" : "wurden"} ausgelassen.`,
    );
  }
  await run.step(async (_trx, job) => {
    const checkpoint: ProfilesCheckpoint = { ...readCheckpoint(job.checkpoint), isStored: true };
    const change = { phase: "storing" as const, progress: file.progress.to };
    return { change: { ...change, checkpoint: JSON.stringify(checkpoint) } };
  });
}

async function storeStep(
  run: JobRun,
  { provider, enrich, progress }: ProfileFile,
  rows: readonly ProfileRow[],
  { after, end, seen }: { after: number; end: number; seen: Set<string> },
): Promise<void> {
  const matching = rows.filter(({ matches }) => matches);
  await run.step(async (trx, job) => {
    const stored = await storeCompanies(
      trx,
      matching.map(toFoundCompany),
      {
        jobId: job.id,
        actor: job.createdBy,
        sourceType: "profiles",
        provider,
        term: job.query,
        region: null,
        now: Date.now(),
      },
      seen,
      matching.length,
    );
    const results = matching.flatMap((row, index) => {
      const entry = stored[index];
      if (entry === undefined) return [];
      return toResult(job.id, job.found + index + 1, { row, entry, enrich });
    });
    await insertJobResults(trx, results);
    const before = readCheckpoint(job.checkpoint);
    const checkpoint: ProfilesCheckpoint = {
      ...before,
      next: after,
      unmatched: before.unmatched + rows.length - matching.length,
    };
    return {
      change: {
        phase: "storing",
        found: job.found + results.length,
        stored: job.stored + stored.filter(({ lead }) => lead !== null).length,
        fresh: job.fresh + stored.filter(({ isNew }) => isNew).length,
        progress: Math.floor(progress.from + ((progress.to - progress.from) * after) / end),
        checkpoint: JSON.stringify(checkpoint),
      },
      positions: results.map(({ position }) => position),
    };
  });
}
