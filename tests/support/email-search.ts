import type { JobRun } from "~/jobs/runner/job-run.server";
import { decisionMaker, type EmailQuestion } from "~/pipelines/emails/email-question";
import { findEmails } from "~/pipelines/emails/find-emails.server";
import type { EmailAnswer } from "~/providers/email-finder";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { parseList } from "~db/queries/leads";
import type { JobResultRow, NewJobRow } from "~db/schema";
import { FakeFinder, servicesWith } from "./fake-providers";
import { startRun } from "./job-run";
import { addLead } from "./store";

export async function statesOf(db: Db, jobId: string): Promise<(string | null)[]> {
  const query = db.selectFrom("jobResults").select("emailState").where("jobId", "=", jobId);
  return (await query.orderBy("position").execute()).map(({ emailState }) => emailState);
}

export const calls = (db: Db) => db.selectFrom("providerCalls").selectAll().orderBy("id").execute();
export const lookups = (db: Db) =>
  db.selectFrom("emailLookups").selectAll().orderBy("domain").execute();

/** Asks for the emails of every company of a job. */
export function lookUp(run: JobRun, emails: FakeFinder | null): Promise<void> {
  return findEmails(run, servicesWith({ emails }), 60);
}

type Row = Partial<JobResultRow> & { lead?: Parameters<typeof addLead>[1] };

/** A job over a list whose companies have a lead, new or known, or only a name. */
export async function startWithRows(db: Db, rows: readonly Row[], job: Partial<NewJobRow> = {}) {
  const query = "Liste.csv";
  const scene = await startRun(db, { kind: "contacts", phase: "storing", query, ...job });
  for (const [index, { lead, ...fields }] of rows.entries()) {
    const all = db.selectFrom("leads").selectAll();
    const known = lead && (await all.where("domain", "=", lead.domain).executeTakeFirst());
    const stored = known ?? (lead && (await addLead(db, lead)));
    const found = stored && {
      leadSeq: stored.seq,
      domain: stored.domain,
      companyName: stored.companyName,
    };
    const result = { jobId: scene.job.id, position: index + 1, isNew: 0, ...found } as const;
    await insertJobResults(db, [{ ...result, emailState: "pending", ...fields }]);
  }
  return scene;
}

/** A search that has found some companies whose emails are to be looked for. */
export function startWith(db: Db, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    lead: { domain: `firma-${index + 1}.de` },
    isNew: 1 as const,
  }));
  return startWithRows(db, rows, { kind: "maps", query: "Maler", progress: 60 });
}

/** Asks for every result of a job, by default for whoever leads the company. */
export async function askAll(
  db: Db,
  { run, job }: Awaited<ReturnType<typeof startWithRows>>,
  answer: (asked: string) => EmailAnswer,
  question: EmailQuestion = decisionMaker("ceo"),
) {
  const finder = new FakeFinder(answer);
  await findEmails(run, servicesWith({ emails: finder }), 20, question);
  const results = db.selectFrom("jobResults").selectAll().where("jobId", "=", job.id);
  return {
    asked: finder.asked,
    job: run.job,
    warnings: parseList(run.job.warnings),
    leads: await db.selectFrom("leads").selectAll().orderBy("seq").execute(),
    results: await results.orderBy("position").execute(),
    states: await statesOf(db, job.id),
  };
}

/** The same for a new job over some rows. */
export async function ask(
  db: Db,
  rows: readonly Row[],
  answer: (asked: string) => EmailAnswer,
  question?: EmailQuestion,
) {
  return askAll(db, await startWithRows(db, rows), answer, question);
}
