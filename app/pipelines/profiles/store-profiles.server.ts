import { setImmediate as nextTurn } from "node:timers/promises";
import { findResultDomains } from "~db/queries/job-results";
import { formatCount } from "../../format/german";
import type { JobRun } from "../../jobs/runner/job-run.server";
import { storeFound } from "../../jobs/runner/store-found.server";
import type { StoredCompany } from "../../leads/store/store-companies.server";
import { type FoundCompany, foundCompany } from "../../providers/company-search";
import type { FileTable } from "../../reading/tables/fields";
import { type ProfilesCheckpoint, readCheckpoint } from "./place-order.server";
import { type ProfileRow, profileColumnsOf, readProfiles } from "./profile-rows.server";

/** A step blocks the server for about fifty milliseconds. */
const STEP = 25;

interface ProfileFile {
  table: FileTable;
  provider: string;
  enrich: boolean;
  progress: { from: number; to: number };
}

/** Leaves out what people write about themselves. */
function payloadOf(row: ProfileRow): Record<string, unknown> {
  const { fullName, title, profileUrl, companyProfileUrl, industry, size, location } = row;
  const kept = { fullName, title, profileUrl, companyProfileUrl, industry, size, location };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
}

function toFoundCompany(row: ProfileRow): FoundCompany {
  const { companyName: name, website, domain, email } = row;
  const contact = { name: row.fullName, title: row.title, profileUrl: row.profileUrl, email };
  return foundCompany(
    { name, website, domain, contact, payload: payloadOf(row) },
    email === null ? undefined : { emails: [email] },
  );
}

/** Its domain may come with the person's address. */
function isFoundByName(row: ProfileRow, { lead, skipReason }: StoredCompany): boolean {
  const hasNoDomain = skipReason === "no_domain" || skipReason === "platform";
  return lead === null && hasNoDomain && row.companyName !== null && row.fullName !== null;
}

/** A person's address is wanted beside the company's. */
function isEmailWanted(row: ProfileRow, { lead }: StoredCompany): boolean {
  if (lead === null || row.email !== null) return false;
  return row.fullName !== null || lead.email === null;
}

function resultOf(row: ProfileRow, entry: StoredCompany, enrich: boolean) {
  const person = {
    contactName: row.fullName,
    contactTitle: row.title,
    contactProfileUrl: row.profileUrl,
  };
  const pending = { ...person, emailState: "pending" } as const;
  if (enrich && isEmailWanted(row, entry)) return pending;
  if (enrich && isFoundByName(row, entry)) return { ...pending, skipReason: null };
  return person;
}

/** @throws Refusal when no column names a company */
export async function storeProfiles(run: JobRun, file: ProfileFile): Promise<void> {
  const columns = profileColumnsOf(file.table);
  const seen = await findResultDomains(run.db, run.job.id);
  const end = file.table.rows.length;
  let { next } = readCheckpoint(run.job.checkpoint);
  while (next < end) {
    run.signal.throwIfAborted();
    const after = Math.min(next + STEP, end);
    const rows = readProfiles(file.table, columns, next, after);
    await storeStep(run, file, rows, { after, end, seen });
    next = after;
    await nextTurn();
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
  await storeFound(
    run,
    matching.map(toFoundCompany),
    {
      provider,
      term: run.job.query,
      seen,
      resultOf(entry, index) {
        const row = matching[index];
        return row === undefined ? {} : resultOf(row, entry, enrich);
      },
    },
    () => {
      const before = readCheckpoint(run.job.checkpoint);
      const unmatched = before.unmatched + rows.length - matching.length;
      const checkpoint: ProfilesCheckpoint = { ...before, next: after, unmatched };
      return {
        phase: "storing",
        progress: Math.floor(progress.from + ((progress.to - progress.from) * after) / end),
        checkpoint: JSON.stringify(checkpoint),
      };
    },
  );
}
