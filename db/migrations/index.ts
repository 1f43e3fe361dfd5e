import type { Migration } from "kysely";
import * as baseline from "./0039-baseline";
import * as unusedColumns from "./0040-unused-columns";
import * as plainLists from "./0041-plain-lists";
import * as evidenceOfEvents from "./0042-evidence-of-events";
import * as doNotContact from "./0043-do-not-contact";
import * as searchesBegunAlone from "./0044-searches-begun-alone";
import * as adObjections from "./0045-ad-objections";
import * as numbersOfCompanies from "./0046-numbers-of-companies";
import * as imprintInSearch from "./0047-imprint-in-search";
import * as missingCompanies from "./0048-missing-companies";
import * as fits from "./0049-fits";
import * as managersInSearch from "./0050-managers-in-search";
import * as mergedLeads from "./0051-merged-leads";
import * as repeatedCampaigns from "./0052-repeated-campaigns";
import * as areaWalks from "./0053-area-walks";

export const BASELINE = "0039-merged-without-a-crisis";

/** Migrations that older stores have recorded; the baseline replaces them. */
const BEFORE = [
  "0001-leads-and-jobs 0002-working-the-store 0003-list-indexes 0004-pipelines-and-settings 0005-access",
  "0006-language-model-and-campaigns 0007-job-kinds 0008-allowed-domains 0009-guessed-names",
  "0010-phones-and-states 0011-search-words 0012-judged-later 0013-counters 0014-narrow-indexes",
  "0016-empty-counters 0017-shown-phones 0018-pairs-of-orders 0019-merged-in-small-parts 0021-open-data",
  "0022-evidence 0023-register 0024-job-notes 0025-facts-of-results 0026-work-on-leads 0027-actions",
  "0028-views-and-preferences 0030-lead-drafts 0032-index-of-work 0035-index-of-due-leads",
  "0036-known-places 0037-after-crashes 0038-sign-in-names",
].flatMap((names) => names.split(" "));

/** A list instead of a folder, since the build is one file. */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(BEFORE.map((name) => [name, { up: async () => {} }])),
  [BASELINE]: baseline,
  "0040-unused-columns": unusedColumns,
  "0041-plain-lists": plainLists,
  "0042-evidence-of-events": evidenceOfEvents,
  "0043-do-not-contact": doNotContact,
  "0044-searches-begun-alone": searchesBegunAlone,
  "0045-ad-objections": adObjections,
  "0046-numbers-of-companies": numbersOfCompanies,
  "0047-imprint-in-search": imprintInSearch,
  "0048-missing-companies": missingCompanies,
  "0049-fits": fits,
  "0050-managers-in-search": managersInSearch,
  "0051-merged-leads": mergedLeads,
  "0052-repeated-campaigns": repeatedCampaigns,
  "0053-area-walks": areaWalks,
};
