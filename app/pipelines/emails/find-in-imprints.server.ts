import { countEmailStates, type PendingEmail, setEmailState } from "~db/queries/job-results";
import { findLeadsBySeq } from "~db/queries/lead-list";
import { formatCount, formatNumber } from "../../format/german";
import type { JobRun, PipelineServices } from "../../jobs/runner/job-run.server";
import { readCompanyFacts } from "../../leads/evidence/company-facts.server";
import { storeFacts } from "../../leads/store/store-facts.server";
import type { EmailFinder } from "../../providers/email-finder";
import { imprintSetting } from "../../settings/team-settings.server";

export const SITE_CONCURRENCY = 24;
const NO_EMAIL = "Im Impressum steht keine E-Mail.";

interface ImprintSearch {
  pending: readonly PendingEmail[];
  finder: EmailFinder | null;
  isPersonal: boolean;
}

/** „Impressum: 31 von 40 E-Mails gefunden, 31 Abfragen bei Anymailfinder gespart. …“ */
function noteOf(
  found: number,
  total: number,
  finder: EmailFinder | null,
  problems: ReadonlyMap<string, number>,
): string {
  const saved =
    finder === null || found === 0
      ? ""
      : `, ${formatCount(found, "Abfrage", "Abfragen")} bei ${finder.name} gespart`;
  const head = `Impressum: ${formatNumber(found)} von ${formatCount(total, "E-Mail", "E-Mails")} gefunden${saved}.`;
  const reasons = [...problems].map(
    ([text, count]) => `${text.replace(/\.$/, "")} (${formatNumber(count)})`,
  );
  return reasons.length === 0 ? head : `${head} Ohne E-Mail: ${reasons.join("; ")}.`;
}

/** Free: saves the finder's paid calls, or replaces it. */
export async function findInImprints(
  run: JobRun,
  { sites, ledger, readsImprints }: Pick<PipelineServices, "sites" | "ledger" | "readsImprints">,
  { pending, finder, isPersonal }: ImprintSearch,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { isRead, personalEmail } = await imprintSetting.load(run.db);
  const known = pending.filter(({ leadSeq }) => leadSeq !== null);
  const states = await countEmailStates(run.db, run.job.id);
  // checkSites() may already have read some.
  let found = states.get("found") ?? 0;
  if (!readsImprints || !isRead || known.length + found === 0) return false;
  // The note is written last, so a restart may skip the phase.
  if (run.job.note !== null) return true;
  const isAnswer = !isPersonal || finder === null;
  const problems = new Map<string, number>();
  let done = 0;
  await run.workOn(known, SITE_CONCURRENCY, async ({ position, leadSeq }) => {
    const [lead] = leadSeq === null ? [] : await findLeadsBySeq(run.db, [leadSeq]);
    if (lead === undefined) return;
    const read = await readCompanyFacts(sites, lead, run.signal, { personalEmail });
    let isFound = false;
    await run.step(async (trx, job) => {
      const [current] = await findLeadsBySeq(trx, [lead.seq]);
      const { id: jobId, createdBy: actor } = job;
      const finding = { jobId, actor, now: Date.now(), source: "imprint" } as const;
      const stored = current && (await storeFacts(trx, current, read.facts, finding));
      const hasEmail = Boolean(stored?.email) && read.facts.some(({ field }) => field === "email");
      if (hasEmail && isAnswer) {
        await setEmailState(trx, job.id, position, "found");
        if (finder !== null) await ledger.countSaved(trx, job.id, finder.id);
      } else if (finder === null) await setEmailState(trx, job.id, position, "not_found");
      isFound = hasEmail;
      const progress = from + Math.floor(((to - from) * (done + 1)) / known.length);
      return { change: { progress } };
    });
    const problem = read.problem ?? NO_EMAIL;
    if (isFound) found += 1;
    else problems.set(problem, (problems.get(problem) ?? 0) + 1);
    done += 1;
  });
  const total = [...states.values()].reduce((sum, count) => sum + count, 0);
  await run.update({ note: noteOf(found, total, isAnswer ? finder : null, problems) });
  return true;
}
