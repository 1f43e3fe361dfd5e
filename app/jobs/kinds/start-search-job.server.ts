import type { Db } from "~db/client";
import type { JobRow } from "~db/schema";
import { formatCount } from "../../format/german";
import type { Providers } from "../../providers/providers.server";
import type { JobRunner } from "../runner/job-runner.server";
import { assertAvailable, type QueuedBy, queueJob } from "./queue-job.server";
import { JOB_KINDS } from "./registry";
import type { SearchParams } from "./search";

type SearchJobKind = "maps" | "web";

export interface StartServices {
  db: Db;
  jobs: Pick<JobRunner, "wake">;
  providers: Providers;
}

export interface SearchJobInput {
  kind: SearchJobKind;
  params: SearchParams;
  /** How many companies this job looks for; the count of its params where a second job has the rest. */
  requested?: number;
  parentId?: string;
  /** Waits behind what a person starts. */
  isBackground?: boolean;
  warnings?: readonly string[];
}

/** Queues a search. The caller wakes the runner once the transaction is committed. */
export async function queueSearchJob(
  trx: Db,
  { kind, params, requested = params.count, ...rest }: SearchJobInput,
  by: QueuedBy,
): Promise<JobRow> {
  const { query, region } = params;
  return queueJob(trx, kind, { params, query, region, requested, ...rest }, by);
}

/** @throws Refusal while the key of the search is missing */
export async function startSearchJob(
  services: StartServices,
  kind: SearchJobKind,
  params: SearchParams,
  actor: string,
): Promise<JobRow> {
  await assertAvailable(services, JOB_KINDS[kind].requires(params));
  const job = await queueSearchJob(services.db, { kind, params }, { actor, now: Date.now() });
  services.jobs.wake();
  return job;
}

/** The web search beside a search on the map; null where none is needed or possible, with what there is to say. */
export interface WebOverflow {
  job: Omit<SearchJobInput, "parentId"> | null;
  warnings: string[];
}

function missingRest(requested: number, rest: number): string {
  const others = formatCount(rest, "weitere Firma", "weiteren Firmen");
  return `Die Kartensuche liefert höchstens ${requested} Firmen. Für die ${others} fehlt der Schlüssel von Serper (siehe Einstellungen).`;
}

/** Plans the search for what the map can't give. Asks for keys in the store: call it before a transaction begins. */
export async function planWebOverflow(
  { providers }: Pick<StartServices, "providers">,
  params: SearchParams,
  requested: number,
): Promise<WebOverflow> {
  const rest = params.count - requested;
  if (rest <= 0) return { job: null, warnings: [] };
  if ((await providers.webSearch()) === null)
    return { job: null, warnings: [missingRest(requested, rest)] };
  return { job: { kind: "web", params: { ...params, count: rest } }, warnings: [] };
}
