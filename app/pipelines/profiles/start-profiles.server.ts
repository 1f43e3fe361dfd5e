import type { Db } from "~db/client";
import { findLastProfileJob } from "~db/queries/jobs";
import { confirm, getConfirmation } from "~db/queries/settings";
import type { JobRow } from "~db/schema";
import { type Identity, isAdministrator } from "../../access/identity";
import { formatCount } from "../../format/german";
import { canResume } from "../../jobs/job-json.server";
import { JOB_PARAMS, type ProfilesParams } from "../../jobs/kinds/job-params.server";
import { PROFILES_TERMS, profilesKind } from "../../jobs/kinds/registry";
import { repeatJob } from "../../jobs/kinds/repeat-job.server";
import { assertAvailable, type StartServices, startOnce } from "../../jobs/kinds/start-job.server";
import { cleanFileName, storeUpload } from "../../jobs/uploads.server";
import { withUploadedTable } from "../../reading/tables/read-table.server";
import { invalid, Refusal } from "../../refusal";
import { profileColumnsOf } from "./profile-rows.server";
import { savedSearchOf } from "./search-url.server";

export function findTermsConfirmation(db: Db) {
  return getConfirmation(db, PROFILES_TERMS.confirmation);
}

export async function confirmTerms(db: Db, actor: string): Promise<void> {
  await confirm(db, PROFILES_TERMS.confirmation, { actor, now: Date.now() });
}

/** @throws Refusal 403 for members, since only administrators answer for the team */
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

export const ORDER_CHOICES = ["goOn", "anew"] as const;
export type OrderChoice = (typeof ORDER_CHOICES)[number];

const ORDER_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

async function findRunWithOrder(db: Db, params: ProfilesParams): Promise<JobRow | undefined> {
  const written = JSON.stringify(JOB_PARAMS.profiles.parse(params));
  const last = await findLastProfileJob(db, written, Date.now() - ORDER_KEPT_MS);
  return last !== undefined && canResume(last) ? last : undefined;
}

/**
 * Answers the open job with the same input, or an earlier one that is resumed.
 * @throws Refusal when a requirement is missing, and 409 for `order` when a person must choose
 */
export async function startProfiles(
  services: StartServices,
  params: ProfilesParams,
  actor: string,
  choice: OrderChoice | null,
): Promise<JobRow> {
  await assertAvailable(services, profilesKind.requires(params));
  const earlier = await findRunWithOrder(services.db, params);
  if (earlier !== undefined && choice === null) {
    throw new Refusal(
      409,
      "Ein früherer Lauf dieser Suche hat noch einen offenen Auftrag. Wie soll es weitergehen?",
      {
        field: "order",
      },
    );
  }
  const continued = choice === "goOn" && earlier && (await repeatJob(services, earlier.id, actor));
  if (continued) return continued;
  const input = { params, query: queryOf(params), requested: params.count };
  return startOnce(services, "profiles", input, actor);
}

/** @throws Refusal when the file can't be used; then nothing is stored */
export async function startProfilesFile(
  services: StartServices,
  file: File,
  enrich: boolean,
  actor: string,
): Promise<JobRow> {
  await assertAvailable(services, [PROFILES_TERMS]);
  const table = await withUploadedTable(file, (read) => read);
  profileColumnsOf(table);
  if (table.rows.length === 0)
    throw invalid("file", "Die Datei hat keine Zeilen unter der Kopfzeile.");
  const rows = table.rows.length;
  const uploadId = await storeUpload(services.db, "profiles", file.name, table, actor);
  const fileName = cleanFileName(file.name);
  return startProfiles(services, { uploadId, fileName, rows, count: rows, enrich }, actor, "anew");
}
