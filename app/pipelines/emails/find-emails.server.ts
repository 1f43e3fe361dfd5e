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
import type { EmailAnswer, EmailFinder, Question } from "../../providers/email-finder";
import { ProviderError } from "../../providers/provider-error";
import { withFullStop } from "../../text/form-text";
import { answeredDomain, applyEmailAnswer, otherDomainsWarning } from "./apply-email-answer.server";
import { getCachedLookup, storeLookup } from "./email-lookup-cache.server";
import { companyEmails, type EmailQuestion } from "./email-question";
import { findInImprints } from "./find-in-imprints.server";

const MAX_FAILURES_IN_A_ROW = 5;
/** Milliseconds between checks for another run's call. */
const WAIT_MS = 1_000;

interface Search {
  finder: EmailFinder;
  ledger: CallLedger;
  question: EmailQuestion;
}

/**
 * Reads the Impressum first, then asks the finder. Answers of the last 30 days are reused. No failure fails the job:
 * a company's failure is stored with its result, a general one ends the search with a warning.
 */
export async function findEmails(
  run: JobRun,
  services: PipelineServices,
  from: number,
  question: EmailQuestion = companyEmails,
  to = 99,
): Promise<void> {
  await run.update({ phase: "emails", progress: from });
  const phaseShown = delay(services.phaseMs, undefined, { signal: run.signal });
  // Awaited on the last line.
  phaseShown.catch(() => {});
  const marked = await findPendingEmails(run.db, run.job.id);
  const finder = await services.providers.emails();
  const search = { pending: marked, finder, isPersonal: question.isPersonal };
  const middle = Math.floor((from + to) / 2);
  const isRead = await findInImprints(run, services, search, { from, to: middle });
  const pending = isRead ? await findPendingEmails(run.db, run.job.id) : marked;
  if (finder !== null && pending.length > 0) {
    const share = { from: isRead ? middle : from, to };
    const { ledger } = services;
    await emailSearch(run, { finder, ledger, question }, share)(pending);
    const warning = await otherDomainsWarning(run.db, run.job.id, finder.id, question);
    if (warning !== null) await run.warn(warning);
  } else if (pending.length > 0) {
    await giveUp(
      run,
      question,
      "E-Mails wurden nicht gesucht: Der Schlüssel von Anymailfinder ist nicht hinterlegt (siehe Einstellungen).",
    );
  }
  // Still pending: given up, or their leads were deleted.
  await run.step(async (trx, job) => {
    await failPendingEmails(trx, job.id);
    return { change: {} };
  });
  await phaseShown;
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

/** Provider errors never end the job. */
function emailSearch(
  run: JobRun,
  { finder, ledger, question }: Search,
  { from, to }: { from: number; to: number },
) {
  const { underWay } = ledger;
  let [done, total, failed, failuresInARow] = [0, 0, 0, 0];
  let stopped: ProviderError | CeilingReachedError | null = null;
  let lastFailure: ProviderError | null = null;

  async function step(work: (trx: Db, job: JobRow) => Promise<JobProgress>): Promise<void> {
    await run.step(async (trx, job) => {
      const change = await work(trx, job);
      return {
        change: { ...change, progress: from + Math.floor(((to - from) * (done + 1)) / total) },
      };
    });
    done += 1;
  }

  /** @param state null if too little is known to ask */
  const skip = ({ domain, position }: PendingEmail, state: "failed" | null) =>
    step(async (trx, job) => {
      const left = domain === null ? ({ skipReason: "no_domain" } as const) : {};
      await setEmailState(trx, job.id, position, state, left);
      return {};
    });

  /** @param booked null for a cached answer */
  const apply = (
    item: PendingEmail,
    asked: Question,
    answer: EmailAnswer,
    booked: BookedCall | null,
  ) =>
    step(async (trx, job) => {
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

  async function fail(item: PendingEmail, error: ProviderError): Promise<void> {
    failuresInARow += error.kind === "bad_request" ? 0 : 1;
    if (isPermanentFailure(error.kind) || failuresInARow >= MAX_FAILURES_IN_A_ROW) {
      stopped ??= error;
      return;
    }
    failed += 1;
    lastFailure = error;
    await skip(item, "failed");
  }

  async function answer(item: PendingEmail, asked: Question): Promise<void> {
    const known = await getCachedLookup(run.db, finder.id, asked);
    if (known !== null) return apply(item, asked, known, null);
    if (stopped !== null) return;
    try {
      // Must name no person.
      const name = `email ${item.domain ?? `#${item.position}`}`;
      const ask = () => finder.find(asked, run.signal);
      const made = await ledger.make(run, finder, name, ask);
      failuresInARow = 0;
      await apply(item, asked, made.answer, made.booked);
    } catch (error) {
      if (error instanceof CeilingReachedError) stopped ??= error;
      else if (error instanceof ProviderError) await fail(item, error);
      else throw error;
    }
  }

  async function lookUp(item: PendingEmail): Promise<void> {
    const asked = question.about(item);
    if (asked === null) return skip(item, null);
    const key = `${finder.id} ${JSON.stringify(asked)}`;
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      // A stopped run must not wait for another run's call.
      await Promise.race([other, delay(WAIT_MS, undefined, { signal: run.signal })]);
    }
    const answered = answer(item, asked).finally(() => underWay.delete(key));
    underWay.set(
      key,
      answered.catch(() => undefined),
    );
    await answered;
  }

  return async (pending: readonly PendingEmail[]): Promise<void> => {
    const states = await countEmailStates(run.db, run.job.id);
    total = [...states.values()].reduce((sum, count) => sum + count, 0);
    done = total - pending.length;
    await run.workOn(pending, finder.concurrency, lookUp);
    if (stopped !== null) return giveUp(run, question, withFullStop(stopped.message));
    if (lastFailure === null) return;
    await run.warn(
      `Bei ${formatCount(failed, "Firma", "Firmen")} blieb die E-Mail-Suche ohne Antwort. ${withFullStop(lastFailure.message)}`,
    );
  };
}
