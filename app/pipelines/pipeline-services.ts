import type { CallLedger } from "../jobs/call-ledger.server";
import type { Providers } from "../providers/providers.server";

/** What pipelines work with. */
export interface PipelineServices {
  providers: Providers;
  ledger: CallLedger;
}
