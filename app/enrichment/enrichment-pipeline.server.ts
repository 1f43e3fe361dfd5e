import { z } from "zod";
import type { Db } from "~db/client";
import {
  countEmailStates,
  countSiteStates,
  findPendingEmails,
  findPendingSites,
  type PendingSite,
  setSiteState,
} from "~db/queries/job-results";
import { getLeadEnrichment } from "~db/queries/lead-enrichments";
import { findLeadsBySeq } from "~db/queries/lead-list";
import type { LeadRow, SiteState } from "~db/schema";
import { formatCount } from "../format/german";
import {
  JobPause,
  type JobRun,
  type Pipeline,
  type PipelineServices,
} from "../jobs/runner/job-run.server";
import { MISSING_MODEL_KEY } from "../language-model/ask-model.server";
import type { SiteReading } from "../leads/assessment/assessment";
import { storeReading } from "../leads/assessment/store-reading.server";
import { companyEmails } from "../pipelines/emails/email-question";
import { findEmails } from "../pipelines/emails/find-emails.server";
import { imprintSetting, offerSetting } from "../settings/team-settings.server";
import { withFullStop } from "../text/form-text";
import { modelPace } from "./model-pace";
import { type ReadingServices, readLeadSite } from "./read-lead-site.server";
import { isWorthReading } from "./start-enrichment.server";

const EMAIL_SHARE = 40;

export function enrichmentPipeline(services: PipelineServices): Pipeline {
  return {
    async run(run) {
      // A restart must not return to an earlier phase.
      const hasEmails = run.job.phase === "emails";
      if (hasEmails && (await findPendingEmails(run.db, run.job.id)).length > 0) {
        await findEmails(run, services, 0, companyEmails, EMAIL_SHARE);
      }
      const from = (await countEmailStates(run.db, run.job.id)).size > 0 ? EMAIL_SHARE : 0;
      await readWebsites(run, services, from, { isRequested: run.job.kind === "enrichment" });
    },
  };
}

const SITE_CONCURRENCY = 24;
/** Milliseconds. A pause lasts as long as all pauses since the last answer. */
const PAUSE_MS = { min: 30_000, max: 3_600_000 };
/** After this time rules replace the model. */
const MAX_WAIT_MS = 6 * 3_600_000;
/** Leads left at the last pause, and milliseconds paused since the last answer. */
const PausesSchema = z.object({
  left: z.int().default(Number.MAX_SAFE_INTEGER),
  waited: z.int().default(0),
});

/**
 * A website's failure is stored with its lead. General ones (key, credit, ceiling) end the questions with a warning.
 * @throws JobPause when the model is unavailable for now
 */
async function readWebsites(
  run: JobRun,
  { providers, sites, timeZone, retrySpeed }: PipelineServices,
  from: number,
  { isRequested }: { isRequested: boolean },
): Promise<void> {
  await run.update({ phase: "enriching", progress: from });
  const pending = await findPendingSites(run.db, run.job.id);
  if (pending.length === 0) return;
  const model = await providers.languageModel();
  const services = {
    db: run.db,
    timeZone,
    sites,
    model,
    modelProblem: null,
    pace: modelPace(model?.concurrency ?? 1, retrySpeed),
    offer: await offerSetting.load(run.db),
    imprint: await imprintSetting.load(run.db),
  };
  if (model === null && isRequested) {
    await run.warn(
      `${MISSING_MODEL_KEY} Firmentyp und Themen folgen bis dahin festen Regeln; eine Bewertung gibt es nicht.`,
    );
  }
  const readAll = websiteReader(run, services, from, isRequested);
  try {
    await readAll(pending);
  } catch (error) {
    if (!(error instanceof JobPause)) throw error;
    const left = await findPendingSites(run.db, run.job.id);
    const before = PausesSchema.parse(JSON.parse(run.job.checkpoint ?? "{}"));
    const waitedMs = left.length < before.left ? 0 : before.waited;
    if (waitedMs < MAX_WAIT_MS) {
      const { min, max } = PAUSE_MS;
      // An unreachable service may be back soon.
      const pauseMs = error.showsReason ? min : Math.min(Math.max(waitedMs, min), max);
      const now = Date.now();
      const resumeAt = Math.max(error.resumeAt, now + pauseMs / retrySpeed);
      const waited = Math.ceil(waitedMs + (resumeAt - now) * retrySpeed);
      await run.update({ checkpoint: JSON.stringify({ left: left.length, waited }) });
      throw new JobPause(error.message, resumeAt, error.showsReason);
    }
    Object.assign(services, { model: null, modelProblem: error.message });
    await readAll(left);
  }
}

function websiteReader(run: JobRun, services: ReadingServices, from: number, isRequested: boolean) {
  const { db, signal, job } = run;
  let unjudged = 0;
  let lastProblem: string | null = null;

  async function isWanted({ seq }: LeadRow): Promise<boolean> {
    const before = isRequested ? undefined : await getLeadEnrichment(db, seq);
    return before === undefined || isWorthReading(before, job.createdAt, Date.now());
  }

  async function read(lead: LeadRow): Promise<[SiteState, SiteReading?]> {
    if (!(await isWanted(lead))) return ["recent"];
    const reading = await readLeadSite(services, lead, { signal, jobId: job.id });
    if (reading.kind === "problem") return ["unreadable", reading];
    if (reading.kind === "judged" || reading.problem === null) return ["read", reading];
    unjudged += 1;
    lastProblem = reading.problem;
    return ["failed", reading];
  }

  return async (pending: readonly PendingSite[]) => {
    const states = await countSiteStates(db, job.id);
    const total = [...states.values()].reduce((sum, count) => sum + count, 0);
    let done = total - pending.length;
    await run.workOn(pending, SITE_CONCURRENCY, async ({ position, leadSeq }) => {
      const find = async (trx: Db) =>
        leadSeq === null ? undefined : (await findLeadsBySeq(trx, [leadSeq]))[0];
      const lead = await find(db);
      const [state, reading] = lead === undefined ? (["failed"] as const) : await read(lead);
      await run.step(async (trx, { id: jobId, createdBy: actor }) => {
        // A person may have changed it meanwhile.
        const current = await find(trx);
        if (current !== undefined && reading !== undefined) {
          await storeReading(trx, current, reading, { jobId, actor, now: Date.now() });
        }
        await setSiteState(trx, jobId, position, current === undefined ? "failed" : state);
        const progress = from + Math.floor((99 - from) * ((done + 1) / total));
        return { change: { progress } };
      });
      done += 1;
    });
    if (lastProblem === null) return;
    const left = formatCount(unjudged, "Lead hat", "Leads haben");
    const how = `Firmentyp und Themen nach festen Regeln und ${unjudged === 1 ? "wird" : "werden"} später bewertet.`;
    await run.warn(`${left} ${how} ${withFullStop(lastProblem)}`);
  };
}
