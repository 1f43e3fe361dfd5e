import type { Db } from "~db/client";
import { confirm, getConfirmation } from "~db/queries/confirmations";
import { findOpenJobs } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import { formatCount } from "../../format/german";
import { PROFILES_TERMS, type ProfilesParams, profilesKind } from "../../jobs/kinds/profiles";
import { queueJob } from "../../jobs/kinds/queue-job.server";
import { unavailableReason } from "../../jobs/kinds/unavailable-reason.server";
import { conflict } from "../../refusal";
import type { StartServices } from "../company-search/start-search-job.server";
import { savedSearchOf } from "./search-url";

/** Who confirmed the notice about the source's terms, and when; null while nobody did. */
export async function findTermsConfirmation(
  db: Db,
): Promise<{ confirmedBy: string; confirmedAt: number } | null> {
  return (await getConfirmation(db, PROFILES_TERMS.confirmation)) ?? null;
}

/** Keeps that somebody confirmed the notice for the team. */
export async function confirmTerms(db: Db, actor: string): Promise<void> {
  await confirm(db, PROFILES_TERMS.confirmation, { actor, now: Date.now() });
}

/** What people tell runs apart by. */
function queryOf(params: ProfilesParams): string {
  if ("fileName" in params) return params.fileName;
  const saved = savedSearchOf(params.searchUrl);
  const name = saved === null ? "Profilsuche" : `Profilsuche ${saved}`;
  return `${name}, ${formatCount(params.count, "Profil", "Profile")}`;
}

/** A job with the same input that has not come to its end; asked for twice it would be paid twice. */
async function findUnderWay(trx: Db, params: string): Promise<JobRow | undefined> {
  const open = await findOpenJobs(trx);
  return open.find(
    (job) => job.kind === "profiles" && job.params === params && job.cancelRequestedAt === null,
  );
}

/**
 * Queues a job that fetches or reads profiles.
 *
 * @returns the new job, or the one that is under way with the same input
 * @throws Refusal
 */
export async function startProfiles(
  services: StartServices,
  params: ProfilesParams,
  actor: string,
): Promise<JobRow> {
  const reason = await unavailableReason(services, profilesKind.requires(params));
  if (reason !== null) throw conflict(reason);
  const written = JSON.stringify(profilesKind.params.parse(params));
  const job = await services.db.transaction().execute(async (trx) => {
    const underWay = await findUnderWay(trx, written);
    if (underWay !== undefined) return underWay;
    return queueJob(
      trx,
      "profiles",
      { params, query: queryOf(params), requested: params.count },
      { actor, now: Date.now() },
    );
  });
  services.jobs.wake();
  return job;
}
