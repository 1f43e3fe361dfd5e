import type { z } from "zod";
import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
} from "../provider";
import { hashText } from "../world/seeded-random";
import {
  badRequest,
  errorForStatus,
  methodNotAllowed,
  notFound,
  unauthorized,
  upgradeNeeded,
} from "./errors";
import { outcomeFor } from "./outcomes";
import { decisionMakerOf, type PersonOutcome, personOf } from "./persons";
import {
  companyOf,
  companyRequestSchema,
  decisionMakerRequestSchema,
  personRequestSchema,
} from "./requests";

const ACCOUNT_PATH = "/v5.1/account";
const FIND_PATH = "/v5.1/find-email/";

/** Keys with which people and tests see an error without a fault rule. */
const KEY_WITHOUT_CREDITS = "demo-ohne-guthaben";
const INVALID_KEY = "demo-ungueltig";

/** What a question costs that is answered with a deliverable address. */
const PRICES = { company: 1, person: 1, decisionMaker: 2 } as const;

/**
 * Anymail Finder v5.1: `POST /v5.1/find-email/company`, `/person` and `/decision-maker`, and `GET /v5.1/account`.
 * Source: https://anymailfinder.com/email-finder-api/docs
 *
 * @param options.credits balance at the start; taken for every question with a deliverable address
 *   that was not asked in the same way before.
 */
export function createAnymailfinder(options: { credits?: number } = {}): DemoProvider {
  let credits = options.credits ?? 5000;
  const paid = new Set<string>();

  const questions: Record<string, (body: unknown, path: string) => object | DemoReply> = {
    company(body, path) {
      const parsed = companyRequestSchema.safeParse(body);
      if (!parsed.success) return badRequest(problemOf(parsed.error));
      const company = companyOf(parsed.data);
      if (company === null) return badRequest("domain or company_name is required");
      const { status, emails } = outcomeFor(company, parsed.data.email_type);
      return {
        credits_charged: status === "valid" ? charge(path, parsed.data, PRICES.company) : 0,
        email_status: status,
        emails,
        valid_emails: status === "valid" ? emails : [],
      };
    },
    person(body, path) {
      const parsed = personRequestSchema.safeParse(body);
      if (!parsed.success) return badRequest(problemOf(parsed.error));
      const company = companyOf(parsed.data);
      if (company === null) return badRequest("domain or company_name is required");
      const { full_name: fullName, first_name: first, last_name: last } = parsed.data;
      const name = fullName || [first, last].filter(Boolean).join(" ");
      if (name === "") return badRequest("full_name is required");
      const outcome = personOf(company, name);
      const price = outcome.status === "valid" ? charge(path, parsed.data, PRICES.person) : 0;
      return { ...personJson(outcome, price), person_company_name: company?.name ?? null };
    },
    "decision-maker"(body, path) {
      const parsed = decisionMakerRequestSchema.safeParse(body);
      if (!parsed.success) return badRequest(problemOf(parsed.error));
      const company = companyOf(parsed.data);
      if (company === null) return badRequest("domain or company_name is required");
      const { category, ...outcome } = decisionMakerOf(
        company,
        parsed.data.decision_maker_category,
      );
      const isValid = outcome.status === "valid";
      const price = isValid ? charge(path, parsed.data, PRICES.decisionMaker) : 0;
      return { ...personJson(outcome, price), decision_maker_category: category };
    },
  };

  function answer(request: DemoRequest): DemoReply {
    const isAccount = request.path === ACCOUNT_PATH;
    const name = request.path.startsWith(FIND_PATH) ? request.path.slice(FIND_PATH.length) : "";
    const find = Object.hasOwn(questions, name) ? questions[name] : undefined;
    if (!isAccount && find === undefined) return notFound();
    const method = isAccount ? "GET" : "POST";
    if (request.method !== method) return methodNotAllowed(method);
    const key = headerText(request, "authorization").replace(/^Bearer(\s+|$)/i, "");
    if (key === "" || key === INVALID_KEY) return unauthorized();
    const balance = key === KEY_WITHOUT_CREDITS ? 0 : credits;
    if (find === undefined) {
      const account = { credits_left: balance, email: "demo@leadspeicher.example" };
      return jsonReply(200, account, { delayMs: 150 });
    }
    if (balance <= 0) return upgradeNeeded();
    const found = find(parseJson(request.body), request.path);
    if (isReply(found)) return found;
    // Mailboxes are asked in real time: 250 to 900 ms, the same for the same question.
    return jsonReply(200, found, { delayMs: 250 + (hashText(request.body) % 651) });
  }

  /** A repetition of a request is free (really for 30 days, here while the server runs). */
  function charge(path: string, wanted: object, price: number): number {
    const request = path + JSON.stringify(wanted);
    if (paid.has(request)) return 0;
    paid.add(request);
    credits -= price;
    return price;
  }

  return { name: "anymailfinder", answer, errorReply: errorForStatus };
}

function isReply(found: object | DemoReply): found is DemoReply {
  return "status" in found && "body" in found;
}

/** `email` is also filled for an address that could not be verified, `valid_email` is not. */
function personJson({ status, email, person }: PersonOutcome, credits: number) {
  return {
    credits_charged: credits,
    email,
    email_status: status,
    person_full_name: person?.fullName ?? null,
    person_job_title: person?.jobTitle ?? null,
    person_linkedin_url: person?.profileUrl ?? null,
    valid_email: status === "valid" ? email : null,
  };
}

function problemOf(error: z.ZodError): string {
  const field = error.issues[0]?.path.join(".");
  return field ? `${field} is invalid` : "The request body must be a JSON object.";
}
