import type { Db } from "~db/client";
import { confirm, getConfirmation } from "~db/queries/settings";
import type { JobRow } from "~db/schema";
import { type Identity, isAdministrator } from "../../access/identity";
import { formatCount } from "../../format/german";
import type { ProfilesParams } from "../../jobs/kinds/job-params.server";
import { PROFILES_TERMS, profilesKind } from "../../jobs/kinds/registry";
import { assertAvailable, type StartServices, startOnce } from "../../jobs/kinds/start-job.server";
import { invalid, Refusal } from "../../refusal";
import { withUploadedTable } from "../../tables/read-table.server";
import { cleanFileName, storeUpload } from "../../tables/uploads.server";
import { findProfileColumns } from "./profile-columns.server";
import { savedSearchOf } from "./search-url.server";

export function findTermsConfirmation(db: Db) {
  return getConfirmation(db, PROFILES_TERMS.confirmation);
}

export async function confirmTerms(db: Db, actor: string): Promise<void> {
  await confirm(db, PROFILES_TERMS.confirmation, { actor, now: Date.now() });
}

/** @throws Refusal 403 for members: whoever confirms by program answers for the team */
export async function confirmTermsAs(db: Db, identity: Identity | null): Promise<void> {
  if (identity === null || !isAdministrator(identity)) {
    throw new Refusal(
      403,
      "Den Hinweis zu den Nutzungsbedingungen bestätigen hier nur Administratoren und Tokens mit vollem Zugriff.",
    );
  }
  await confirmTerms(db, identity.actor);
}

function queryOf(params: ProfilesParams): string {
  if ("fileName" in params) return params.fileName;
  const saved = savedSearchOf(params.searchUrl);
  const name = saved === null ? "Profilsuche" : `Profilsuche ${saved}`;
  return `${name}, ${formatCount(params.count, "Profil", "Profile")}`;
}

/**
 * Queues a job that fetches or reads profiles.
 *
 * @returns the new job, or the one that is under way with the same input
 * @throws Refusal when a key or the confirmation is missing
 */
export async function startProfiles(
  services: StartServices,
  params: ProfilesParams,
  actor: string,
): Promise<JobRow> {
  await assertAvailable(services, profilesKind.requires(params));
  const input = { params, query: queryOf(params), requested: params.count };
  return startOnce(services, "profiles", input, actor);
}

/**
 * Keeps a file of exported profiles and queues the job that works through it.
 *
 * @throws Refusal when a confirmation is missing or the file can't be used; then nothing of it is stored
 */
export async function startProfilesFile(
  services: StartServices,
  file: File,
  enrich: boolean,
  actor: string,
): Promise<JobRow> {
  await assertAvailable(services, [PROFILES_TERMS]);
  const table = await withUploadedTable(file, (read) => read);
  if (findProfileColumns(table.header) === null) {
    throw invalid(
      "file",
      "Keine Spalte nennt die Firma einer Person. Gebraucht werden der Name der Person und ihre Firma, Website oder Domain.",
    );
  }
  if (table.rows.length === 0)
    throw invalid("file", "Die Datei hat keine Zeilen unter der Kopfzeile.");
  const rows = table.rows.length;
  const uploadId = await storeUpload(services.db, "profiles", file.name, table, actor);
  const fileName = cleanFileName(file.name);
  return startProfiles(services, { uploadId, fileName, rows, count: rows, enrich }, actor);
}
