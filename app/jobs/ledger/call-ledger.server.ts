import { TZDate } from "@date-fns/tz";
import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { closeLostQuestions } from "~db/queries/model-calls";
import {
  closeLostCalls,
  dropUnsentCall,
  markCallSent,
  recordIntendedCall,
  settleCall,
} from "~db/queries/provider-calls";
import { getMonthlyCeiling } from "~db/queries/provider-limits";
import { addUsage, countMonthlyCalls } from "~db/queries/provider-usage";
import { formatNumber } from "../../format/german";
import { noteSending } from "../../providers/fetch/sending";
import { ProviderError } from "../../providers/provider-error";

/** The team allowed itself no more calls of this provider this month. What was found stays. */
export class CeilingReachedError extends Error {
  readonly kind = "ceiling";

  constructor(providerName: string, ceiling: number) {
    super(
      `${providerName}: Die Monatsgrenze von ${formatNumber(ceiling)} Aufrufen ist erreicht; weitere wurden nicht gemacht. In den Einstellungen lässt sie sich ändern.`,
    );
    this.name = "CeilingReachedError";
  }
}

/** A call that stands in the ledger and may be made. */
export interface BookedCall {
  id: string;
  jobId: string;
  provider: string;
  month: string;
}

export function monthOf(at: number, timeZone: string): string {
  const date = new TZDate(at, timeZone);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

/** @throws CeilingReachedError when the month (YYYY-MM) has no call of the provider left */
export async function assertCallLeft(
  trx: Db,
  month: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const ceiling = await getMonthlyCeiling(trx, id);
  if (ceiling !== null && (await countMonthlyCalls(trx, month, id)) >= ceiling) {
    throw new CeilingReachedError(name, ceiling);
  }
}

/** A run of a job as the ledger sees it. */
interface CallingRun {
  readonly db: Db;
  readonly job: { readonly id: string };
}

/** Books every call that may cost money, by job, provider and month, and keeps the monthly ceilings. */
export class CallLedger {
  /** The questions under way, whichever job asks them, so that no two pay for one answer. */
  readonly underWay = new Map<string, Promise<unknown>>();
  readonly #timeZone: string;

  /** @param timeZone where months begin and end */
  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /**
   * Books a call before it is made, so that a crash cannot hide that it may have cost something.
   *
   * @param step what the call is for; names no person
   * @throws CeilingReachedError when the month has no call left; then nothing is booked
   */
  async book(
    run: CallingRun,
    provider: { id: string; name: string },
    step: string,
  ): Promise<BookedCall> {
    const now = Date.now();
    const month = monthOf(now, this.#timeZone);
    const call = { id: uuid(), jobId: run.job.id, provider: provider.id };
    await run.db.transaction().execute(async (trx) => {
      await assertCallLeft(trx, month, provider);
      await recordIntendedCall(trx, { ...call, step, createdAt: now });
      await addUsage(trx, { month, provider: provider.id, jobId: call.jobId }, { calls: 1 });
    });
    return { ...call, month };
  }

  /** Closes a call that was answered. Belongs in the transaction that applies the answer. */
  async settle(trx: Db, call: BookedCall, creditsCharged: number): Promise<void> {
    await settleCall(trx, call.id, "answered", Date.now(), creditsCharged);
    if (creditsCharged <= 0) return;
    const { month, provider, jobId } = call;
    await addUsage(trx, { month, provider, jobId }, { billed: 1, credits: creditsCharged });
  }

  /**
   * Makes a call that is booked, and notes when it leaves: until then it may wait long for its turn, and counts as sent only
   * from there on.
   */
  send<Answer>(db: Db, { id }: BookedCall, call: () => Promise<Answer>): Promise<Answer> {
    return noteSending(() => markCallSent(db, id), call);
  }

  /** Closes a call that was sent without an answer. */
  async fail(db: Db, call: BookedCall): Promise<void> {
    await settleCall(db, call.id, "failed", Date.now(), null);
  }

  /** Takes a call back that was stopped while it waited for its turn. */
  async #takeBack(trx: Db, { id, month, provider, jobId }: BookedCall): Promise<boolean> {
    const isUnsent = await dropUnsentCall(trx, id);
    if (isUnsent) await addUsage(trx, { month, provider, jobId }, { calls: -1 });
    return isUnsent;
  }

  /**
   * Settles what a process that died left open: what was never sent counts no more, what was sent counts once though
   * nobody knows its answer. Only whoever holds the run lock may call this, before any job runs.
   *
   * @param modelProvider under which questions to the language model count
   */
  async settleLost(db: Db, modelProvider: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const questions = await closeLostQuestions(trx);
      const unsent = [
        ...(await closeLostCalls(trx)),
        ...questions.map((call) => ({ ...call, provider: modelProvider, jobId: call.jobId ?? "" })),
      ];
      for (const { createdAt, provider, jobId } of unsent) {
        const month = monthOf(createdAt, this.#timeZone);
        await addUsage(trx, { month, provider, jobId }, { calls: -1 });
      }
    });
  }

  /** Counts questions that were answered from the store. Belongs in the transaction that applies the answers. */
  async countSaved(trx: Db, jobId: string, provider: string, saved = 1): Promise<void> {
    if (saved === 0) return;
    const month = monthOf(Date.now(), this.#timeZone);
    await addUsage(trx, { month, provider, jobId }, { saved });
  }

  /** Books a call, makes it, and closes it where it fails. The caller settles it with the answer. */
  async make<Answer>(
    run: CallingRun,
    provider: { id: string; name: string },
    step: string,
    call: () => Promise<Answer>,
  ): Promise<{ booked: BookedCall; answer: Answer }> {
    const booked = await this.book(run, provider, step);
    try {
      return { booked, answer: await this.send(run.db, booked, call) };
    } catch (error) {
      await run.db.transaction().execute(async (trx) => {
        // What a service said was sent, also where nobody noted it.
        const mayBeUnsent = !(error instanceof ProviderError);
        if (!(mayBeUnsent && (await this.#takeBack(trx, booked)))) await this.fail(trx, booked);
      });
      throw error;
    }
  }
}
