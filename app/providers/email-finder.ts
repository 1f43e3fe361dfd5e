/** Functions of a company that a person can be looked for in. */
export const DECISION_MAKER_CATEGORIES = [
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
] as const;
export type DecisionMakerCategory = (typeof DECISION_MAKER_CATEGORIES)[number];

/** A company by its registrable domain, or by its name where no domain is known. */
export type CompanyReference = { domain: string } | { companyName: string };

export interface Contact {
  name: string | null;
  title: string | null;
  profileUrl: string | null;
  email?: string | null;
}

/** An email finder's answer about a company. Only `found` carries addresses known to be deliverable. */
export interface EmailAnswer {
  state: "found" | "risky" | "not_found" | "blacklisted";
  /** Deliverable addresses, the one to write to first; empty unless found. */
  emails: string[];
  /** An address that was named but is not known to be deliverable: says the company's domain, is never written to. */
  unverifiedEmail?: string | null;
  /** The person, where one was asked for and found. */
  contact?: Contact | null;
  creditsCharged: number;
}

/** A service that finds the email addresses of a company. Each call may cost money. */
export interface EmailFinder {
  id: string;
  name: string;
  /** Calls that one job may have under way at once. */
  concurrency: number;
  /** All addresses of a domain. @throws ProviderError */
  findCompanyEmails(domain: string, signal: AbortSignal): Promise<EmailAnswer>;
  /** The decision-maker of a company's department. @throws ProviderError */
  findDecisionMaker(
    company: CompanyReference,
    category: DecisionMakerCategory,
    signal: AbortSignal,
  ): Promise<EmailAnswer>;
  /** The address of a person of the company. @throws ProviderError */
  findPerson(
    company: CompanyReference,
    fullName: string,
    signal: AbortSignal,
  ): Promise<EmailAnswer>;
}
