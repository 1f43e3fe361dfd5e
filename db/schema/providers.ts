import type { Generated } from "kysely";
import type { EmailState } from "./jobs";

export interface CredentialsTable {
  service: string;
  ciphertext: Uint8Array;
  updatedAt: number;
}

/** `sent`: awaits its answer. `answered`: settled with its cost. `unknown`: the server died before the answer. */
type CallStatus = "sent" | "answered" | "failed" | "unknown";

export interface ProviderCallsTable {
  id: string;
  jobId: string;
  step: string;
  provider: string;
  status: CallStatus;
  createdAt: number;
  answeredAt: number | null;
  creditsCharged: number | null;
}

/** Answers with and without an address, so that no question is paid twice. */
export interface EmailLookupsTable {
  /** The asked domain (punycode), or „name:“ and the folded company name. */
  subject: string;
  /** „company“, „decision-maker:ceo“, „person:“ and a folded name. */
  question: string;
  provider: string;
  state: EmailState;
  /** JSON: deliverable addresses, the main one first. */
  emails: string;
  /** An address that may be undeliverable. */
  address: string | null;
  /** JSON: { name, title, profileUrl } of a person. */
  contact: string | null;
  /** The answered company's domain; erasing the company erases the row. */
  domain: string | null;
  lookedUpAt: number;
}

/** Months follow the configured time zone. */
interface ProviderUsageTable {
  /** YYYY-MM */
  month: string;
  provider: string;
  jobId: string;
  calls: Generated<number>;
  billed: Generated<number>;
  credits: Generated<number>;
  /** Questions that the store answered. */
  saved: Generated<number>;
}

/** Providers without a row use defaults. */
export interface ProviderLimitsTable {
  provider: string;
  maxConcurrent: number;
  maxPerMinute: number;
  /** Calls; null for no ceiling. */
  monthlyCeiling: number | null;
  updatedAt: number;
  updatedBy: string;
}

export type ModelPurpose = "ai_search" | "supplement" | "enrichment" | "outreach";

/** Sizes and a hash of each question, never its text. */
export interface ModelCallsTable {
  id: string;
  purpose: ModelPurpose;
  model: string;
  jobId: string | null;
  status: CallStatus;
  /** SHA-256 of all messages. */
  promptHash: string;
  promptBytes: number;
  promptTokens: number | null;
  completionTokens: number | null;
  createdAt: number;
  answeredAt: number | null;
}

export interface ProviderTables {
  providerCalls: ProviderCallsTable;
  emailLookups: EmailLookupsTable;
  modelCalls: ModelCallsTable;
  credentials: CredentialsTable;
  providerUsage: ProviderUsageTable;
  providerLimits: ProviderLimitsTable;
}
