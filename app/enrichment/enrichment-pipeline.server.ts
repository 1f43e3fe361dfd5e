import type { Db } from "~db/client";
import {
  countEmailStates,
  countSiteStates,
  failPendingSites,
  findPendingEmails,
  findPendingSites,
  type PendingSite,
  setSiteState,
} from "~db/queries/job-results";
import { getLeadEnrichment } from "~db/queries/lead-enrichments";
import { findLeadsBySeq } from "~db/queries/lead-list";
import type { JobRow, LeadRow, SiteState } from "~db/schema";
import { formatCount } from "../format/german";
import { CeilingReachedError } from "../jobs/ledger/call-ledger.server";
import {
  isPermanentFailure,
  type JobRun,
  type Pipeline,
  type PipelineServices,
} from "../jobs/runner/job-run.server";
import { MISSING_MODEL_KEY, type ModelAnswerError } from "../language-model/ask-model.server";
import type { SiteReading } from "../leads/assessment/assessment";
import { storeReading } from "../leads/assessment/store-reading.server";
import { companyEmails } from "../pipelines/emails/email-question";
import { findEmails } from "../pipelines/emails/find-emails.server";
import { ProviderError } from "../providers/provider-error";
import { loadOffer } from "../settings/team-settings.server";
import { withFullStop } from "../text/form-text";
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

const CONCURRENCY = 3;
const MAX_FAILURES_IN_A_ROW = 3;
/** From here on the websites are no longer to blame. */
const MAX_BAD_ANSWERS_IN_A_ROW = 10;

/**
 * Reads and judges the website of every marked lead and stores each at once. No failure here fails the job: a
 * website's is stored with its lead, an unusable answer of the model leaves the lead as it is, and what concerns all
 * (key, credit, ceiling) ends the phase with a warning.
 *
 * @param from progress of the job, in per cent, at which this phase begins; it ends at 99
 */
async function readWebsites(
  run: JobRun,
  { providers, sites, timeZone }: PipelineServices,
  from: number,
  { isRequested }: { isRequested: boolean },
): Promise<void> {
  await run.update({ phase: "enriching", progress: from });
  const pending = await findPendingSites(run.db, run.job.id);
  if (pending.length === 0) return;
  const model = await providers.languageModel();
  const services = { db: run.db, timeZone, sites, model, offer: await loadOffer(run.db) };
  if (model === null && isRequested) {
    await run.warn(
      `${MISSING_MODEL_KEY} Firmentyp und Themen folgen bis dahin festen Regeln; eine Bewertung gibt es nicht.`,
    );
  }
  await new WebsiteReading(run, services, from, isRequested).readAll(pending);
}

class WebsiteReading {
  readonly #run: JobRun;
  readonly #services: ReadingServices;
  readonly #from: number;
  readonly #isRequested: boolean;
  #done = 0;
  #total = 0;
  #failuresInARow = 0;
  #badAnswersInARow = 0;
  #badAnswers = 0;
  #lastBadAnswer: Error | null = null;
  #stopped: Error | null = null;

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
    await this.#run.workOn(pending, CONCURRENCY, async (item) => {
      if (this.#stopped === null) await this.#read(item);
    });
    await this.#warnOfFailures();
  }

  async #read(item: PendingSite): Promise<void> {
    const { db, job, signal } = this.#run;
    const [lead] = item.leadSeq === null ? [] : await findLeadsBySeq(db, [item.leadSeq]);
    if (lead === undefined) return this.#leave(item, "failed");
    if (!(await this.#isWanted(lead))) return this.#leave(item, "recent");
    try {
      const { reading, modelError } = await readLeadSite(this.#services, lead, {
        signal,
        jobId: job.id,
      });
      if (modelError !== null) this.#noteBadAnswer(modelError);
      else if (reading.kind === "judged") this.#noteSuccess();
      const state = modelError === null ? stateOf(reading) : "failed";
      await this.#store(item, lead.seq, reading, state);
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof CeilingReachedError)) throw error;
      await this.#noteFailure(item, error);
    }
  }

  /** A job that nobody asked for leaves what was read meanwhile. */
  async #isWanted(lead: LeadRow): Promise<boolean> {
    if (this.#isRequested) return true;
    const before = await getLeadEnrichment(this.#run.db, lead.seq);
    const { createdAt } = this.#run.job;
    return before === undefined || isWorthReading(before, createdAt, Date.now());
  }

  #noteSuccess(): void {
    this.#failuresInARow = 0;
    this.#badAnswersInARow = 0;
  }

  #noteBadAnswer(fault: ModelAnswerError): void {
    this.#failuresInARow = 0;
    this.#badAnswers += 1;
    this.#badAnswersInARow += 1;
    this.#lastBadAnswer = fault;
    if (this.#badAnswersInARow >= MAX_BAD_ANSWERS_IN_A_ROW) this.#stopped ??= fault;
  }

  async #noteFailure(item: PendingSite, error: ProviderError | CeilingReachedError): Promise<void> {
    this.#failuresInARow += 1;
    if (isPermanentFailure(error.kind) || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) {
      this.#stopped ??= error;
      return;
    }
    this.#badAnswers += 1;
    this.#lastBadAnswer = error;
    await this.#leave(item, "failed");
  }

  async #leave(item: PendingSite, state: SiteState): Promise<void> {
    await this.#step(item, (trx, job) => setSiteState(trx, job.id, item.position, state));
  }

  async #store(
    item: PendingSite,
    leadSeq: number,
    reading: SiteReading,
    state: SiteState,
  ): Promise<void> {
    await this.#step(item, async (trx, job) => {
      // As it is now: a person may have changed it while its website was read.
      const [lead] = await findLeadsBySeq(trx, [leadSeq]);
      if (lead !== undefined) {
        const context = { jobId: job.id, actor: job.createdBy, now: Date.now() };
        await storeReading(trx, lead, reading, context);
      }
      await setSiteState(trx, job.id, item.position, lead === undefined ? "failed" : state);
    });
  }

  async #step(
    { position }: PendingSite,
    work: (trx: Db, job: JobRow) => Promise<void>,
  ): Promise<void> {
    await this.#run.step(async (trx, job) => {
      await work(trx, job);
      this.#done += 1;
      const share = this.#done / this.#total;
      const progress = this.#from + Math.floor((99 - this.#from) * share);
      return { change: { progress }, positions: [position] };
    });
  }

  async #warnOfFailures(): Promise<void> {
    if (this.#stopped !== null) {
      const left = await this.#giveUp();
      await this.#run.warn(
        `Das Lesen der Websites wurde beendet; ${formatCount(left, "Lead bleibt", "Leads bleiben")} ohne Auswertung. ${withFullStop(this.#stopped.message)}`,
      );
    } else if (this.#lastBadAnswer !== null) {
      await this.#run.warn(
        `${formatCount(this.#badAnswers, "Website wurde", "Websites wurden")} gelesen, aber nicht bewertet. ${withFullStop(this.#lastBadAnswer.message)}`,
      );
    }
  }

  async #giveUp(): Promise<number> {
    const { db, job } = this.#run;
    const pending = await findPendingSites(db, job.id);
    await this.#run.step(async (trx) => {
      await failPendingSites(trx, job.id);
      return { change: {}, positions: pending.map(({ position }) => position) };
    });
    return pending.length + this.#badAnswers;
  }
}

function stateOf({ kind }: SiteReading): SiteState {
  return kind === "problem" ? "unreadable" : "read";
}
