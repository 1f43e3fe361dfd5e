import { z } from "zod";
import type { CompanyReference, Contact, EmailAnswer, EmailFinder } from "../email-finder";
import type { CallSettings } from "../fetch/call-provider.server";
import { AmountSchema, readEach, TextSchema } from "../fetch/loose-fields";
import {
  type Access,
  type CheckKey,
  KEY_CHECK_LIMITS,
  serviceClient,
  workingKey,
} from "../fetch/service-client.server";
import { ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";

const STATUSES = ["valid", "risky", "not_found", "blacklisted"] as const;
const StatusSchema = z.string().trim().toLowerCase().pipe(z.enum(STATUSES));

/** An unknown state means that the answer found the deliverable addresses it names. */
function withStatus<Answer extends { email_status?: unknown }>(
  hasValid: (answer: Answer) => boolean,
) {
  return (answer: Answer, context: z.RefinementCtx) => {
    const fallback = hasValid(answer) ? ("valid" as const) : undefined;
    const { data = fallback } = StatusSchema.safeParse(answer.email_status);
    if (data !== undefined) return { ...answer, email_status: data };
    context.addIssue({ code: "custom", path: ["email_status"], message: "unknown state" });
    return z.NEVER;
  };
}

const credits = AmountSchema.catch(0);

/** `emails` also holds unverified addresses; only `valid_emails` are deliverable. A miss is a 200. */
const CompanySchema = z
  .object({
    email_status: z.unknown().optional(),
    valid_emails: z
      .unknown()
      .optional()
      .transform((emails) => readEach(z.string(), [emails].flat())),
    credits_charged: credits,
  })
  .transform(withStatus(({ valid_emails: emails }) => emails.length > 0));

/** `email` is also set for an unverified address; only `valid_email` is deliverable. */
const PersonSchema = z
  .object({
    email_status: z.unknown().optional(),
    email: TextSchema,
    valid_email: TextSchema,
    person_full_name: TextSchema,
    person_job_title: TextSchema,
    person_linkedin_url: TextSchema,
    credits_charged: credits,
  })
  .transform(withStatus(({ valid_email: email }) => email !== ""));
type PersonAnswer = z.infer<typeof PersonSchema>;

const NOTHING_FOUND: EmailAnswer = { state: "not_found", emails: [], creditsCharged: 0 };

const ask = serviceClient({
  id: "anymailfinder",
  keyHeader: (apiKey) => ({ authorization: apiKey }),
});

const EmailSchema = z.email().max(254);
const ROLES =
  /^(info|kontakt|contact|office|mail|post|zentrale|hallo|service|vertrieb|kanzlei|praxis)@/;

function addressOf(value: string): string | null {
  return EmailSchema.safeParse(value.trim().toLowerCase()).data ?? null;
}

export function rankEmails(emails: readonly string[], domain: string): string[] {
  const rank = (email: string) =>
    (email.endsWith(`@${domain}`) || email.endsWith(`.${domain}`) ? 0 : 2) +
    (ROLES.test(email) ? 0 : 1);
  const valid = emails.flatMap((email) => addressOf(email) ?? []);
  return [...new Set(valid)].sort((a, b) => rank(a) - rank(b));
}

const MAX_LINE = 200;
const ProfileUrlSchema = z.url({ protocol: /^https?$/ }).max(2_000);

function line(value: string): string | null {
  const clean = value.replace(/[\s\p{C}]+/gu, " ").trim();
  return clean === "" || clean.length > MAX_LINE ? null : clean;
}

/** Null if the person opted out. */
function contactOf(answer: PersonAnswer): Contact | null {
  const name = line(answer.person_full_name);
  if (name === null || answer.email_status === "blacklisted") return null;
  const url = ProfileUrlSchema.safeParse(answer.person_linkedin_url.trim()).data;
  return { name, title: line(answer.person_job_title), profileUrl: url ?? null };
}

function toAnswer(
  answer: Pick<PersonAnswer, "email_status" | "credits_charged">,
  valid: string[],
): EmailAnswer {
  const { email_status: found, credits_charged: creditsCharged } = answer;
  if (found !== "valid") return { state: found, emails: [], creditsCharged };
  return { state: valid.length === 0 ? "not_found" : "found", emails: valid, creditsCharged };
}

function toPersonAnswer(answer: PersonAnswer): EmailAnswer {
  const valid = addressOf(answer.valid_email);
  return {
    ...toAnswer(answer, valid === null ? [] : [valid]),
    unverifiedEmail: answer.email_status === "risky" ? addressOf(answer.email) : null,
    contact: contactOf(answer),
  };
}

function named(company: CompanyReference) {
  return "domain" in company ? { domain: company.domain } : { company_name: company.companyName };
}

/**
 * Anymailfinder v5.1: a domain's addresses or a person cost one credit, a decision-maker two, a miss nothing.
 * The same question within 30 days is free, so a call that timed out may be repeated.
 * Source: https://anymailfinder.com/email-finder-api/docs
 */
export function anymailfinder(access: Access, settings: CallSettings): EmailFinder {
  async function find<Schema extends z.ZodType>(
    question: { path: string; body: object; schema: Schema; signal: AbortSignal },
    understand: (answer: z.infer<Schema>) => EmailAnswer,
  ): Promise<EmailAnswer> {
    try {
      const answer = await ask(access, settings, {
        ...question,
        method: "POST",
        path: `/v5.1/find-email/${question.path}`,
        // The service probes mailboxes while the call waits.
        timeoutMs: 180_000,
        tries: 3,
      });
      return understand(answer);
    } catch (error) {
      if (error instanceof ProviderError && error.status === 404) return NOTHING_FOUND;
      throw error;
    }
  }

  return {
    id: "anymailfinder",
    name: SERVICE_NAMES.anymailfinder,
    concurrency: settings.maxConcurrent ?? 1,
    findCompanyEmails(domain, signal) {
      const body = { domain, email_type: "any" };
      return find({ path: "company", body, schema: CompanySchema, signal }, (answer) =>
        toAnswer(answer, rankEmails(answer.valid_emails, domain)),
      );
    },
    findDecisionMaker(company, category, signal) {
      const body = { ...named(company), decision_maker_category: [category] };
      return find({ path: "decision-maker", body, schema: PersonSchema, signal }, toPersonAnswer);
    },
    findPerson(company, fullName, signal) {
      const body = { ...named(company), full_name: fullName };
      return find({ path: "person", body, schema: PersonSchema, signal }, toPersonAnswer);
    },
  };
}

const AccountSchema = z.object({ credits_left: AmountSchema.nullable().catch(null) });

export const checkAnymailfinderKey: CheckKey = async (access, settings, signal) => {
  const { credits_left: credits } = await ask(access, settings, {
    ...KEY_CHECK_LIMITS,
    method: "GET",
    path: "/v5.1/account",
    schema: AccountSchema,
    timeoutMs: 15_000,
    signal,
  });
  return workingKey(credits);
};
