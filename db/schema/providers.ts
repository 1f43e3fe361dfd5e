import type { Generated } from "kysely";
import type { EmailState } from "./jobs";

/** `sent`: awaits its answer. `answered`: settled with its cost. `unknown`: the server died before the answer. */
type CallStatus = "sent" | "answered" | "failed" | "unknown";

export type ModelPurpose = "ai_search" | "supplement" | "enrichment" | "outreach";

export interface ProviderTables {
  providerCalls: {
    id: string;
    jobId: string;
    step: string;
    provider: string;
    status: CallStatus;
    createdAt: number;
    answeredAt: number | null;
    creditsCharged: number | null;
  };
  /** Answers with and without an address, so that no question is paid twice. */
  emailLookups: {
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
  };
  /** Sizes and a hash of each question, never its text. */
  modelCalls: {
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
  };
  credentials: {
    service: string;
    ciphertext: Uint8Array;
    updatedAt: number;
  };
  /** Months follow the configured time zone. */
  providerUsage: {
    /** YYYY-MM */
    month: string;
    provider: string;
    jobId: string;
    calls: Generated<number>;
    billed: Generated<number>;
    credits: Generated<number>;
    /** Questions that the store answered. */
    saved: Generated<number>;
  };
  /** Providers without a row use defaults. */
  providerLimits: {
    provider: string;
    maxConcurrent: number;
    maxPerMinute: number;
    /** Calls; null for no ceiling. */
    monthlyCeiling: number | null;
    updatedAt: number;
    updatedBy: string;
  };
}
