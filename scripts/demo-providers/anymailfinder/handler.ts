import { z } from "zod";
import { createApi, fail } from "../errors";
import { bearerKey, type DemoProvider, type DemoRequest, jsonReply, readBody } from "../provider";
import type { Company } from "../world/companies";
import { findByDomain, findByName } from "../world/find-companies";
import { hashText } from "../world/seeded-random";
import { registrableDomain } from "../world/web-addresses";
import {
  type Category,
  decisionMakerOf,
  emailsOf,
  JOB_TITLES,
  type PersonOutcome,
  personOf,
} from "./outcomes";

const NAME = "anymailfinder";

const text = z.string().trim().optional();
const category = z.enum(
  Object.keys(JOB_TITLES).filter((key): key is Category => key in JOB_TITLES),
);
const requestSchema = z.object({
  domain: text,
  company_name: text,
  email_type: z.literal("any").optional(),
  full_name: text,
  /** One to five categories in order of priority. */
  decision_maker_category: z.array(category).min(1).max(5).optional(),
});
type Wanted = z.infer<typeof requestSchema>;

/** `price`: credits for a deliverable address. Undefined if the question is incomplete. */
type Answer = { price: number; body: { email_status: string } } | undefined;
type Question = (company: Company | undefined, wanted: Wanted) => Answer;

const findCompanyEmails: Question = (company) => {
  const { status, emails } = emailsOf(company);
  const valid_emails = status === "valid" ? emails : [];
  return { price: 1, body: { email_status: status, emails, valid_emails } };
};

const findPerson: Question = (company, { full_name: name }) => {
  if (!name) return undefined;
  const person = personJson(personOf(company, name));
  return { price: 1, body: { ...person, person_company_name: company?.name ?? null } };
};

const findDecisionMaker: Question = (company, { decision_maker_category: categories }) => {
  if (categories === undefined) return undefined;
  const { category: found, ...outcome } = decisionMakerOf(company, categories);
  return { price: 2, body: { ...personJson(outcome), decision_maker_category: found } };
};

/** `email` also holds an unverified address, `valid_email` does not. */
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
 * Anymail Finder v5.1. A question with a deliverable address costs credits once (in reality, for 30 days).
 * Source: https://anymailfinder.com/email-finder-api/docs
 */
export function createAnymailfinder(): DemoProvider {
  let credits = 5000;
  const paid = new Set<string>();

  const find = (question: Question) => (request: DemoRequest) => {
    if (credits <= 0) return fail(NAME, 402);
    const { input, wrong } = readBody(requestSchema, request);
    const { domain, company_name: name } = input ?? {};
    if (wrong) return fail(NAME, 400, { message: `${wrong} is invalid` });
    if (input === undefined || (!domain && !name)) return fail(NAME, 400);
    const company = domain ? findByDomain(registrableDomain(domain)) : findByName(name ?? "");
    const found = question(company, input);
    if (found === undefined) return fail(NAME, 400, { message: "The question is not complete." });
    const asked = request.path + JSON.stringify(input);
    const isFree = found.body.email_status !== "valid" || paid.has(asked);
    const credits_charged = isFree ? 0 : found.price;
    if (!isFree) paid.add(asked);
    credits -= credits_charged;
    // The service asks mailboxes in real time: 250 to 900 ms, the same for the same question.
    const delayMs = 250 + (hashText(request.body) % 651);
    return jsonReply(200, { credits_charged, ...found.body }, { delayMs });
  };

  return createApi(NAME, bearerKey, {
    "GET /v5.1/account": () => {
      const account = { credits_left: credits, email: "demo@leadspeicher.example" };
      return jsonReply(200, account, { delayMs: 150 });
    },
    "POST /v5.1/find-email/company": find(findCompanyEmails),
    "POST /v5.1/find-email/person": find(findPerson),
    "POST /v5.1/find-email/decision-maker": find(findDecisionMaker),
  });
}
