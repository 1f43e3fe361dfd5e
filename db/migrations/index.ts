import type { Migration } from "kysely";
import * as leadsAndJobs from "./0001-leads-and-jobs";
import * as workingTheStore from "./0002-working-the-store";
import * as listIndexes from "./0003-list-indexes";
import * as pipelinesAndSettings from "./0004-pipelines-and-settings";
import * as access from "./0005-access";
import * as languageModelAndCampaigns from "./0006-language-model-and-campaigns";
import * as jobKinds from "./0007-job-kinds";
import * as allowedDomains from "./0008-allowed-domains";
import * as guessedNames from "./0009-guessed-names";
import * as phonesAndStates from "./0010-phones-and-states";
import * as searchWords from "./0011-search-words";
import * as judgedLater from "./0012-judged-later";
import * as counters from "./0013-counters";
import * as narrowIndexes from "./0014-narrow-indexes";
import * as emptyCounters from "./0016-empty-counters";
import * as shownPhones from "./0017-shown-phones";
import * as pairsOfOrders from "./0018-pairs-of-orders";
import * as mergedInSmallParts from "./0019-merged-in-small-parts";
import * as openData from "./0021-open-data";
import * as evidence from "./0022-evidence";
import * as register from "./0023-register";
import * as jobNotes from "./0024-job-notes";
import * as factsOfResults from "./0025-facts-of-results";
import * as workOnLeads from "./0026-work-on-leads";
import * as actions from "./0027-actions";
import * as viewsAndPreferences from "./0028-views-and-preferences";
import * as leadDrafts from "./0030-lead-drafts";
import * as indexOfWork from "./0032-index-of-work";
import * as indexOfDueLeads from "./0035-index-of-due-leads";
import * as knownPlaces from "./0036-known-places";
import * as afterCrashes from "./0037-after-crashes";
import * as signInNames from "./0038-sign-in-names";
import * as mergedWithoutACrisis from "./0039-merged-without-a-crisis";

/** Every migration by its name, in order. A list and not a folder, since the build is one file. */
export const migrations: Record<string, Migration> = {
  "0001-leads-and-jobs": leadsAndJobs,
  "0002-working-the-store": workingTheStore,
  "0003-list-indexes": listIndexes,
  "0004-pipelines-and-settings": pipelinesAndSettings,
  "0005-access": access,
  "0006-language-model-and-campaigns": languageModelAndCampaigns,
  "0007-job-kinds": jobKinds,
  "0008-allowed-domains": allowedDomains,
  "0009-guessed-names": guessedNames,
  "0010-phones-and-states": phonesAndStates,
  "0011-search-words": searchWords,
  "0012-judged-later": judgedLater,
  "0013-counters": counters,
  "0014-narrow-indexes": narrowIndexes,
  "0016-empty-counters": emptyCounters,
  "0017-shown-phones": shownPhones,
  "0018-pairs-of-orders": pairsOfOrders,
  "0019-merged-in-small-parts": mergedInSmallParts,
  "0021-open-data": openData,
  "0022-evidence": evidence,
  "0023-register": register,
  "0024-job-notes": jobNotes,
  "0025-facts-of-results": factsOfResults,
  "0026-work-on-leads": workOnLeads,
  "0027-actions": actions,
  "0028-views-and-preferences": viewsAndPreferences,
  "0030-lead-drafts": leadDrafts,
  "0032-index-of-work": indexOfWork,
  "0035-index-of-due-leads": indexOfDueLeads,
  "0036-known-places": knownPlaces,
  "0037-after-crashes": afterCrashes,
  "0038-sign-in-names": signInNames,
  "0039-merged-without-a-crisis": mergedWithoutACrisis,
};
