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

type CompanyReference = { domain: string } | { companyName: string };

export type Question =
  | { kind: "company"; company: { domain: string } }
  | { kind: "decision-maker"; company: CompanyReference; category: DecisionMakerCategory }
  | { kind: "person"; company: CompanyReference; fullName: string };

export interface Contact {
  name: string | null;
  title: string | null;
  profileUrl: string | null;
  email?: string | null;
}

export interface EmailAnswer {
  state: "found" | "risky" | "not_found" | "blacklisted";
  /** Deliverable, the best to write to first; empty unless found. */
  emails: string[];
  /** Not known to be deliverable: it reveals the domain, and gets no mail. */
  unverifiedEmail?: string | null;
  contact?: Contact | null;
  creditsCharged: number;
}

/** Each call may cost money. */
export interface EmailFinder {
  id: string;
  name: string;
  concurrency: number;
  /** @throws ProviderError */
  find(question: Question, signal: AbortSignal): Promise<EmailAnswer>;
}
