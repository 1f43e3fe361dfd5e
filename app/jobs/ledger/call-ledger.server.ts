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
import { monthOf } from "../../format/iso-time";
import { noteSending } from "../../providers/fetch/sending";
import { ProviderError } from "../../providers/provider-error";

export class CeilingReachedError extends Error {
  readonly kind = "ceiling";

  constructor(providerName: string, ceiling: number) {
    super(
      `${providerName}: Die Monatsgrenze von ${formatNumber(ceiling)} Aufrufen ist erreicht; weitere wurden nicht gemacht. In den Einstellungen lässt sie sich ändern.`,
    );
    this.name = "CeilingReachedError";
  }
}

export interface BookedCall {
  id: string;
  jobId: string;
  provider: string;
  month: string;
}

/** @throws CeilingReachedError when the month (YYYY-MM) has no call left */
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

interface CallingRun {
  readonly db: Db;
  readonly job: { readonly id: string };
}

/** Books calls that may cost money by job, provider and month, and keeps the monthly ceilings. */
export class CallLedger {
  /** Shared by all jobs, so that no two pay for one answer. */
  readonly underWay = new Map<string, Promise<unknown>>();
  readonly #timeZone: string;

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /**
   * Books before the call, so that a crash can't hide its cost. `step` names no person.
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

  /** Belongs in the transaction that applies the answer. */
  async settle(trx: Db, call: BookedCall, creditsCharged: number): Promise<void> {
    await settleCall(trx, call.id, "answered", Date.now(), creditsCharged);
    if (creditsCharged <= 0) return;
    const { month, provider, jobId } = call;
    await addUsage(trx, { month, provider, jobId }, { billed: 1, credits: creditsCharged });
  }

  /** Marks the call as sent when it leaves: it may wait long for its turn. */
  send<Answer>(db: Db, { id }: BookedCall, call: () => Promise<Answer>): Promise<Answer> {
    return noteSending(() => markCallSent(db, id), call);
  }

  async fail(db: Db, call: BookedCall): Promise<void> {
    await settleCall(db, call.id, "failed", Date.now(), null);
  }

  /** Unbooks a call that was stopped while it waited. */
  async #takeBack(trx: Db, { id, month, provider, jobId }: BookedCall): Promise<boolean> {
    const isUnsent = await dropUnsentCall(trx, id);
    if (isUnsent) await addUsage(trx, { month, provider, jobId }, { calls: -1 });
    return isUnsent;
  }

  /** Unbooks calls of a dead process that were never sent. Needs the run lock, before any job runs. */
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

  async countSaved(trx: Db, jobId: string, provider: string, saved = 1): Promise<void> {
    if (saved === 0) return;
    const month = monthOf(Date.now(), this.#timeZone);
    await addUsage(trx, { month, provider, jobId }, { saved });
  }

  /** Closes the call where it fails; the caller settles it with the answer. */
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
        // An answering service was called, even where the sending was not noted.
        const mayBeUnsent = !(error instanceof ProviderError);
        if (!(mayBeUnsent && (await this.#takeBack(trx, booked)))) await this.fail(trx, booked);
      });
      throw error;
    }
  }
}
