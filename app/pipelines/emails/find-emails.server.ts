import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "~db/client";
import {
  countEmailStates,
  failPendingEmails,
  findPendingEmails,
  type PendingEmail,
  setEmailState,
} from "~db/queries/job-results";
import type { JobRow } from "~db/schema";
import { formatCount } from "../../format/german";
import {
  type BookedCall,
  type CallLedger,
  CeilingReachedError,
} from "../../jobs/ledger/call-ledger.server";
import {
  isPermanentFailure,
  type JobProgress,
  type JobRun,
  type PipelineServices,
} from "../../jobs/runner/job-run.server";
import type { EmailAnswer, EmailFinder } from "../../providers/email-finder";
import { ProviderError } from "../../providers/provider-error";
import { withFullStop } from "../../text/form-text";
import { answeredDomain, applyEmailAnswer, otherDomainsWarning } from "./apply-email-answer.server";
import { getCachedLookup, storeLookup } from "./email-lookup-cache.server";
import { companyEmails, type EmailQuestion, type Question } from "./email-question";
import { findInImprints } from "./find-in-imprints.server";

const MAX_FAILURES_IN_A_ROW = 5;
/** Milliseconds between looks at another run's call. */
const WAIT_MS = 1_000;

interface Search {
  finder: EmailFinder;
  ledger: CallLedger;
  question: EmailQuestion;
}

/**
 * Reads the Impressum first, then asks the finder. Answers of the last 30 days are reused. No failure fails the job:
 * a company's failure stands at its result, a general one ends the search with a warning.
 */
export async function findEmails(
  run: JobRun,
  services: PipelineServices,
  from: number,
  question: EmailQuestion = companyEmails,
  to = 99,
): Promise<void> {
  await run.update({ phase: "emails", progress: from });
  const isSeen = delay(services.phaseMs, undefined, { signal: run.signal });
  // The last line throws it.
  isSeen.catch(() => {});
  const marked = await findPendingEmails(run.db, run.job.id);
  const finder = await services.providers.emails();
  const search = { pending: marked, finder, isPersonal: question.isPersonal };
  const middle = Math.floor((from + to) / 2);
  const isRead = await findInImprints(run, services, search, { from, to: middle });
  const pending = isRead ? await findPendingEmails(run.db, run.job.id) : marked;
  if (finder !== null && pending.length > 0) {
    const share = { from: isRead ? middle : from, to };
    const { ledger } = services;
    await new EmailSearch(run, { finder, ledger, question }, share).lookUpAll(pending);
    const warning = await otherDomainsWarning(run.db, run.job.id, finder.id, question);
    if (warning !== null) await run.warn(warning);
  } else if (pending.length > 0) {
    await giveUp(
      run,
      question,
      "E-Mails wurden nicht gesucht: Der Schlüssel von Anymailfinder ist nicht hinterlegt (siehe Einstellungen).",
    );
  }
  // Given up, or their leads were deleted meanwhile.
  await run.step(async (trx, job) => {
    await failPendingEmails(trx, job.id);
    return { change: {} };
  });
  await isSeen;
}

async function giveUp(run: JobRun, { wanted }: EmailQuestion, reason: string): Promise<void> {
  const pending = await findPendingEmails(run.db, run.job.id);
  const stored = pending.filter(({ leadSeq }) => leadSeq !== null).length;
  const lost = pending.length - stored;
  const sentences = [
    reason,
    stored > 0 &&
      `${formatCount(stored, "gefundene Firma ist", "gefundene Firmen sind")} gespeichert, aber ohne ${wanted}.`,
    lost > 0 &&
      `${formatCount(lost, "Firma, von der nur der Name bekannt ist, wurde", "Firmen, von denen nur der Name bekannt ist, wurden")} nicht gespeichert.`,
  ];
  await run.warn(sentences.filter((text) => text !== false).join(" "));
}

class EmailSearch {
  readonly #run: JobRun;
  readonly #search: Search;
  readonly #share: { from: number; to: number };
  #done = 0;
  #total = 0;
  #failuresInARow = 0;
  #stopped: ProviderError | CeilingReachedError | null = null;
  #failed = 0;
  #lastFailure: ProviderError | null = null;

  constructor(run: JobRun, search: Search, share: { from: number; to: number }) {
    this.#run = run;
    this.#search = search;
    this.#share = share;
  }

  async lookUpAll(pending: readonly PendingEmail[]): Promise<void> {
    const states = await countEmailStates(this.#run.db, this.#run.job.id);
    this.#total = [...states.values()].reduce((sum, count) => sum + count, 0);
    this.#done = this.#total - pending.length;
    const { concurrency } = this.#search.finder;
    await this.#run.workOn(pending, concurrency, (item) => this.#lookUp(item));
    if (this.#stopped !== null) {
      await giveUp(this.#run, this.#search.question, withFullStop(this.#stopped.message));
    } else if (this.#lastFailure !== null) {
      await this.#run.warn(
        `Bei ${formatCount(this.#failed, "Firma", "Firmen")} blieb die E-Mail-Suche ohne Antwort. ${withFullStop(this.#lastFailure.message)}`,
      );
    }
  }

  async #lookUp(item: PendingEmail): Promise<void> {
    const { finder, question, ledger } = this.#search;
    const { underWay } = ledger;
    const asked = question.about(item);
    if (asked === null) {
      await this.#leave(item, null);
      return;
    }
    const key = `${finder.id} ${JSON.stringify(asked.key)}`;
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      // A stopped run must not wait for another one's call.
      await Promise.race([other, delay(WAIT_MS, undefined, { signal: this.#run.signal })]);
    }
    const answered = this.#answer(item, asked);
    underWay.set(
      key,
      answered.catch(() => undefined),
    );
    await answered.finally(() => underWay.delete(key));
  }

  async #answer(item: PendingEmail, asked: Question): Promise<void> {
    const { finder, ledger } = this.#search;
    const known = await getCachedLookup(this.#run.db, finder.id, asked);
    if (known !== null) return this.#apply(item, asked, known, null);
    if (this.#stopped !== null) return;
    try {
      // Names no person.
      const step = `email ${item.domain ?? `#${item.position}`}`;
      const { booked, answer } = await ledger.make(this.#run, finder, step, () =>
        asked.ask(finder, this.#run.signal),
      );
      this.#failuresInARow = 0;
      await this.#apply(item, asked, answer, booked);
    } catch (error) {
      if (error instanceof CeilingReachedError) this.#stopped ??= error;
      else if (error instanceof ProviderError) await this.#fail(item, error);
      else throw error;
    }
  }

  async #fail(item: PendingEmail, error: ProviderError): Promise<void> {
    this.#failuresInARow += error.kind === "bad_request" ? 0 : 1;
    if (isPermanentFailure(error.kind) || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) {
      this.#stopped ??= error;
      return;
    }
    this.#failed += 1;
    this.#lastFailure = error;
    await this.#leave(item, "failed");
  }

  /** @param state null where the result can't be asked for */
  async #leave(item: PendingEmail, state: "failed" | null): Promise<void> {
    await this.#step(async (trx, job) => {
      const left = item.domain === null ? ({ skipReason: "no_domain" } as const) : {};
      await setEmailState(trx, job.id, item.position, state, left);
      return {};
    });
  }

  /** @param booked null for an answer out of the store */
  async #apply(
    item: PendingEmail,
    asked: Question,
    answer: EmailAnswer,
    booked: BookedCall | null,
  ): Promise<void> {
    const { finder, ledger, question } = this.#search;
    await this.#step(async (trx, job) => {
      const now = Date.now();
      if (booked === null) await ledger.countSaved(trx, job.id, finder.id);
      else {
        await ledger.settle(trx, booked, answer.creditsCharged);
        const domain = answeredDomain(item, answer);
        await storeLookup(trx, finder.id, asked, { answer, domain, now });
      }
      const { isPersonal } = question;
      return applyEmailAnswer(trx, job, item, answer, { finderId: finder.id, isPersonal, now });
    });
  }

  async #step(work: (trx: Db, job: JobRow) => Promise<JobProgress>): Promise<void> {
    await this.#run.step(async (trx, job) => {
      const change = await work(trx, job);
      const { from, to } = this.#share;
      const progress = from + Math.floor((to - from) * ((this.#done + 1) / this.#total));
      return { change: { ...change, progress } };
    });
    this.#done += 1;
  }
}
