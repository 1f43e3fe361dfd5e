import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { addLead } from "~db/store.test-support";
import { startRun } from "../jobs/job-run.test-support";

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

export async function statesOf(db: Db, jobId: string): Promise<(string | null)[]> {
  const query = db.selectFrom("jobResults").select("emailState").where("jobId", "=", jobId);
  return (await query.orderBy("position").execute()).map(({ emailState }) => emailState);
}

export const calls = (db: Db) => db.selectFrom("providerCalls").selectAll().orderBy("id").execute();
export const lookups = (db: Db) =>
  db.selectFrom("emailLookups").selectAll().orderBy("domain").execute();
