import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { findOpenTwin, findParts, getJob, insertJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import { conflict } from "../refusal";
import { contactsObstacle } from "./csv/start-contacts.server";
import { profilesObstacle } from "./profiles/start-profiles.server";
import { SearchParamsSchema } from "./search-companies.server";
import { queueSearchJob, type StartServices, searchJobObstacle } from "./start-search-job.server";
import { loadUpload } from "./uploads.server";
import { planWebRest, type WebRest } from "./web-rest.server";

/** What tells apart jobs of one type, and what they need besides. */
const ParamsSchema = z.object({ mode: z.string().optional(), uploadId: z.string().optional() });

function hasEndedEarly({ status }: Pick<JobRow, "status">): boolean {
  return status === "failed" || status === "cancelled";
}

async function copyJob(
  trx: Db,
  old: JobRow,
  by: { actor: string; now: number },
  {
    parentId = old.parentId,
    warnings = [],
  }: { parentId?: string | null; warnings?: string[] } = {},
): Promise<JobRow> {
  const { type, params, query, region, requested } = old;
  return insertJob(trx, {
    id: uuid(),
    type,
    status: "queued",
    phase: type === "csv" ? "storing" : "searching",
    params,
    query,
    region,
    requested,
    parentId,
    warnings: JSON.stringify(warnings),
    createdBy: by.actor,
    createdAt: by.now,
  });
}

/** Why a job can't be started again, as a sentence; null when it can. */
async function repeatObstacle(services: StartServices, job: JobRow): Promise<string | null> {
  const { mode, uploadId } = ParamsSchema.parse(JSON.parse(job.params));
  if (job.type === "enrichment") {
    return "Eine Anreicherung wird im Leadspeicher mit den gewünschten Leads neu gestartet.";
  }
  if (mode === "import") {
    return "Ein Import wird auf seiner eigenen Seite neu gestartet: Datei noch einmal hochladen.";
  }
  if (uploadId !== undefined && (await loadUpload(services.db, uploadId)) === undefined) {
    return "Die Datei dieses Laufs ist nicht mehr gespeichert. Datei noch einmal hochladen.";
  }
  switch (job.type) {
    case "maps":
    case "serp":
      return searchJobObstacle(services, job.type);
    case "profiles":
      return profilesObstacle(services, uploadId === undefined ? "search" : "file");
    case "csv":
      return contactsObstacle(services);
  }
}

/** What a search on the map leaves to the web, for one that has no part for it. */
async function missingPart(services: StartServices, job: JobRow): Promise<WebRest> {
  if (job.type !== "maps") return { order: null, warnings: [] };
  return planWebRest(services, SearchParamsSchema.parse(JSON.parse(job.params)), job.requested);
}

/** Of parts with the same input, in the order they were started, the newest: the others were started again as it. */
function newestOfEach(parts: readonly JobRow[]): JobRow[] {
  return [...new Map(parts.map((part) => [`${part.type} ${part.params}`, part])).values()];
}

/**
 * Starts a failed or cancelled job again with the same input. Parts of it that ended early, too, go along; what it had
 * no part for, since a key was missing, gets one where there is a key now.
 *
 * @returns the new job, or the one that is under way since it was started again already; undefined when there is no
 *   such job
 * @throws Refusal when it can't be repeated, or something has to be set up first
 */
export async function repeatJob(
  services: StartServices,
  id: string,
  actor: string,
): Promise<JobRow | undefined> {
  const old = await getJob(services.db, id);
  if (old === undefined) return undefined;
  if (!hasEndedEarly(old)) {
    throw conflict("Nur ein fehlgeschlagener oder abgebrochener Lauf lässt sich erneut starten.");
  }
  const obstacle = await repeatObstacle(services, old);
  if (obstacle !== null) throw conflict(obstacle);
  const rest = await missingPart(services, old);
  const by = { actor, now: Date.now() };
  const job = await services.db.transaction().execute(async (trx) => {
    const underWay = await findOpenTwin(trx, old);
    if (underWay !== undefined) return underWay;
    const parts = await findParts(trx, old.id);
    if (parts.length === 0) {
      const copy = await copyJob(trx, old, by, { warnings: rest.warnings });
      if (rest.order) await queueSearchJob(trx, { ...rest.order, parentId: copy.id }, by);
      return copy;
    }
    const copy = await copyJob(trx, old, by);
    for (const part of newestOfEach(parts).filter(hasEndedEarly)) {
      await copyJob(trx, part, by, { parentId: copy.id });
    }
    return copy;
  });
  services.jobs.wake();
  return job;
}
