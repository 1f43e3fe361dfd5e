import type { Db } from "../client";
import type { Database, New } from "../schema";
import { countRows } from "./read-pages";

type LookupKey = Pick<Database["emailLookups"], "subject" | "question" | "provider">;

export function getEmailLookup(db: Db, { subject, question, provider }: LookupKey, since: number) {
  return db
    .selectFrom("emailLookups")
    .selectAll()
    .where("subject", "=", subject)
    .where("question", "=", question)
    .where("provider", "=", provider)
    .where("lookedUpAt", ">=", since)
    .executeTakeFirst();
}

export async function findLookupsAt(db: Db, subject: string, domain: string) {
  return db
    .selectFrom("emailLookups")
    .select("emails")
    .where("subject", "=", subject)
    .where("domain", "=", domain)
    .orderBy("lookedUpAt", "desc")
    .execute();
}

export async function saveEmailLookup(db: Db, lookup: New<"emailLookups">): Promise<void> {
  await db.replaceInto("emailLookups").values(lookup).execute();
}

/** Results count if their lead has an email and the answer is newer than `since` (milliseconds UTC). */
export async function countAnsweredResults(
  db: Db,
  jobId: string,
  { question, provider }: Pick<LookupKey, "question" | "provider">,
  since: number,
): Promise<number> {
  const query = db
    .selectFrom("jobResults")
    .innerJoin("leads", "leads.seq", "jobResults.leadSeq")
    .innerJoin("emailLookups", "emailLookups.subject", "leads.domain")
    .where("jobResults.jobId", "=", jobId)
    .where("jobResults.skipReason", "is", null)
    .where("jobResults.emailState", "is", null)
    .where("leads.email", "is not", null)
    .where("emailLookups.question", "=", question)
    .where("emailLookups.provider", "=", provider)
    .where("emailLookups.lookedUpAt", ">=", since);
  return countRows(query);
}

export async function purgeEmailLookups(db: Db, before: number): Promise<void> {
  await db.deleteFrom("emailLookups").where("lookedUpAt", "<", before).execute();
}
