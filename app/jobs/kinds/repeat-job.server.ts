import { z } from "zod";
import type { Db } from "~db/client";
import { reopenResults } from "~db/queries/job-results";
import { findOpenTwin, findParts, getJob, reopenJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import { conflict } from "../../refusal";
import { isArea, isCounted } from "../area/find-area.server";
import { canResume } from "../job-json.server";
import { loadUpload } from "../uploads.server";
import { JOB_PARAMS, searchParamsOf } from "./job-params.server";
import { JOB_KINDS } from "./registry";
import { planWebPart } from "./search-sources.server";
import {
  type QueuedBy,
  queueJob,
  queueSearchJob,
  type StartServices,
  unavailableReason,
} from "./start-job.server";

const UploadSchema = z.object({ uploadId: z.string().optional() });

function hasEndedEarly({ status }: Pick<JobRow, "status">): boolean {
  return status === "failed" || status === "cancelled";
}

/** The walk plans anew what to buy, since its places may be known by now. */
const FETCHING = JSON.stringify({ isCounted: true });
const hasCounted = (job: JobRow) => job.status === "complete" || job.checkpoint !== null;

async function copyJob(
  trx: Db,
  old: JobRow,
  by: QueuedBy,
  changed: { parentId?: string; warnings?: string[] } = {},
): Promise<JobRow> {
  const { kind, query, region, requested, parentId } = old;
  const params = JSON.parse(old.params);
  return queueJob(trx, kind, { params, query, region, requested, parentId, ...changed }, by);
}

async function reopen(trx: Db, old: JobRow): Promise<JobRow | undefined> {
  const job = isArea(old)
    ? await reopenJob(trx, old.id, { checkpoint: hasCounted(old) ? FETCHING : null })
    : canResume(old)
      ? await reopenJob(trx, old.id)
      : undefined;
  if (job !== undefined) await reopenResults(trx, job.id);
  return job;
}

async function refusalOf(services: StartServices, job: JobRow): Promise<string | null> {
  const kind = JOB_KINDS[job.kind];
  if (kind.repeatRefusal !== null && job.failureKind !== "crashed") return kind.repeatRefusal;
  const params: unknown = JSON.parse(job.params);
  const { uploadId } = UploadSchema.parse(params);
  if (uploadId !== undefined && (await loadUpload(services.db, uploadId)) === undefined) {
    return "Die Datei dieses Laufs ist nicht mehr gespeichert. Datei noch einmal hochladen.";
  }
  return unavailableReason(services, kind.requires(JOB_PARAMS[job.kind].parse(params)));
}

function newestOfEach(parts: readonly JobRow[]): JobRow[] {
  return [...new Map(parts.map((part) => [`${part.kind} ${part.params}`, part])).values()];
}

/**
 * Resumes a crashed job, one with an open order and the walk of an area; copies any other. Answers undefined for an unknown job.
 * @throws Refusal when it can't be repeated
 */
export async function repeatJob(
  services: StartServices,
  id: string,
  actor: string,
): Promise<JobRow | undefined> {
  const old = await getJob(services.db, id);
  if (old === undefined) return undefined;
  if (!hasEndedEarly(old) && !isCounted(old)) {
    throw conflict("Nur ein fehlgeschlagener oder abgebrochener Lauf lässt sich erneut starten.");
  }
  const refusal = await refusalOf(services, old);
  if (refusal !== null) throw conflict(refusal);
  const isMap = JOB_KINDS[old.kind].continuesAs !== undefined;
  const webPart = isMap && (await planWebPart(services, searchParamsOf(old), old.requested));
  const by = { actor, now: Date.now() };
  const job = await services.db.transaction().execute(async (trx) => {
    const underWay = await findOpenTwin(trx, old);
    if (underWay !== undefined) return underWay;
    const same = await reopen(trx, old);
    // Somebody else was first.
    if (same === undefined && isArea(old)) return getJob(trx, id);
    // A copied search decides again whether it needs a supplement.
    const parts = (await findParts(trx, old.id)).filter(
      (part) => same !== undefined || !searchParamsOf(part).supplement,
    );
    if (parts.length === 0 && webPart) {
      const job = same ?? (await copyJob(trx, old, by, { warnings: webPart.warnings }));
      if (webPart.job) await queueSearchJob(trx, { ...webPart.job, parentId: job.id }, by);
      return job;
    }
    const job = same ?? (await copyJob(trx, old, by));
    for (const part of newestOfEach(parts).filter(hasEndedEarly)) {
      const reopened = same === undefined ? undefined : await reopen(trx, part);
      if (reopened === undefined) await copyJob(trx, part, by, { parentId: job.id });
    }
    return job;
  });
  services.jobs.wake();
  return job;
}
