import PQueue from "p-queue";
import { v7 as uuid } from "uuid";
import {
  countEmailStates,
  failPendingEmails,
  findPendingEmails,
  setEmailState,
} from "~db/queries/job-results";
import { findLeadsBySeq } from "~db/queries/lead-list";
import { parseList } from "~db/queries/leads";
import {
  getEmailLookup,
  recordIntendedCall,
  saveEmailLookup,
  settleCall,
} from "~db/queries/provider-calls";
import type { EmailState } from "~db/schema";
import { formatCount } from "../format/german";
import type { JobRun } from "../jobs/job-run.server";
import { storeEmails } from "../leads/store-companies.server";
import type { EmailAnswer, EmailFinder } from "../providers/email-finder";
import { ProviderError } from "../providers/provider-error";

/** An answer counts this long, found or not. */
const LOOKUP_VALID_MS = 30 * 24 * 60 * 60 * 1000;
/** After so many failures in a row the provider is left alone. */
const MAX_FAILURES_IN_A_ROW = 5;

type PendingEmail = Awaited<ReturnType<typeof findPendingEmails>>[number];

/**
 * Looks for the email of every marked result, some at once, each answer stored as it comes. A domain that was asked
 * for in the last 30 days is answered from the store. No failure here fails the job: one domain's is noted at its
 * result, one that concerns all (credit, key) ends the search for emails with a warning.
 *
 * @param from progress of the job, in per cent, at which this phase begins; it ends at 99
 */
export async function findEmails(
  run: JobRun,
  finder: EmailFinder | null,
  from: number,
): Promise<void> {
  await run.update({ phase: "emails", progress: from });
  const pending = await findPendingEmails(run.db, run.job.id);
  if (pending.length > 0) await lookUp(run, finder, from, pending);
  // A lead that was deleted before its turn is looked for no more.
  await run.step(async (trx, job) => {
    await failPendingEmails(trx, job.id);
    return { change: {} };
  });
}

async function lookUp(
  run: JobRun,
  finder: EmailFinder | null,
  from: number,
  pending: readonly PendingEmail[],
): Promise<void> {
  if (finder === null) {
    await giveUp(
      run,
      "E-Mails wurden nicht gesucht: Der Schlüssel von Anymailfinder (ANYMAILFINDER_API_KEY) ist nicht hinterlegt.",
    );
    return;
  }
  const search = new EmailSearch(run, finder, from, await countLookedFor(run), pending.length);
  await search.lookUpAll(pending);
}

async function countLookedFor(run: JobRun): Promise<number> {
  const states = await countEmailStates(run.db, run.job.id);
  return [...states].reduce((sum, [state, n]) => (state === "pending" ? sum : sum + n), 0);
}

/** Ends the phase before its time: what is still marked counts as not looked for. */
async function giveUp(run: JobRun, reason: string): Promise<void> {
  const pending = await findPendingEmails(run.db, run.job.id);
  await run.step(async (trx, job) => {
    await failPendingEmails(trx, job.id);
    return { change: {}, positions: pending.map(({ position }) => position) };
  });
  const missing = pending.length;
  const consequence =
    missing === 0
      ? ""
      : ` ${formatCount(missing, "gefundene Firma ist", "gefundene Firmen sind")} gespeichert, aber ohne E-Mail.`;
  await run.warn(`${reason}${consequence}`);
}

class EmailSearch {
  readonly #run: JobRun;
  readonly #finder: EmailFinder;
  readonly #from: number;
  readonly #total: number;
  #done: number;
  #failuresInARow = 0;
  #stopped: ProviderError | null = null;
  #isBroken = false;
  #failed = 0;
  #lastFailure: ProviderError | null = null;

  constructor(
    run: JobRun,
    finder: EmailFinder,
    from: number,
    alreadyDone: number,
    pending: number,
  ) {
    this.#run = run;
    this.#finder = finder;
    this.#from = from;
    this.#done = alreadyDone;
    this.#total = alreadyDone + pending;
  }

  async lookUpAll(pending: readonly PendingEmail[]): Promise<void> {
    const queue = new PQueue({ concurrency: this.#finder.concurrency });
    // All are waited for, so that nothing of this run writes after it has ended.
    const outcomes = await Promise.allSettled(
      pending.map((item) =>
        queue.add(async () => {
          this.#run.signal.throwIfAborted();
          if (this.#stopped !== null || this.#isBroken) return;
          await this.#lookUp(item).catch((error: unknown) => {
            // Answers that can't be stored any more would be paid for in vain.
            this.#isBroken = true;
            throw error;
          });
        }),
      ),
    );
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") throw outcome.reason;
    }
    if (this.#stopped !== null) {
      await giveUp(this.#run, sentence(this.#stopped.message));
    } else if (this.#lastFailure !== null) {
      await this.#run.warn(
        `Bei ${formatCount(this.#failed, "Firma", "Firmen")} blieb die E-Mail-Suche ohne Antwort. ${sentence(this.#lastFailure.message)}`,
      );
    }
  }

  async #lookUp(item: PendingEmail): Promise<void> {
    const known = await getEmailLookup(
      this.#run.db,
      item.domain,
      this.#finder.id,
      Date.now() - LOOKUP_VALID_MS,
    );
    if (known !== undefined) {
      await this.#apply(item, known.state, parseList(known.emails), null);
      return;
    }
    const callId = uuid();
    await recordIntendedCall(this.#run.db, {
      id: callId,
      jobId: this.#run.job.id,
      step: `email ${item.domain}`,
      provider: this.#finder.id,
      createdAt: Date.now(),
    });
    try {
      const answer = await this.#finder.findCompanyEmails(item.domain, this.#run.signal);
      this.#failuresInARow = 0;
      await this.#apply(item, answer.state, answer.emails, { callId, answer });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await settleCall(this.#run.db, callId, "failed", Date.now(), null);
      await this.#fail(item, error);
    }
  }

  async #fail(item: PendingEmail, error: ProviderError): Promise<void> {
    const concernsAll =
      error.kind === "no_credit" || error.kind === "auth" || error.kind === "forbidden";
    this.#failuresInARow += error.kind === "bad_request" ? 0 : 1;
    if (concernsAll || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) {
      this.#stopped ??= error;
      return;
    }
    this.#failed += 1;
    this.#lastFailure = error;
    await this.#apply(item, "failed", [], null);
  }

  /** One step: the answer in the lead, at the result, in the ledger and in the memory of answers. */
  async #apply(
    item: PendingEmail,
    state: EmailState,
    emails: readonly string[],
    call: { callId: string; answer: EmailAnswer } | null,
  ): Promise<void> {
    await this.#run.step(async (trx, job) => {
      const now = Date.now();
      if (call !== null) {
        await settleCall(trx, call.callId, "answered", now, call.answer.creditsCharged);
        await saveEmailLookup(trx, {
          domain: item.domain,
          provider: this.#finder.id,
          state,
          emails: JSON.stringify(emails),
          lookedUpAt: now,
        });
      }
      const [lead] = await findLeadsBySeq(trx, [item.leadSeq]);
      if (lead !== undefined) {
        await storeEmails(trx, lead, emails, { jobId: job.id, actor: job.createdBy, now });
      }
      await setEmailState(trx, job.id, item.position, state);
      this.#done += 1;
      return {
        change: {
          progress: this.#from + Math.floor((99 - this.#from) * (this.#done / this.#total)),
        },
        positions: [item.position],
      };
    });
  }
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
