import { findResultDomains } from "~db/queries/job-results";
import { timedSteps } from "~db/timed-steps";
import { formatCount } from "../../format/german";
import { JOB_PARAMS, type ProfilesParams } from "../../jobs/kinds/job-params.server";
import { PROFILES_KEY } from "../../jobs/kinds/registry";
import {
  JobFailure,
  type JobRun,
  type Pipeline,
  type PipelineServices,
} from "../../jobs/runner/job-run.server";
import { storeFound } from "../../jobs/runner/store-found.server";
import { loadUpload } from "../../jobs/uploads.server";
import type { StoredCompany } from "../../leads/store/store-companies.server";
import { type FoundCompany, foundCompany } from "../../providers/company-search";
import { SERVICE_NAMES } from "../../providers/services";
import type { FileTable } from "../../reading/tables/fields";
import { readTable } from "../../reading/tables/read-table.server";
import { isRefusal } from "../../refusal";
import { SEARCH_SHARE } from "../company-search/search-companies.server";
import { companyEmails, type EmailQuestion, personEmails } from "../emails/email-question";
import { findEmails } from "../emails/find-emails.server";
import { fetchProfiles, type ProfilesCheckpoint, readCheckpoint } from "./fetch-profiles.server";
import { type ProfileRow, profileColumnsOf, readProfiles } from "./profile-rows.server";

const FILE_PROVIDER = "datei";
const DOWNLOAD_SHARE = 45;
const MAX_PROGRESS = 99;

const profileEmails: EmailQuestion = {
  wanted: personEmails.wanted,
  isPersonal: personEmails.isPersonal,
  about: (item) => personEmails.about(item) ?? companyEmails.about(item),
};

interface ProfileFile {
  table: FileTable;
  provider: string;
  from: number;
}

export function profilesPipeline(
  services: PipelineServices,
  readFile: (bytes: Uint8Array) => Promise<FileTable> = readTable,
): Pipeline {
  async function findFile(run: JobRun, params: ProfilesParams): Promise<ProfileFile | null> {
    if ("uploadId" in params) {
      const upload = await loadUpload(run.db, params.uploadId);
      if (upload !== undefined) return { table: upload.table, provider: FILE_PROVIDER, from: 2 };
      throw new JobFailure(
        "Die hochgeladene Datei ist nicht mehr da. Bitte noch einmal hochladen.",
      );
    }
    const search = await services.providers.profiles();
    if (search === null) throw new JobFailure(PROFILES_KEY.missing, "missing_key");
    const bytes = await fetchProfiles({ ...services, run, search, params });
    return bytes && { table: await readFile(bytes), provider: search.id, from: DOWNLOAD_SHARE };
  }

  return {
    async run(run) {
      const params = JOB_PARAMS.profiles.parse(JSON.parse(run.job.params));
      try {
        const { isStored } = readCheckpoint(run.job.checkpoint);
        const file = isStored ? undefined : await findFile(run, params);
        if (file === null) return;
        if (file !== undefined) await storeProfiles(run, file, params.enrich);
      } catch (error) {
        if (!isRefusal(error, 422)) throw error;
        const label = "uploadId" in params ? "" : `Datei von ${SERVICE_NAMES.vayne}: `;
        throw new JobFailure(`${label}${error.message}`);
      }
      if (params.enrich) await findEmails(run, services, SEARCH_SHARE, profileEmails);
    },
  };
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

/** The person's email address may reveal the domain. */
function isFoundByName(row: ProfileRow, { lead, skipReason }: StoredCompany): boolean {
  const hasNoDomain = skipReason === "no_domain" || skipReason === "platform";
  return lead === null && hasNoDomain && row.companyName !== null && row.fullName !== null;
}

/** A person's address is wanted even if the company's is known. */
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
async function storeProfiles(
  run: JobRun,
  { table, provider, from }: ProfileFile,
  enrich: boolean,
): Promise<void> {
  const to = enrich ? SEARCH_SHARE : MAX_PROGRESS;
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
      `${formatCount(unmatched, "Profil passte", "Profile passten")} laut Export nicht zu den Filtern der Suche und ${unmatched === 1 ? "wurde" : "wurden"} übersprungen.`,
    );
  }
  await run.update({ phase: "storing", progress: to, checkpoint: checkpointOf(true) });
}
