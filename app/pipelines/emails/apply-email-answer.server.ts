import type { Db } from "~db/client";
import {
  countEmailStates,
  findResultsInState,
  hasResultDomain,
  type PendingEmail,
  setEmailState,
} from "~db/queries/job-results";
import { findLeadsBySeq } from "~db/queries/lead-list";
import { findLeadsByDomain } from "~db/queries/leads";
import type { EmailState, JobRow } from "~db/schema";
import { formatCount } from "../../format/german";
import type { JobProgress } from "../../jobs/runner/job-run.server";
import { storeForJob } from "../../jobs/runner/store-found.server";
import { contactColumns } from "../../leads/contact-columns.server";
import { storeEmailAnswer } from "../../leads/store/store-facts.server";
import { foundCompany } from "../../providers/company-search";
import type { Contact, EmailAnswer } from "../../providers/email-finder";
import {
  displayDomain,
  domainKey,
  isAtOtherDomain,
} from "../../reading/companies/domain-key.server";
import { fitsCompany } from "../../reading/companies/fits-company.server";
import { getCachedLookup } from "./email-lookup-cache.server";
import type { EmailQuestion } from "./email-question";

interface AnswerContext {
  finderId: string;
  /** The question is about a person, who may have changed company. */
  isPersonal: boolean;
  now: number;
}

function companyDomainOf(address: string | null | undefined): string | null {
  const key = address ? domainKey(address) : null;
  return key?.kind === "company" ? key.domain : null;
}

function leadingAddress({ emails, unverifiedEmail }: EmailAnswer): string | null {
  return emails[0] ?? unverifiedEmail ?? null;
}

/** The domain asked for, else that of the answered address. */
export function answeredDomain(item: Pick<PendingEmail, "domain">, answer: EmailAnswer) {
  return item.domain ?? companyDomainOf(leadingAddress(answer));
}

function contactOf(item: PendingEmail, answer: EmailAnswer): Contact | null {
  const found = answer.contact ?? null;
  const email = answer.emails[0] ?? null;
  if (item.contactName === null) return found && { ...found, email };
  return {
    email,
    name: item.contactName,
    title: item.contactTitle ?? found?.title ?? null,
    profileUrl: item.contactProfileUrl ?? found?.profileUrl ?? null,
  };
}

/** Creates a lead for a company known only by name if the answer reveals its domain. */
export async function applyEmailAnswer(
  trx: Db,
  job: JobRow,
  item: PendingEmail,
  answer: EmailAnswer,
  context: AnswerContext,
): Promise<JobProgress> {
  if (item.domain === null) return resolveByName(trx, job, item, answer, context);
  const { domain, position } = item;
  const isOwn = (address: string) => !isAtOtherDomain(address, domain);
  // A person may have left the company, so a warning counts it; a company's own mailbox may be elsewhere.
  const isForeign = context.isPersonal && answer.emails.length > 0 && !answer.emails.some(isOwn);
  const contact = contactOf(item, answer);
  const { emails, unverifiedEmail = null } = answer;
  const isUnsure = emails.length === 0 && unverifiedEmail !== null && !isOwn(unverifiedEmail);
  const [lead] = item.leadSeq === null ? [] : await findLeadsBySeq(trx, [item.leadSeq]);
  if (lead !== undefined) {
    await storeEmailAnswer(
      trx,
      lead,
      { emails: answer.emails, contact: isUnsure ? null : contact },
      { jobId: job.id, actor: job.createdBy, provider: context.finderId, now: context.now },
    );
  }
  const state = isForeign ? "other_domain" : answer.state;
  await setEmailState(trx, job.id, position, state, contactColumns(contact));
  return {};
}

async function resolveByName(
  trx: Db,
  job: JobRow,
  item: PendingEmail,
  answer: EmailAnswer,
  { finderId, now }: AnswerContext,
): Promise<JobProgress> {
  const contact = contactOf(item, answer);
  const answered = answeredDomain(item, answer);
  // The answer may belong to a similarly named company, or to the person's new one.
  const isOwn = answered !== null && fitsCompany(item.companyName ?? "", displayDomain(answered));
  if (!isOwn) {
    // A mailbox provider's address has no company domain.
    const state: EmailState = answer.state === "found" ? "other_domain" : answer.state;
    const skipReason = answered === null ? ("no_domain" as const) : ("candidate" as const);
    const left = { ...contactColumns(contact), domain: answered, skipReason };
    await setEmailState(trx, job.id, item.position, state, left);
    return {};
  }
  const domain = answered;
  const company = foundCompany({
    name: item.companyName,
    domain,
    contact,
    payload: { companyName: item.companyName },
  });
  const seen = new Set((await hasResultDomain(trx, job.id, domain)) ? [domain] : []);
  const finding = { provider: finderId, term: job.query, seen };
  const [stored] = await storeForJob(trx, job, [company], finding);
  if (stored === undefined) throw new Error("a company was neither stored nor left out");
  const { lead, isNew, skipReason } = stored;
  // Another person of a stored company: the paid address belongs to its lead.
  const existing =
    skipReason === "duplicate" ? (await findLeadsByDomain(trx, [domain])).get(domain) : null;
  const owner = lead ?? existing ?? null;
  if (owner !== null) {
    const by = { jobId: job.id, actor: job.createdBy, provider: finderId, now };
    await storeEmailAnswer(trx, owner, { emails: answer.emails, contact: null }, by);
  }
  await setEmailState(trx, job.id, item.position, answer.state, {
    ...contactColumns(contact),
    leadSeq: lead?.seq ?? null,
    domain: stored.domain,
    isNew: isNew ? 1 : 0,
    skipReason,
  });
  return lead === null ? {} : { stored: job.stored + 1, fresh: job.fresh + (isNew ? 1 : 0) };
}

const NAMED = 3;

/** Must name no person. Null if every address belongs to its company. */
export async function otherDomainsWarning(
  db: Db,
  jobId: string,
  finderId: string,
  question: EmailQuestion,
): Promise<string | null> {
  const count = (await countEmailStates(db, jobId)).get("other_domain") ?? 0;
  if (count === 0) return null;
  const results = await findResultsInState(db, jobId, "other_domain", NAMED);
  const named = await Promise.all(
    results.map(async (result) => {
      // Candidates were asked for by name, not by this domain.
      const domain = result.skipReason === "candidate" ? null : result.domain;
      const company = domain === null ? result.companyName : displayDomain(domain);
      const asked = question.about({ ...result, domain });
      const answer = asked === null ? null : await getCachedLookup(db, finderId, asked);
      const host = answer?.emails[0]?.split("@").at(-1);
      return host === undefined ? company : `${company} (gefunden: ${displayDomain(host)})`;
    }),
  );
  const words = formatCount(
    count,
    "gefundene Adresse gehört zu einer anderen Domain als die Firma",
    "gefundene Adressen gehören zu einer anderen Domain als die Firma",
  );
  const end = count > results.length ? " …" : ".";
  return `${words}; bitte prüfen: ${named.join(", ")}${end}`;
}
