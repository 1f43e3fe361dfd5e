import type { CallLedger } from "../jobs/ledger/call-ledger.server";
import type { Providers } from "../providers/providers.server";
import type { SiteReader } from "../providers/website/company-site";

/** What pipelines work with. */
export interface PipelineServices {
  providers: Providers;
  ledger: CallLedger;
  /** Reads the websites of companies. */
  sites: SiteReader;
  /** Where months begin and end. */
  timeZone: string;
}
