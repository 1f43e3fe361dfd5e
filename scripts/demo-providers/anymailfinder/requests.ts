import { z } from "zod";
import type { Company } from "../world/companies";
import { findByDomain, findByName } from "../world/find-companies";
import { normalizeDomain } from "./outcomes";

const text = z.string().trim().optional();
const company = { domain: text, company_name: text };

export const companyRequestSchema = z.object({
  ...company,
  email_type: z.enum(["any", "generic", "personal"]).default("any"),
});

export const personRequestSchema = z.object({
  ...company,
  full_name: text,
  first_name: text,
  last_name: text,
});

const category = z.enum([
  "ceo",
  "engineering",
  "finance",
  "hr",
  "it",
  "logistics",
  "marketing",
  "operations",
  "buyer",
  "sales",
]);
export type Category = z.infer<typeof category>;

/** One to five categories in order of priority; a single one may stand alone. */
export const decisionMakerRequestSchema = z.object({
  ...company,
  decision_maker_category: z.union([
    z.array(category).min(1).max(5),
    category.transform((one) => [one]),
  ]),
});

/** The firm a request names; undefined outside the demo world, null where it names none. */
export function companyOf(wanted: {
  domain?: string | undefined;
  company_name?: string | undefined;
}): Company | undefined | null {
  if (wanted.domain) return findByDomain(normalizeDomain(wanted.domain));
  return wanted.company_name ? findByName(wanted.company_name) : null;
}
