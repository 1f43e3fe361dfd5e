import type { Company } from "../world/companies";
import { foldWords } from "../world/folded-text";
import { inventPerson, type Person } from "../world/names";
import { createRandom, positionOf } from "../world/seeded-random";

type EmailStatus = "valid" | "risky" | "not_found" | "blacklisted";

export interface PersonOutcome {
  status: EmailStatus;
  /** Filled for "valid" and for "risky". */
  email: string | null;
  person: { fullName: string; jobTitle: string; profileUrl: string | null } | null;
}

export const JOB_TITLES = {
  ceo: "Geschäftsführung",
  engineering: "Technische Leitung",
  finance: "Leitung Finanzen",
  hr: "Leitung Personal",
  it: "Leitung IT",
  logistics: "Leitung Logistik",
  marketing: "Leitung Marketing",
  operations: "Betriebsleitung",
  buyer: "Leitung Einkauf",
  sales: "Leitung Vertrieb",
};
export type Category = keyof typeof JOB_TITLES;

/** Cumulative: 62 % of firms have deliverable addresses, 10 % uncertain ones, 2 % opted out. */
const COMPANY_SHARES = { valid: 0.62, risky: 0.72, blacklisted: 0.74 };
const PERSON_SHARES = { valid: 0.55, risky: 0.67, blacklisted: 0.7 };
const ELSEWHERE_SHARE = 0.04;
const ELSEWHERE = "konzern-beispiel.example";
const PROFILE_SHARE = 0.4;
const OTHER_CATEGORY_SHARE = 0.35;

const NOBODY: PersonOutcome = { status: "not_found", email: null, person: null };

function statusAt(position: number, shares: typeof COMPANY_SHARES): EmailStatus {
  if (position < shares.valid) return "valid";
  if (position < shares.risky) return "risky";
  return position < shares.blacklisted ? "blacklisted" : "not_found";
}

/** The known addresses of a firm; the same for the same domain. */
export function emailsOf(company: Company | undefined): { status: EmailStatus; emails: string[] } {
  if (company?.domain === undefined) return { status: "not_found", emails: [] };
  const status = statusAt(positionOf(`emails/${company.domain}`), COMPANY_SHARES);
  const isKnown = status === "valid" || status === "risky";
  return { status, emails: isKnown ? addressesOf(company, company.domain) : [] };
}

/** Also in the firm's Impressum. */
export function firstAddress(domain: string): string {
  return `${createRandom(`addresses/${domain}`).chance(0.8) ? "info" : "kontakt"}@${domain}`;
}

/** One to four addresses: the first, then other shared ones, then the manager's own. */
function addressesOf({ manager }: Company, domain: string): string[] {
  const random = createRandom(`more-addresses/${domain}`);
  const more = ["vertrieb", "service", "bewerbung"].slice(random.integer(0, 3)).slice(0, 2);
  const own = random.chance(0.45) ? [localPart(manager)] : [];
  return [firstAddress(domain), ...[...more, ...own].map((name) => `${name}@${domain}`)];
}

function localPart({ firstName, lastName }: Person): string {
  return [firstName, lastName].map((part) => foldWords(part).replaceAll(" ", "-")).join(".");
}

/** The person of the first category that the firm has; the same for the same firm. */
export function decisionMakerOf(
  company: Company | undefined,
  categories: readonly Category[],
): PersonOutcome & { category: Category | null } {
  const domain = company?.domain ?? "";
  const category = categories.find(
    (wanted) => wanted === "ceo" || positionOf(`staff/${domain}/${wanted}`) < OTHER_CATEGORY_SHARE,
  );
  if (company?.domain === undefined || category === undefined) return { ...NOBODY, category: null };
  const colleague = inventPerson(createRandom(`colleague/${domain}/${category}`));
  const person = category === "ceo" ? company.manager : colleague;
  const outcome = personOutcome(domain, person, JOB_TITLES[category], `decides/${category}`);
  return { ...outcome, category: outcome.person === null ? null : category };
}

/** Finds a person by name: the manager with title, anybody else with only the address. */
export function personOf(company: Company | undefined, name: string): PersonOutcome {
  const [, firstName, lastName] = /^(.+)\s(\S+)$/.exec(name.trim()) ?? [];
  if (company?.domain === undefined || firstName === undefined || lastName === undefined) {
    return NOBODY;
  }
  const { manager, domain } = company;
  const isManager = foldWords(`${manager.firstName} ${manager.lastName}`) === foldWords(name);
  const person = { firstName, lastName };
  const outcome = personOutcome(domain, person, JOB_TITLES.ceo, `person/${foldWords(name)}`);
  return isManager ? outcome : { ...outcome, person: null };
}

function personOutcome(
  domain: string,
  person: Person,
  jobTitle: string,
  question: string,
): PersonOutcome {
  const position = positionOf(`${question}/${domain}`);
  const status = statusAt(position, PERSON_SHARES);
  if (status === "blacklisted" || status === "not_found") return { ...NOBODY, status };
  const local = localPart(person);
  const hasProfile = positionOf(`profile/${domain}/${local}`) < PROFILE_SHARE;
  return {
    status,
    email: `${local}@${position < ELSEWHERE_SHARE ? ELSEWHERE : domain}`,
    person: {
      fullName: `${person.firstName} ${person.lastName}`,
      jobTitle,
      profileUrl: hasProfile
        ? `https://www.linkedin.com/in/${local.replace(".", "-")}-beispiel`
        : null,
    },
  };
}
