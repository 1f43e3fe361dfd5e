import { z } from "zod";
import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
} from "../provider";
import { findByDomain, findByName } from "../world/find-companies";
import { hashText } from "../world/seeded-random";
import {
  badRequest,
  errorForStatus,
  methodNotAllowed,
  notFound,
  unauthorized,
  upgradeNeeded,
} from "./errors";
import { normalizeDomain, outcomeFor } from "./outcomes";

const ACCOUNT_PATH = "/v5.1/account";
const COMPANY_PATH = "/v5.1/find-email/company";

/** Keys with which people and tests see an error without a fault rule. */
const KEY_WITHOUT_CREDITS = "demo-ohne-guthaben";
const INVALID_KEY = "demo-ungueltig";

const companyRequestSchema = z.object({
  domain: z.string().trim().optional(),
  company_name: z.string().trim().optional(),
  email_type: z.enum(["any", "generic", "personal"]).default("any"),
});

type CompanyRequest = z.infer<typeof companyRequestSchema>;

/**
 * Anymail Finder v5.1: `POST /v5.1/find-email/company` and `GET /v5.1/account`.
 * Source: https://anymailfinder.com/email-finder-api/docs
 *
 * @param options.credits balance at the start; one is taken for every firm with a valid address
 *   that was not asked for in the same way before.
 */
export function createAnymailfinder(options: { credits?: number } = {}): DemoProvider {
  let credits = options.credits ?? 5000;
  const paid = new Set<string>();

  function answer(request: DemoRequest): DemoReply {
    const method = request.path === ACCOUNT_PATH ? "GET" : "POST";
    if (request.path !== ACCOUNT_PATH && request.path !== COMPANY_PATH) return notFound();
    if (request.method !== method) return methodNotAllowed(method);
    const key = headerText(request, "authorization").replace(/^Bearer(\s+|$)/i, "");
    if (key === "" || key === INVALID_KEY) return unauthorized();
    const balance = key === KEY_WITHOUT_CREDITS ? 0 : credits;
    if (request.path === ACCOUNT_PATH) {
      const account = { credits_left: balance, email: "demo@leadspeicher.example" };
      return jsonReply(200, account, { delayMs: 150 });
    }
    return balance <= 0 ? upgradeNeeded() : findForCompany(request);
  }

  function findForCompany(request: DemoRequest): DemoReply {
    const parsed = companyRequestSchema.safeParse(parseJson(request.body));
    if (!parsed.success) return badRequest(problemOf(parsed.error));
    const wanted = parsed.data;
    if (!wanted.domain && !wanted.company_name) {
      return badRequest("domain or company_name is required");
    }
    const { status, emails } = outcomeFor(companyOf(wanted), wanted.email_type);
    const charged = status === "valid" ? charge(wanted) : 0;
    const found = {
      credits_charged: charged,
      email_status: status,
      emails,
      valid_emails: status === "valid" ? emails : [],
    };
    // Mailboxes are asked in real time: 250 to 900 ms, the same for the same question.
    return jsonReply(200, found, { delayMs: 250 + (hashText(request.body) % 651) });
  }

  /** A repetition of a request is free (really for 30 days, here while the server runs). */
  function charge(wanted: CompanyRequest): number {
    const request = JSON.stringify(wanted);
    if (paid.has(request)) return 0;
    paid.add(request);
    credits -= 1;
    return 1;
  }

  return { name: "anymailfinder", answer, errorReply: errorForStatus };
}

function companyOf({ domain, company_name: name }: CompanyRequest) {
  if (domain) return findByDomain(normalizeDomain(domain));
  return name ? findByName(name) : undefined;
}

function problemOf(error: z.ZodError): string {
  const field = error.issues[0]?.path.join(".");
  return field ? `${field} is invalid` : "The request body must be a JSON object.";
}
