import { z } from "zod";
import type { EmailAnswer, EmailFinder } from "../email-finder";
import { type CallSettings, callProvider } from "../fetch/call-provider.server";
import { ProviderError } from "../provider-error";

const NAME = "Anymailfinder";

/** `emails` also holds addresses that could not be verified; only `valid_emails` are deliverable. A miss is a 200. */
const CompanySchema = z.object({
  email_status: z.enum(["valid", "risky", "not_found", "blacklisted"]),
  valid_emails: z
    .array(z.string())
    .nullish()
    .transform((emails) => emails ?? []),
  credits_charged: z
    .number()
    .nullish()
    .transform((credits) => credits ?? 0),
});

const NOTHING_FOUND: z.infer<typeof CompanySchema> = {
  email_status: "not_found",
  valid_emails: [],
  credits_charged: 0,
};

/** Older answers call the text `error_explained`. */
const ErrorSchema = z.object({
  error: z.string().optional(),
  message: z.string().optional(),
  error_explained: z.string().optional(),
});

function errorText(body: unknown): string | null {
  const parsed = ErrorSchema.safeParse(body);
  if (!parsed.success) return null;
  return parsed.data.message ?? parsed.data.error_explained ?? parsed.data.error ?? null;
}

const EmailSchema = z.email().max(254);
const ROLES =
  /^(info|kontakt|contact|office|mail|post|zentrale|hallo|service|vertrieb|kanzlei|praxis)@/;

/** Deliverable addresses, lower case and once each: those of the asked domain first, role addresses before people's. */
export function rankEmails(emails: readonly string[], domain: string): string[] {
  const rank = (email: string) =>
    (email.endsWith(`@${domain}`) || email.endsWith(`.${domain}`) ? 0 : 2) +
    (ROLES.test(email) ? 0 : 1);
  const valid = emails
    .map((email) => email.trim().toLowerCase())
    .filter((email) => EmailSchema.safeParse(email).success);
  return [...new Set(valid)].sort((a, b) => rank(a) - rank(b));
}

const STATES = {
  valid: "found",
  risky: "risky",
  not_found: "not_found",
  blacklisted: "blacklisted",
} as const;

/**
 * Company search of Anymailfinder v5.1: all addresses of a domain for one credit; nothing found costs nothing, and the
 * same question within 30 days is free, so a call that timed out may be repeated.
 * Source: https://anymailfinder.com/email-finder-api/docs
 */
export function anymailfinder(
  access: { apiKey: string; baseUrl: string },
  settings: CallSettings,
): EmailFinder {
  const url = `${access.baseUrl.replace(/\/+$/, "")}/v5.1/find-email/company`;
  return {
    id: "anymailfinder",
    name: NAME,
    concurrency: 5,
    async findCompanyEmails(domain, signal): Promise<EmailAnswer> {
      const answer = await callProvider(
        {
          provider: NAME,
          method: "POST",
          url,
          headers: { authorization: access.apiKey },
          body: { domain, email_type: "any" },
          schema: CompanySchema,
          // Mailboxes are probed while the call waits.
          timeoutMs: 180_000,
          maxBytes: 1_000_000,
          tries: 3,
          secrets: [access.apiKey],
          errorText,
          signal,
        },
        settings,
      ).catch((error: unknown) => {
        // Some answers say „nothing found“ by the status alone.
        if (error instanceof ProviderError && error.status === 404) return NOTHING_FOUND;
        throw error;
      });
      const emails = answer.email_status === "valid" ? rankEmails(answer.valid_emails, domain) : [];
      const state = STATES[answer.email_status];
      return {
        state: state === "found" && emails.length === 0 ? "not_found" : state,
        emails,
        creditsCharged: answer.credits_charged,
      };
    },
  };
}
