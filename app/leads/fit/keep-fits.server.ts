import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Db } from "~db/client";
import {
  countJudged,
  findComparedAfter,
  findJudged,
  getFitState,
  putFits,
} from "~db/queries/lead-fits";
import { timedSteps } from "~db/timed-steps";
import { formatCount } from "../../format/german";
import { learnFits } from "./learn-fits";

const [MIN_JUDGED, MIN_APPROVED] = [20, 5];
/** More teach nothing new, and would block the process. */
const MAX_LEARNED = 200;
/** Approved leads come last, since nobody has to find them. */
const APPROVED = { fit: -1_000_000, alike: null };
const UNKNOWN = { fit: 0, alike: null };

/** A German sentence; null if the team has judged enough leads to learn from. */
export async function missingJudgements(db: Db): Promise<string | null> {
  const { approved, deleted } = await countJudged(db, MIN_JUDGED);
  const [toJudge, toApprove] = [MIN_JUDGED - approved - deleted, MIN_APPROVED - approved];
  if (Math.max(toJudge, toApprove) <= 0) return null;
  const leads = formatCount(Math.max(toJudge, toApprove), "Lead", "Leads");
  const action = toJudge > toApprove ? "freigeben oder löschen" : "freigeben";
  return `Noch ${leads} ${action}, dann stehen hier die zuerst, die den freigegebenen gleichen.`;
}

/** Learns from the team's judgements and stores how well each lead fits, in steps of about 10 ms. */
export async function refreshFits(db: Db, signal?: AbortSignal): Promise<void> {
  const isMissing = (await missingJudgements(db)) !== null;
  const learned = isMissing ? () => UNKNOWN : learnFits(await findJudged(db, MAX_LEARNED));
  let after = 0;
  for await (const size of timedSteps(signal)) {
    const leads = await findComparedAfter(db, after, size);
    const changed = leads.flatMap(({ seq, approved, fit, alike, ...lead }) => {
      const next = approved === 1 ? APPROVED : learned(lead);
      return next.fit === fit && next.alike === alike ? [] : [{ seq, ...next }];
    });
    if (changed.length > 0) await putFits(db, changed);
    const last = leads.at(-1)?.seq;
    if (last === undefined) return;
    after = last;
  }
}

const PAUSE_MS = 1_000;
/** Pauses so many times as long as it worked. */
const REST = 20;

/** Refreshes whenever leads or judgements have changed. Resolves when the signal stops it. */
export async function keepFits(db: Db, signal: AbortSignal, log: Pick<Logger, "error">) {
  let known = "";
  for (let pause = PAUSE_MS; !signal.aborted; ) {
    await delay(pause, undefined, { signal, ref: false }).catch(() => {});
    const start = performance.now();
    try {
      signal.throwIfAborted();
      const state = await getFitState(db);
      if (state !== known) await refreshFits(db, signal);
      known = state;
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, "fits could not be refreshed");
    }
    pause = Math.max(PAUSE_MS, REST * (performance.now() - start));
  }
}
