import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { findOpenJobs, insertJob } from "~db/queries/jobs";
import { getConfirmation } from "~db/queries/settings";
import type { JobKindName, JobPhase, JobRow } from "~db/schema";
import type { BulkParams } from "../../leads/bulk/bulk-params.server";
import { bulkTitle } from "../../leads/bulk/page-actions";
import type { FoundRegion } from "../../providers/company-search";
import { ProviderError } from "../../providers/provider-error";
import type { Providers } from "../../providers/providers.server";
import { conflict, invalid, Refusal } from "../../refusal";
import type { JobRunner } from "../runner/job-runner.server";
import { JOB_PARAMS, type ParamsOf, type SearchParams } from "./job-params.server";
import { JOB_KINDS, type Requirement } from "./registry";
import { COUNT_RANGE, MAX_COUNT } from "./search-terms";

export interface StartServices {
  db: Db;
  jobs: Pick<JobRunner, "wake">;
  providers: Providers;
}

export interface QueuedBy {
  actor: string;
  now: number;
}

interface JobInput<Params> {
  params: Params;
  query: string;
  region?: string | null;
  requested: number;
  found?: number;
  phase?: JobPhase;
  parentId?: string | null;
  isBackground?: boolean;
  warnings?: readonly string[] | undefined;
}

/** The caller wakes the runner after the commit. */
export async function queueJob<Name extends JobKindName>(
  trx: Db,
  kind: Name,
  input: JobInput<ParamsOf<Name>>,
  { actor, now }: QueuedBy,
): Promise<JobRow> {
  const { phases } = JOB_KINDS[kind];
  const { found = 0 } = input;
  return insertJob(trx, {
    id: uuid(),
    kind,
    status: "queued",
    phase: input.phase ?? phases[0],
    // Parsed again, so that equal input gives equal JSON.
    params: JSON.stringify(JOB_PARAMS[kind].parse(input.params)),
    query: input.query,
    region: input.region || null,
    requested: input.requested,
    found,
    stored: found,
    parentId: input.parentId ?? null,
    isBackground: input.isBackground ? 1 : 0,
    warnings: JSON.stringify(input.warnings ?? []),
    createdBy: actor,
    createdAt: now,
  });
}

/** Answers the open job with the same input, if any, so that nothing is paid twice. */
export async function startOnce<Name extends JobKindName>(
  services: StartServices,
  kind: Name,
  input: JobInput<ParamsOf<Name>>,
  actor: string,
): Promise<JobRow> {
  const written = JSON.stringify(JOB_PARAMS[kind].parse(input.params));
  const job = await services.db.transaction().execute(async (trx) => {
    const twin = (await findOpenJobs(trx)).find(
      (open) => open.kind === kind && open.params === written && open.cancelRequestedAt === null,
    );
    return twin ?? queueJob(trx, kind, input, { actor, now: Date.now() });
  });
  services.jobs.wake();
  return job;
}

export async function startBulkJob(
  { db, jobs }: Pick<StartServices, "db" | "jobs">,
  params: BulkParams,
  count: number,
  actor: string,
): Promise<JobRow> {
  const input = { params, query: bulkTitle(params, count), requested: count };
  const job = await queueJob(db, "bulk", input, { actor, now: Date.now() });
  jobs.wake();
  return job;
}

export async function unavailableReason(
  { db, providers }: { db: Db; providers: Providers },
  requirements: readonly Requirement[],
): Promise<string | null> {
  for (const requirement of requirements) {
    const met =
      "confirmation" in requirement
        ? await getConfirmation(db, requirement.confirmation)
        : requirement.provider === "maps"
          ? await providers.maps("google")
          : await providers[requirement.provider]();
    if (met === null || met === undefined) return requirement.missing;
  }
  return null;
}

export async function assertAvailable(
  services: { db: Db; providers: Providers },
  requirements: readonly Requirement[],
): Promise<void> {
  const reason = await unavailableReason(services, requirements);
  if (reason !== null) throw conflict(reason);
}

type SearchJobKind = "maps" | "web";

export interface SearchJobInput
  extends Partial<Omit<JobInput<SearchParams>, "params" | "query" | "region">> {
  kind: SearchJobKind;
  params: SearchParams;
}

export async function queueSearchJob(
  trx: Db,
  { kind, params, requested = params.count, ...rest }: SearchJobInput,
  by: QueuedBy,
): Promise<JobRow> {
  const { query, region } = params;
  return queueJob(trx, kind, { params, query, region, requested, ...rest }, by);
}

/** A person waits. The job checks the region again. */
const REGION_LIMIT_MS = 8_000;

/**
 * OpenStreetMap also knows the outlines of areas that are walked at Google.
 * @throws Refusal 422 for too many, an unknown region, or an ambiguous one with the candidates in `errors`
 */
export async function assertSearchable(
  providers: Providers,
  { region, source, count }: Pick<SearchParams, "region" | "source" | "count">,
): Promise<void> {
  if (count > MAX_COUNT && source !== "google-area") throw invalid("count", COUNT_RANGE);
  const signal = AbortSignal.timeout(REGION_LIMIT_MS);
  const maps = await providers.maps(source === "google-area" ? "osm" : source);
  const found = await maps?.openData?.findRegion(region, signal).catch((error: unknown) => {
    if (error instanceof ProviderError || signal.aborted) return undefined;
    throw error;
  });
  if (found === undefined || found.places.length === 1) return;
  if (found.places.length === 0) throw invalid("region", unknownRegion(region, found));
  const message = `„${region}“ gibt es mehrmals. Bitte wählen, welcher Ort gemeint ist.`;
  const errors = [message, ...found.places].map((text) => ({ path: "region", message: text }));
  throw new Refusal(422, message, { errors });
}

export function unknownRegion(region: string, { isAbroad, within }: FoundRegion): string {
  if (isAbroad)
    return `„${region}“ liegt nicht in Deutschland. OpenStreetMap wird nur dort durchsucht.`;
  if (within)
    return `„${region}“ ist kein Ort, sondern liegt in ${within}. Bitte „${within}“ oder „${within} + 5 km“ eingeben.`;
  return within === null
    ? `„${region}“ ist kein Ort. Einen Ort mit Umkreis eingeben, zum Beispiel „Kempten + 30 km“.`
    : `„${region}“ wurde nicht gefunden. Ort, Landkreis, Bundesland oder Postleitzahl eingeben.`;
}

export async function startSearchJob(
  services: StartServices,
  kind: SearchJobKind,
  params: SearchParams,
  actor: string,
): Promise<JobRow> {
  await assertAvailable(services, JOB_KINDS[kind].requires(params));
  if (kind === "maps") await assertSearchable(services.providers, params);
  const job = await queueSearchJob(services.db, { kind, params }, { actor, now: Date.now() });
  services.jobs.wake();
  return job;
}
