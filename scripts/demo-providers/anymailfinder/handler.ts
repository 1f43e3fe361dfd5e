import { z } from "zod";
import { fail, isWrong, KEY_WITHOUT_CREDITS } from "../errors";
import {
  bearerKey,
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  jsonReply,
  parseJson,
} from "../provider";
import type { Company } from "../world/companies";
import { findByDomain, findByName } from "../world/find-companies";
import { hashText } from "../world/seeded-random";
import {
  type Category,
  decisionMakerOf,
  type EmailStatus,
  JOB_TITLES,
  normalizeDomain,
  outcomeFor,
  type PersonOutcome,
  personOf,
} from "./outcomes";

const NAME = "anymailfinder";
const ACCOUNT_PATH = "/v5.1/account";
const FIND_PATH = "/v5.1/find-email/";

const text = z.string().trim().optional();
const category = z.enum(
  Object.keys(JOB_TITLES).filter((key): key is Category => key in JOB_TITLES),
);
const requestSchema = z.object({
  domain: text,
  company_name: text,
  email_type: z.enum(["any", "generic", "personal"]).default("any"),
  full_name: text,
  /** One to five categories in order of priority; a single one may stand alone. */
  decision_maker_category: z
    .union([z.array(category).min(1).max(5), category.transform((one) => [one])])
    .optional(),
});
type Wanted = z.infer<typeof requestSchema>;

/** An answer with its status and, in credits, what a deliverable address costs; a text says what is missing. */
type Found = { status: EmailStatus; price: number; body: object } | string;

const questions = new Map<string, (company: Company | undefined, wanted: Wanted) => Found>([
  ["company", findCompanyEmails],
  ["person", findPerson],
  ["decision-maker", findDecisionMaker],
]);

function findCompanyEmails(company: Company | undefined, wanted: Wanted): Found {
  const { status, emails } = outcomeFor(company, wanted.email_type);
  const valid_emails = status === "valid" ? emails : [];
  return { status, price: 1, body: { email_status: status, emails, valid_emails } };
}

function findPerson(company: Company | undefined, wanted: Wanted): Found {
  const { full_name: name } = wanted;
  if (!name) return "full_name is required";
  const outcome = personOf(company, name);
  const body = { ...personJson(outcome), person_company_name: company?.name ?? null };
  return { status: outcome.status, price: 1, body };
}

function findDecisionMaker(company: Company | undefined, wanted: Wanted): Found {
  const categories = wanted.decision_maker_category;
  if (categories === undefined) return "decision_maker_category is invalid";
  const { category: found, ...outcome } = decisionMakerOf(company, categories);
  const body = { ...personJson(outcome), decision_maker_category: found };
  return { status: outcome.status, price: 2, body };
}

/** `email` is also filled for an address that could not be verified, `valid_email` is not. */
function personJson({ status, email, person }: PersonOutcome) {
  return {
    email,
    email_status: status,
    person_full_name: person?.fullName ?? null,
    person_job_title: person?.jobTitle ?? null,
    person_linkedin_url: person?.profileUrl ?? null,
    valid_email: status === "valid" ? email : null,
  };
}

/**
 * Anymail Finder v5.1: `POST /v5.1/find-email/company`, `/person` and `/decision-maker`, and `GET /v5.1/account`.
 * Source: https://anymailfinder.com/email-finder-api/docs
 *
 * @param options.credits balance at the start; taken for every question with a deliverable address
 *   that was not asked in the same way before (really for 30 days, here while the server runs).
 */
export function createAnymailfinder(options: { credits?: number } = {}): DemoProvider {
  let credits = options.credits ?? 5000;
  const paid = new Set<string>();

  function answer(request: DemoRequest): DemoReply {
    const isAccount = request.path === ACCOUNT_PATH;
    const question = request.path.startsWith(FIND_PATH)
      ? questions.get(request.path.slice(FIND_PATH.length))
      : undefined;
    if (!isAccount && question === undefined) return fail(NAME, 404);
    const method = isAccount ? "GET" : "POST";
    if (request.method !== method) return fail(NAME, 405, { allow: method });
    const key = bearerKey(request);
    if (isWrong(key)) return fail(NAME, 401);
    const balance = key === KEY_WITHOUT_CREDITS ? 0 : credits;
    if (question === undefined) {
      const account = { credits_left: balance, email: "demo@leadspeicher.example" };
      return jsonReply(200, account, { delayMs: 150 });
    }
    return balance > 0 ? find(request, question) : fail(NAME, 402);
  }

  function find(
    request: DemoRequest,
    question: (company: Company | undefined, wanted: Wanted) => Found,
  ): DemoReply {
    const parsed = requestSchema.safeParse(parseJson(request.body));
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path[0];
      const message = field ? `${String(field)} is invalid` : "The body must be a JSON object.";
      return fail(NAME, 400, { message });
    }
    const { domain, company_name: name } = parsed.data;
    if (!domain && !name) return fail(NAME, 400);
    const company = domain ? findByDomain(normalizeDomain(domain)) : findByName(name ?? "");
    const found = question(company, parsed.data);
    if (typeof found === "string") return fail(NAME, 400, { message: found });
    const asked = request.path + JSON.stringify(parsed.data);
    const isFree = found.status !== "valid" || paid.has(asked);
    const credits_charged = isFree ? 0 : found.price;
    if (!isFree) paid.add(asked);
    credits -= credits_charged;
    // Mailboxes are asked in real time: 250 to 900 ms, the same for the same question.
    const delayMs = 250 + (hashText(request.body) % 651);
    return jsonReply(200, { credits_charged, ...found.body }, { delayMs });
  }

  return { name: NAME, answer, errorReply: (status) => fail(NAME, status) };
}
