import { z } from "zod";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import {
  countAnsweredResults,
  getEmailLookup,
  purgeEmailLookups,
  saveEmailLookup,
} from "~db/queries/email-lookups";
import { parseList } from "~db/queries/leads";
import type { EmailAnswer, Question } from "../../providers/email-finder";

const VALID_MS = 30 * 24 * 60 * 60 * 1000;

const ContactSchema = z.object({
  name: z.string().nullable(),
  title: z.string().nullable(),
  profileUrl: z.string().nullable(),
});
const StateSchema = z.enum(["found", "risky", "not_found", "blacklisted"]);

const COMPANY_QUESTION = "company";

function wordsOf(asked: Question): string {
  if (asked.kind === "company") return COMPANY_QUESTION;
  return `${asked.kind}:${asked.kind === "person" ? asked.fullName : asked.category}`;
}

function keyOf(asked: Question, provider: string) {
  const { company } = asked;
  const subject = "domain" in company ? company.domain : `name:${company.companyName}`;
  return { subject: foldText(subject), question: foldText(wordsOf(asked)), provider };
}

/** Null if the finder must be asked. */
export async function getCachedLookup(
  db: Db,
  finderId: string,
  asked: Question,
): Promise<EmailAnswer | null> {
  const known = await getEmailLookup(db, keyOf(asked, finderId), Date.now() - VALID_MS);
  if (known === undefined) return null;
  return {
    state: StateSchema.parse(known.state),
    emails: parseList(known.emails),
    unverifiedEmail: known.address,
    contact: known.contact === null ? null : ContactSchema.parse(JSON.parse(known.contact)),
    creditsCharged: 0,
  };
}

/** Call in the transaction that applies the answer. */
export async function storeLookup(
  trx: Db,
  finderId: string,
  asked: Question,
  { answer, domain, now }: { answer: EmailAnswer; domain: string | null; now: number },
): Promise<void> {
  await saveEmailLookup(trx, {
    ...keyOf(asked, finderId),
    state: answer.state,
    emails: JSON.stringify(answer.emails),
    address: answer.unverifiedEmail ?? null,
    contact: answer.contact ? JSON.stringify(answer.contact) : null,
    domain,
    lookedUpAt: now,
  });
}

export async function countCachedCompanies(
  db: Db,
  jobId: string,
  finderId: string,
): Promise<number> {
  const asked = { question: COMPANY_QUESTION, provider: finderId };
  return countAnsweredResults(db, jobId, asked, Date.now() - VALID_MS);
}

/** Some answers are about people who never became a contact. */
export async function purgeOldLookups(db: Db, now: number): Promise<void> {
  await purgeEmailLookups(db, now - VALID_MS);
}
