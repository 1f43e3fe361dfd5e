import { domainToASCII } from "node:url";
import type { Company } from "../world/companies";
import { foldText } from "../world/folded-text";
import { createRandom, positionOf } from "../world/seeded-random";

export type EmailStatus = "valid" | "risky" | "not_found" | "blacklisted";
export type EmailType = "any" | "generic" | "personal";

export interface Outcome {
  status: EmailStatus;
  /** Filled for "valid" and for "risky". */
  emails: string[];
}

/** Of 100 firms 62 have deliverable addresses, 10 unsure ones, 2 asked to be left out. */
const VALID_BELOW = 0.62;
const RISKY_BELOW = 0.72;
const BLACKLISTED_BELOW = 0.74;

const genericNames = ["kontakt", "vertrieb", "service", "bewerbung", "buchhaltung", "office"];

/** Brings what a client sends as domain ("WWW.Bäckerei.example/") to the registrable ASCII form. */
export function normalizeDomain(text: string): string {
  const host = text
    .trim()
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/[/?#:].*$/s, "");
  return domainToASCII(host).split(".").slice(-2).join(".");
}

/** What the finder knows about a firm of the demo world; the same for the same domain. */
export function outcomeFor(company: Company | undefined, type: EmailType): Outcome {
  const domain = company?.domain;
  if (company === undefined || domain === undefined) return { status: "not_found", emails: [] };
  const position = positionOf(`emails/${domain}`);
  if (position >= BLACKLISTED_BELOW) return { status: "not_found", emails: [] };
  if (position >= RISKY_BELOW) return { status: "blacklisted", emails: [] };
  const emails = addressesOf(company, domain)
    .filter(({ personal }) => type === "any" || personal === (type === "personal"))
    .map(({ email }) => email);
  if (emails.length === 0) return { status: "not_found", emails: [] };
  return { status: position < VALID_BELOW ? "valid" : "risky", emails };
}

/** One to four addresses: usually info@, then others of the house, then the manager's own. */
function addressesOf(company: Company, domain: string): { email: string; personal: boolean }[] {
  const random = createRandom(`addresses/${domain}`);
  const generic = [random.chance(0.8) ? "info" : "kontakt"];
  const more = random.integer(0, 2);
  for (let added = 0; added < more; added += 1) {
    const name = random.pick(genericNames);
    if (!generic.includes(name)) generic.push(name);
  }
  const addresses = generic.map((name) => ({ email: `${name}@${domain}`, personal: false }));
  if (!random.chance(0.45)) return addresses;
  const first = foldText(company.manager.firstName).replace(/ /g, "-");
  const last = foldText(company.manager.lastName).replace(/ /g, "-");
  const name = random.chance(0.5) ? `${first}.${last}` : `${first.slice(0, 1)}.${last}`;
  return [...addresses, { email: `${name}@${domain}`, personal: true }];
}
