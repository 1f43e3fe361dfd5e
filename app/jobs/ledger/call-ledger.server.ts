import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { recordCall, settleCall } from "~db/queries/provider-calls";
import { getMonthlyCeiling } from "~db/queries/provider-limits";
import { addUsage, countMonthlyCalls } from "~db/queries/provider-usage";
import { formatNumber } from "../../format/german";
import { monthOf } from "../../format/iso-time";
import { onFirstRequest } from "../../providers/fetch/sending";
import { PLACE_IDS, serviceOf } from "../../providers/services";

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
  const service = id === PLACE_IDS ? id : serviceOf(id);
  const ceiling = await getMonthlyCeiling(trx, service);
  if (ceiling !== null && (await countMonthlyCalls(trx, month, service)) >= ceiling) {
    throw new CeilingReachedError(name, ceiling);
  }
}

interface CallingRun {
  readonly db: Db;
  readonly job: { readonly id: string };
}

/** Books calls that may cost money by job, provider and month, and keeps the monthly ceilings. */
export class CallLedger {
  /** Shared by all jobs, so that no answer is paid twice. */
  readonly underWay = new Map<string, Promise<unknown>>();

  constructor(private readonly timeZone: string) {}

  newCall({ job }: CallingRun, provider: { id: string }): BookedCall {
    const month = monthOf(Date.now(), this.timeZone);
    return { id: uuid(), jobId: job.id, provider: provider.id, month };
  }

  /**
   * Books as the request is sent: a crash can't hide its cost, and waiting costs nothing. `step` must name no person.
   * @throws CeilingReachedError when the month has no call left; then nothing is booked
   */
  send<Answer>(
    db: Db,
    { month, ...call }: BookedCall,
    { name, step }: { name: string; step: string },
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const book = () =>
      db.transaction().execute(async (trx) => {
        await assertCallLeft(trx, month, { id: call.provider, name });
        await recordCall(trx, { ...call, step, createdAt: Date.now() });
        await addUsage(trx, { month, provider: call.provider, jobId: call.jobId }, { calls: 1 });
      });
    return onFirstRequest(book, ask);
  }

  /** Call in the transaction that applies the answer. */
  async settle(trx: Db, call: BookedCall, creditsCharged: number): Promise<void> {
    await settleCall(trx, call.id, "answered", Date.now(), creditsCharged);
    if (creditsCharged <= 0) return;
    const { month, provider, jobId } = call;
    await addUsage(trx, { month, provider, jobId }, { billed: 1, credits: creditsCharged });
  }

  /** Does nothing for a call that was never sent. */
  async fail(db: Db, call: BookedCall): Promise<void> {
    await settleCall(db, call.id, "failed", Date.now(), null);
  }

  async countSaved(trx: Db, jobId: string, provider: string, saved = 1): Promise<void> {
    if (saved === 0) return;
    const month = monthOf(Date.now(), this.timeZone);
    await addUsage(trx, { month, provider, jobId }, { saved });
  }

  /** Closes the call on failure. The caller settles it with the answer. */
  async make<Answer>(
    run: CallingRun,
    provider: { id: string; name: string },
    step: string,
    ask: () => Promise<Answer>,
  ): Promise<{ booked: BookedCall; answer: Answer }> {
    const booked = this.newCall(run, provider);
    try {
      const answer = await this.send(run.db, booked, { name: provider.name, step }, ask);
      return { booked, answer };
    } catch (error) {
      await this.fail(run.db, booked);
      throw error;
    }
  }
}
