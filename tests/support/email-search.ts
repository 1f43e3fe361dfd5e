import type { JobRun } from "~/jobs/runner/job-run.server";
import { decisionMaker, type EmailQuestion } from "~/pipelines/emails/email-question";
import { findEmails } from "~/pipelines/emails/find-emails.server";
import type { EmailAnswer } from "~/providers/email-finder";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import type { JobResultRow, NewJobRow } from "~db/schema";
import { FakeFinder, servicesWith } from "./fake-providers";
import { startRun } from "./job-run";
import { addLead } from "./store";

/** A job that has found some companies whose emails are to be looked for. */
export async function startWith(db: Db, count: number) {
  const scene = await startRun(db, { phase: "storing", progress: 60 });
  for (let position = 1; position <= count; position += 1) {
    const domain = `firma-${position}.de`;
    const known = await db
      .selectFrom("leads")
      .select("seq")
      .where("domain", "=", domain)
      .executeTakeFirst();
    const { seq } = known ?? (await addLead(db, { domain }));
    await insertJobResults(db, [
      { jobId: scene.job.id, position, leadSeq: seq, domain, isNew: 1, emailState: "pending" },
    ]);
  }
  return scene;
}

/** A job over a list whose companies have a domain and a lead, or only a name, or what else is said of them. */
export async function startWithResults(
  db: Db,
  results: readonly Partial<JobResultRow>[],
  job: Partial<NewJobRow> = {},
) {
  const query = "Liste.csv";
  const scene = await startRun(db, { kind: "contacts", phase: "storing", query, ...job });
  for (const [index, fields] of results.entries()) {
    await insertJobResults(db, [
      { jobId: scene.job.id, position: index + 1, isNew: 0, emailState: "pending", ...fields },
    ]);
  }
  return scene;
}

/** A result whose company has a lead. */
export async function resultOf(db: Db, fields: Parameters<typeof addLead>[1]) {
  const { seq, domain, companyName } = await addLead(db, fields);
  return { leadSeq: seq, domain, companyName };
}

export async function statesOf(db: Db, jobId: string): Promise<(string | null)[]> {
  const query = db.selectFrom("jobResults").select("emailState").where("jobId", "=", jobId);
  return (await query.orderBy("position").execute()).map(({ emailState }) => emailState);
}

export const calls = (db: Db) => db.selectFrom("providerCalls").selectAll().orderBy("id").execute();
export const lookups = (db: Db) =>
  db.selectFrom("emailLookups").selectAll().orderBy("domain").execute();

export type EmailScene = Awaited<ReturnType<typeof startWithResults>>;

/** Asks for the emails of every company of a job. */
export function lookUp(run: JobRun, emails: FakeFinder | null): Promise<void> {
  return findEmails(run, servicesWith({ emails }), 60);
}

/** Asks for every result of a job, by default for whoever leads the company. */
export async function ask(
  scene: EmailScene,
  answer: (asked: string) => EmailAnswer,
  question: EmailQuestion = decisionMaker("ceo"),
): Promise<FakeFinder> {
  const finder = new FakeFinder(answer);
  await findEmails(scene.run, servicesWith({ emails: finder }), 20, question);
  return finder;
}

export const allLeads = (db: Db) => db.selectFrom("leads").selectAll().orderBy("seq").execute();

export const allResults = (db: Db, { job }: EmailScene) =>
  db.selectFrom("jobResults").selectAll().where("jobId", "=", job.id).orderBy("position").execute();
