import { findResultDomains } from "~db/queries/job-results";
import { timedSteps } from "~db/timed-steps";
import { formatCount } from "../../format/german";
import type { JobRun } from "../../jobs/runner/job-run.server";
import { storeFound } from "../../jobs/runner/store-found.server";
import type { StoredCompany } from "../../leads/store/store-companies.server";
import { type FoundCompany, foundCompany } from "../../providers/company-search";
import type { FileTable } from "../../reading/tables/fields";
import { type ProfilesCheckpoint, readCheckpoint } from "./place-order.server";
import { type ProfileRow, profileColumnsOf, readProfiles } from "./profile-rows.server";

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
export async function storeProfiles(
  run: JobRun,
  { table, provider, enrich, progress: { from, to } }: ProfileFile,
): Promise<void> {
  const columns = profileColumnsOf(table);
  const { id, query: term } = run.job;
  const seen = await findResultDomains(run.db, id);
  const before = readCheckpoint(run.job.checkpoint);
  let { next, unmatched } = before;
  const checkpointOf = (isStored: boolean) =>
    JSON.stringify({ ...before, next, unmatched, isStored } satisfies ProfilesCheckpoint);
  for await (const size of timedSteps(run.signal)) {
    const rows = readProfiles(table, columns, next, next + size);
    if (rows.length === 0) break;
    next += rows.length;
    const matching = rows.filter(({ matches }) => matches);
    unmatched += rows.length - matching.length;
    const results = (entry: StoredCompany, index: number) => {
      const row = matching[index];
      return row === undefined ? {} : resultOf(row, entry, enrich);
    };
    const finding = { provider, term, seen, resultOf: results };
    await storeFound(run, matching.map(toFoundCompany), finding, () => ({
      phase: "storing",
      progress: Math.floor(from + ((to - from) * next) / table.rows.length),
      checkpoint: checkpointOf(false),
    }));
  }
  if (unmatched > 0) {
    await run.warn(
      `${formatCount(unmatched, "Profil passte", "Profile passten")} laut Export nicht zu den Filtern der Suche und ${unmatched === 1 ? "wurde" : "wurden"} ausgelassen.`,
    );
  }
  await run.update({ phase: "storing", progress: to, checkpoint: checkpointOf(true) });
}
