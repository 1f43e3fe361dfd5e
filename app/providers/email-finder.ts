/** What an email finder knows of a domain. Only `found` carries addresses that are known to be deliverable. */
export interface EmailAnswer {
  state: "found" | "risky" | "not_found" | "blacklisted";
  /** Deliverable addresses, the one to write to first; empty unless found. */
  emails: string[];
  creditsCharged: number;
}

/** A service that finds the email addresses of a company. Each call may cost money. */
export interface EmailFinder {
  id: string;
  name: string;
  /** Calls that may be under way at once. */
  concurrency: number;
  /** @throws ProviderError */
  findCompanyEmails(domain: string, signal: AbortSignal): Promise<EmailAnswer>;
}
