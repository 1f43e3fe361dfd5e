import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { getConfirmation } from "~db/queries/confirmations";
import { insertJob } from "~db/queries/jobs";
import type { JobKindName, JobPhase, JobRow } from "~db/schema";
import type { Providers } from "../../providers/providers.server";
import { conflict } from "../../refusal";
import type { Requirement } from "./job-kind";
import { JOB_KINDS, type ParamsOf } from "./registry";

export interface QueuedBy {
  actor: string;
  now: number;
}

interface JobInput<Params> {
  params: Params;
  /** What people tell runs apart by. */
  query: string;
  region?: string | null;
  /** Companies, rows or leads it is about. */
  requested: number;
  found?: number;
  /** The first of its kind unless told otherwise. */
  phase?: JobPhase;
  parentId?: string | null;
  /** Waits behind what a person starts. */
  isBackground?: boolean;
  warnings?: readonly string[];
}

/** Queues a job. The caller wakes the runner once the transaction is committed. */
export async function queueJob<Name extends JobKindName>(
  trx: Db,
  kind: Name,
  input: JobInput<ParamsOf<Name>>,
  { actor, now }: QueuedBy,
): Promise<JobRow> {
  const { phases, params } = JOB_KINDS[kind];
  const { found = 0 } = input;
  return insertJob(trx, {
    id: uuid(),
    kind,
    status: "queued",
    phase: input.phase ?? phases[0],
    // Parsed once more, so that the same input is always written the same.
    params: JSON.stringify(params.parse(input.params)),
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

/** The sentence of the first requirement that is not met; null when a job can start. */
export async function unavailableReason(
  { db, providers }: { db: Db; providers: Providers },
  requirements: readonly Requirement[],
): Promise<string | null> {
  for (const requirement of requirements) {
    const met =
      "provider" in requirement
        ? await providers[requirement.provider]()
        : await getConfirmation(db, requirement.confirmation);
    if (met === null || met === undefined) return requirement.missing;
  }
  return null;
}

/** @throws Refusal when a requirement is not met */
export async function assertAvailable(
  services: { db: Db; providers: Providers },
  requirements: readonly Requirement[],
): Promise<void> {
  const reason = await unavailableReason(services, requirements);
  if (reason !== null) throw conflict(reason);
}
