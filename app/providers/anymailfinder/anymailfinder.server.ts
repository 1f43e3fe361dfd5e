import { z } from "zod";
import { emailAddress } from "../../reading/companies/domain-key.server";
import type { Contact, EmailAnswer, EmailFinder, Question } from "../email-finder";
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
const UNSURE = /^(?:(?:catch|accept)_?all|unknown|unverified)$/;
const StatusSchema = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/[\s-]/g, "_").replace(UNSURE, "risky"))
  .pipe(z.enum(STATUSES));

const EmailSchema = z.email().max(254);

/** Understands „mailto:“, „Name <address>“ and several addresses in one text. */
function addressesIn(value: unknown): string[] {
  const texts = readEach(z.string(), [value].flat());
  const words = texts.flatMap((text) => text.toLowerCase().split(/[\s,;:|<>()"]+/));
  return readEach(EmailSchema, words.map(emailAddress));
}

const AddressesSchema = z.unknown().optional().transform(addressesIn);

/**
 * A miss is a 200. `email` and `emails` may be unverified: the valid ones are deliverable, or all of a valid answer
 * that names none. With an unknown state, the valid addresses count as found.
 */
const AnswerSchema = z
  .object({
    email_status: StatusSchema.optional().catch(undefined),
    valid_emails: AddressesSchema,
    valid_email: AddressesSchema,
    emails: AddressesSchema,
    email: AddressesSchema,
    person_full_name: TextSchema,
    person_job_title: TextSchema,
    person_linkedin_url: TextSchema,
    credits_charged: AmountSchema.catch(0),
  })
  .transform(({ email_status, valid_emails, valid_email, ...answer }, context) => {
    const listed = [...valid_email, ...valid_emails];
    const status = email_status ?? (listed.length > 0 ? ("valid" as const) : undefined);
    const valid = [...new Set(listed.length > 0 ? listed : [...answer.email, ...answer.emails])];
    if (status !== undefined) return { ...answer, status, valid };
    context.addIssue({ code: "custom", path: ["email_status"], message: "unknown state" });
    return z.NEVER;
  });
type Answer = z.infer<typeof AnswerSchema>;

const NOTHING_FOUND: EmailAnswer = { state: "not_found", emails: [], creditsCharged: 0 };

const ask = serviceClient({
  provider: SERVICE_NAMES.anymailfinder,
  keyHeader: (apiKey) => ({ authorization: apiKey }),
});

const ROLES =
  /^(info|kontakt|contact|office|mail|post|zentrale|hallo|service|vertrieb|kanzlei|praxis)@/;

export function rankEmails(emails: readonly string[], domain: string): string[] {
  const rank = (email: string) =>
    (email.endsWith(`@${domain}`) || email.endsWith(`.${domain}`) ? 0 : 2) +
    (ROLES.test(email) ? 0 : 1);
  return [...emails].sort((a, b) => rank(a) - rank(b));
}

const MAX_LINE = 200;
const ProfileUrlSchema = z.url({ protocol: /^https?$/ }).max(2_000);

function line(value: string): string | null {
  const clean = value.replace(/[\s\p{C}]+/gu, " ").trim();
  return clean === "" || clean.length > MAX_LINE ? null : clean;
}

/** Null if the person opted out. */
function contactOf(answer: Answer): Contact | null {
  const name = line(answer.person_full_name);
  if (name === null || answer.status === "blacklisted") return null;
  const url = ProfileUrlSchema.safeParse(answer.person_linkedin_url.trim()).data;
  return { name, title: line(answer.person_job_title), profileUrl: url ?? null };
}

function toAnswer(
  { status, credits_charged: creditsCharged }: Answer,
  valid: string[],
): EmailAnswer {
  if (status !== "valid") return { state: status, emails: [], creditsCharged };
  return { state: valid.length === 0 ? "not_found" : "found", emails: valid, creditsCharged };
}

const toPersonAnswer = (answer: Answer): EmailAnswer => ({
  ...toAnswer(answer, answer.valid),
  unverifiedEmail: (answer.status === "risky" && answer.email[0]) || null,
  contact: contactOf(answer),
});

function bodyOf(asked: Question) {
  const { kind, company } = asked;
  return {
    ...("domain" in company ? { domain: company.domain } : { company_name: company.companyName }),
    ...(kind === "company" ? { email_type: "any" } : {}),
    ...(asked.kind === "decision-maker" ? { decision_maker_category: [asked.category] } : {}),
    ...(asked.kind === "person" ? { full_name: asked.fullName } : {}),
  };
}

/**
 * Anymailfinder v5.1: a domain's addresses or a person cost one credit, a decision-maker two, a miss nothing.
 * The same question within 30 days is free, so a call that timed out may be repeated.
 * Source: https://anymailfinder.com/email-finder-api/docs
 */
export function anymailfinder(access: Access, settings: CallSettings): EmailFinder {
  return {
    id: "anymailfinder",
    name: SERVICE_NAMES.anymailfinder,
    concurrency: settings.maxConcurrent ?? 1,
    async find(asked, signal) {
      try {
        const answer = await ask(access, settings, {
          method: "POST",
          path: `/v5.1/find-email/${asked.kind}`,
          body: bodyOf(asked),
          schema: AnswerSchema,
          // The service probes mailboxes while the call waits.
          timeoutMs: 180_000,
          tries: 3,
          signal,
        });
        return asked.kind === "company"
          ? toAnswer(answer, rankEmails(answer.valid, asked.company.domain))
          : toPersonAnswer(answer);
      } catch (error) {
        if (error instanceof ProviderError && error.status === 404) return NOTHING_FOUND;
        throw error;
      }
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
