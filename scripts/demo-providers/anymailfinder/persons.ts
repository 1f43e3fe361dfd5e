import type { Company } from "../world/companies";
import { foldText } from "../world/folded-text";
import { firstNames } from "../world/name-words";
import type { Person } from "../world/names";
import { createRandom, positionOf } from "../world/seeded-random";
import type { EmailStatus } from "./outcomes";
import type { Category } from "./requests";

/** What the finder knows of one person. */
export interface PersonOutcome {
  status: EmailStatus;
  /** Filled for "valid" and for "risky". */
  email: string | null;
  person: { fullName: string; jobTitle: string; profileUrl: string | null } | null;
}

/**
 * Of 100 questions for a decision-maker 55 bring a deliverable address, 4 of them at another firm's domain; 12 an
 * unsure one; 3 firms asked to be left out.
 */
const ELSEWHERE_BELOW = 0.04;
const VALID_BELOW = 0.55;
const RISKY_BELOW = 0.67;
const BLACKLISTED_BELOW = 0.7;

/** Small firms have a manager; few have somebody for anything else. */
const OTHER_CATEGORY_SHARE = 0.35;
/** Where people go when they change jobs. */
const ELSEWHERE = "konzern-beispiel.example";
const PROFILE_SHARE = 0.4;

const NOBODY: PersonOutcome = { status: "not_found", email: null, person: null };
const LEFT_OUT: PersonOutcome = { status: "blacklisted", email: null, person: null };

const TITLES: Record<Category, string> = {
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

/** Whoever decides in the first of the categories that the firm has somebody for; the same for the same firm. */
export function decisionMakerOf(
  company: Company | undefined,
  categories: readonly Category[],
): PersonOutcome & { category: Category | null } {
  if (company?.domain === undefined) return { ...NOBODY, category: null };
  const { domain } = company;
  const category = categories.find((wanted) => hasSomebody(domain, wanted));
  if (category === undefined) return { ...NOBODY, category: null };
  const person = category === "ceo" ? company.manager : colleagueOf(domain, company, category);
  const outcome = outcomeOf(
    domain,
    person,
    TITLES[category],
    positionOf(`decides/${domain}/${category}`),
  );
  return { ...outcome, category: outcome.person === null ? null : category };
}

/** A person by name: the manager with title, anybody else without. */
export function personOf(company: Company | undefined, name: string): PersonOutcome {
  if (company?.domain === undefined) return NOBODY;
  const words = name.trim().split(/\s+/);
  const [firstName = "", lastName = ""] = [words.slice(0, -1).join(" "), words.at(-1)];
  if (firstName === "") return NOBODY;
  const { manager, domain } = company;
  const isManager = foldText(`${manager.firstName} ${manager.lastName}`) === foldText(name);
  const position = positionOf(`person/${domain}/${foldText(name)}`);
  const outcome = outcomeOf(domain, { firstName, lastName }, isManager ? TITLES.ceo : "", position);
  // Of people whom it does not know the finder says no more than their address.
  return isManager ? outcome : { ...outcome, person: null };
}

function hasSomebody(domain: string, category: Category): boolean {
  return category === "ceo" || positionOf(`staff/${domain}/${category}`) < OTHER_CATEGORY_SHARE;
}

function colleagueOf(domain: string, { manager }: Company, category: Category): Person {
  const random = createRandom(`colleague/${domain}/${category}`);
  return { firstName: random.pick(firstNames), lastName: manager.lastName };
}

function outcomeOf(
  domain: string,
  { firstName, lastName }: Person,
  jobTitle: string,
  position: number,
): PersonOutcome {
  if (position >= BLACKLISTED_BELOW) return NOBODY;
  if (position >= RISKY_BELOW) return LEFT_OUT;
  const local = [firstName, lastName].map((part) => foldText(part).replace(/[^a-z]+/g, "-"));
  const host = position < ELSEWHERE_BELOW ? ELSEWHERE : domain;
  const hasProfile = positionOf(`profile/${domain}/${local.join()}`) < PROFILE_SHARE;
  return {
    status: position < VALID_BELOW ? "valid" : "risky",
    email: `${local.join(".")}@${host}`,
    person: {
      fullName: `${firstName} ${lastName}`,
      jobTitle,
      profileUrl: hasProfile ? `https://www.linkedin.com/in/${local.join("-")}-beispiel` : null,
    },
  };
}
