import type { Generated } from "kysely";
import type { EmailState } from "./jobs";

export interface CredentialsTable {
  service: string;
  ciphertext: Uint8Array;
  updatedAt: number;
}

/**
 * A call that may cost money: `intended` while it waits for its turn, `sent` from then on, `answered` with what it changed.
 * `unknown`: the server died before the answer came.
 */
type CallStatus = "intended" | "sent" | "answered" | "failed" | "unknown";

/** Ledger of calls that may cost money. */
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

/** The answers of an email finder, found or not, so that nothing is paid twice. */
export interface EmailLookupsTable {
  /** The domain (punycode) it was asked of; „name:“ and the folded name of a company where no domain is known. */
  subject: string;
  /** The question: „company“, „decision-maker:ceo“, „person:“ and a folded name. */
  question: string;
  provider: string;
  state: EmailState;
  /** JSON: deliverable addresses, the one to write to first. */
  emails: string;
  /** An address that was answered but is not known to be deliverable. */
  address: string | null;
  /** JSON: { name, title, profileUrl } of the person, where one was asked for. */
  contact: string | null;
  /** The domain of the answer's company; goes when that company is erased. */
  domain: string | null;
  lookedUpAt: number;
}

/** Calls of a provider by the month (in the configured time zone) they were made in, and by job. */
interface ProviderUsageTable {
  /** YYYY-MM */
  month: string;
  provider: string;
  jobId: string;
  calls: Generated<number>;
  /** The calls that cost something. */
  billed: Generated<number>;
  credits: Generated<number>;
  /** Questions that were answered from the store instead. */
  saved: Generated<number>;
}

/** A provider's pace and monthly ceiling; providers without a row have the defaults. */
export interface ProviderLimitsTable {
  provider: string;
  maxConcurrent: number;
  maxPerMinute: number;
  /** Calls in a month; null is no ceiling. */
  monthlyCeiling: number | null;
  updatedAt: number;
  updatedBy: string;
}

export type ModelPurpose = "ai_search" | "supplement" | "enrichment" | "outreach";

/** Ledger of questions to the language model: sizes and a hash, never the text. */
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
