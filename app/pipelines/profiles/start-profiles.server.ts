import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { confirm, getConfirmation } from "~db/queries/confirmations";
import { findOpenJobs, insertJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import { formatCount } from "../../format/german";
import { conflict } from "../../refusal";
import type { StartServices } from "../start-search-job.server";
import { type ProfilesParams, ProfilesParamsSchema } from "./profiles-params";
import { savedSearchOf } from "./search-url";
import { MISSING_PROFILES_KEY, PROFILES_TERMS, UNCONFIRMED_TERMS } from "./terms";

/** Where profiles come from: a search that a service works through, or a file of an exporter. */
export type ProfilesInput = "search" | "file";

/** Who confirmed the notice about the source's terms, and when; null while nobody did. */
export async function findTermsConfirmation(
  db: Db,
): Promise<{ confirmedBy: string; confirmedAt: number } | null> {
  return (await getConfirmation(db, PROFILES_TERMS)) ?? null;
}

/** Keeps that somebody confirmed the notice for the team. */
export async function confirmTerms(db: Db, actor: string): Promise<void> {
  await confirm(db, PROFILES_TERMS, { actor, now: Date.now() });
}

/** Why no profiles can be worked through, as a sentence; null when they can. */
export async function profilesObstacle(
  { db, providers }: Pick<StartServices, "db" | "providers">,
  input: ProfilesInput,
): Promise<string | null> {
  if (input === "search" && (await providers.profiles()) === null) return MISSING_PROFILES_KEY;
  return (await findTermsConfirmation(db)) === null ? UNCONFIRMED_TERMS : null;
}

/** Which input the params of a profile job stand for. */
export function profilesInputOf(params: ProfilesParams): ProfilesInput {
  return "uploadId" in params ? "file" : "search";
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
    (job) => job.type === "profiles" && job.params === params && job.cancelRequestedAt === null,
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
  const obstacle = await profilesObstacle(services, profilesInputOf(params));
  if (obstacle !== null) throw conflict(obstacle);
  // Parsed once more, so that the same input is always written the same.
  const written = JSON.stringify(ProfilesParamsSchema.parse(params));
  const job = await services.db.transaction().execute(async (trx) => {
    const underWay = await findUnderWay(trx, written);
    if (underWay !== undefined) return underWay;
    return insertJob(trx, {
      id: uuid(),
      type: "profiles",
      status: "queued",
      phase: "searching",
      requested: params.count,
      params: written,
      query: queryOf(params),
      createdBy: actor,
      createdAt: Date.now(),
    });
  });
  services.jobs.wake();
  return job;
}
