import { z } from "zod";
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
import { ModelPace } from "./model-pace";
import { isWorthReading } from "./queue-enrichment.server";
import { type ReadingServices, readLeadSite } from "./read-lead-site.server";

const EMAIL_SHARE = 40;

/** The leads are in the store already; the job's results were written when it was queued. */
export function enrichmentPipeline(services: PipelineServices): Pipeline {
  return {
    async run(run) {
      // After a restart in the phase of websites the phase must not fall back.
      const hasEmails = run.job.phase === "emails";
      if (hasEmails && (await findPendingEmails(run.db, run.job.id)).length > 0) {
        await findEmails(run, services, 0, companyEmails, EMAIL_SHARE);
      }
      const from = (await countEmailStates(run.db, run.job.id)).size > 0 ? EMAIL_SHARE : 0;
      await readWebsites(run, services, from, { isRequested: run.job.kind === "enrichment" });
    },
  };
}

/**
 * Leads of a job under way at once, more than reader and model take together: while some websites are read, others wait
 * for the model, and neither is ever idle.
 */
const READ_AHEAD = 24;
/** Until a job whose model answers nothing goes on; twice as long after each try in vain. */
const PAUSE_MS = 120_000;
/** About six hours; then rules stand in for the model. */
const MAX_PAUSES_IN_VAIN = 8;
/** A job's checkpoint: what was left at its last pause, and how many pauses in a row brought nothing. */
const PausesSchema = z.object({
  left: z.int().default(Number.MAX_SAFE_INTEGER),
  inVain: z.int().default(0),
});

/**
 * Reads and judges the website of every marked lead and stores each at once. No failure here fails the job: a
 * website's is stored with its lead, and rules stand in for a model that gives no answer of use. What concerns all
 * leads (key, credit, ceiling) ends the questions to the model with a warning, the websites are read on.
 *
 * @param from progress of the job, in per cent, at which this phase begins; it ends at 99
 * @throws JobPause where the model answers nothing for now
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
    pace: new ModelPace(model?.concurrency ?? 1, retrySpeed),
    offer: await offerSetting.load(run.db),
    imprint: await imprintSetting.load(run.db),
  };
  if (model === null && isRequested) {
    await run.warn(
      `${MISSING_MODEL_KEY} Firmentyp und Themen folgen bis dahin festen Regeln; eine Bewertung gibt es nicht.`,
    );
  }
  const reading = new WebsiteReading(run, services, from, isRequested);
  try {
    await reading.readAll(pending);
  } catch (error) {
    if (!(error instanceof JobPause)) throw error;
    const left = await findPendingSites(run.db, run.job.id);
    const before = PausesSchema.parse(JSON.parse(run.job.checkpoint ?? "{}"));
    const inVain = left.length < before.left ? 0 : before.inVain + 1;
    if (inVain < MAX_PAUSES_IN_VAIN) {
      await run.update({ checkpoint: JSON.stringify({ left: left.length, inVain }) });
      const longerMs = (PAUSE_MS * 2 ** Math.min(inVain, 5)) / retrySpeed;
      throw new JobPause(error.message, Math.max(error.resumeAt, Date.now() + longerMs));
    }
    Object.assign(services, { model: null, modelProblem: error.message });
    await reading.readAll(left);
  }
}

class WebsiteReading {
  readonly #run: JobRun;
  readonly #services: ReadingServices;
  readonly #from: number;
  readonly #isRequested: boolean;
  #done = 0;
  #total = 0;
  /** Read, but not judged by the model that was asked. */
  #unjudged = 0;
  #lastProblem: string | null = null;

  constructor(run: JobRun, services: ReadingServices, from: number, isRequested: boolean) {
    this.#run = run;
    this.#services = services;
    this.#from = from;
    this.#isRequested = isRequested;
  }

  async readAll(pending: readonly PendingSite[]): Promise<void> {
    const states = await countSiteStates(this.#run.db, this.#run.job.id);
    this.#total = [...states.values()].reduce((sum, count) => sum + count, 0);
    this.#done = this.#total - pending.length;
    await this.#run.workOn(pending, READ_AHEAD, (item) => this.#read(item));
    await this.#warnOfFailures();
  }

  async #read(item: PendingSite): Promise<void> {
    const { db } = this.#run;
    const [lead] = item.leadSeq === null ? [] : await findLeadsBySeq(db, [item.leadSeq]);
    if (lead === undefined) return this.#end(item, "failed");
    if (!(await this.#isWanted(lead))) return this.#end(item, "recent");
    const options = { signal: this.#run.signal, jobId: this.#run.job.id };
    const reading = await readLeadSite(this.#services, lead, options);
    if (reading.kind === "problem") return this.#end(item, "unreadable", reading);
    if (reading.kind === "judged" || reading.problem === null)
      return this.#end(item, "read", reading);
    this.#unjudged += 1;
    this.#lastProblem = reading.problem;
    await this.#end(item, "failed", reading);
  }

  /** A job that nobody asked for leaves what was read meanwhile. */
  async #isWanted(lead: LeadRow): Promise<boolean> {
    if (this.#isRequested) return true;
    const before = await getLeadEnrichment(this.#run.db, lead.seq);
    const { createdAt } = this.#run.job;
    return before === undefined || isWorthReading(before, createdAt, Date.now());
  }

  async #end(item: PendingSite, state: SiteState, reading?: SiteReading): Promise<void> {
    await this.#run.step(async (trx, job) => {
      // As it is now: a person may have changed it while its website was read.
      const [lead] = item.leadSeq === null ? [] : await findLeadsBySeq(trx, [item.leadSeq]);
      if (lead !== undefined && reading !== undefined) {
        const context = { jobId: job.id, actor: job.createdBy, now: Date.now() };
        await storeReading(trx, lead, reading, context);
      }
      await setSiteState(trx, job.id, item.position, lead === undefined ? "failed" : state);
      this.#done += 1;
      const share = this.#done / this.#total;
      const progress = this.#from + Math.floor((99 - this.#from) * share);
      return { change: { progress }, positions: [item.position] };
    });
  }

  async #warnOfFailures(): Promise<void> {
    if (this.#lastProblem === null) return;
    const left = formatCount(this.#unjudged, "Lead hat", "Leads haben");
    const how = "Firmentyp und Themen nach festen Regeln und werden später bewertet.";
    await this.#run.warn(`${left} ${how} ${withFullStop(this.#lastProblem)}`);
  }
}
