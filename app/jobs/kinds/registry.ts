import { JOB_KIND_NAMES, type JobKindName } from "~db/schema/jobs";
import { bulkKind } from "./bulk";
import { contactsKind, importKind } from "./csv";
import { enrichmentKind, readingKind } from "./enrichment";
import type { JobKind, JobType } from "./job-kind";
import { profilesKind } from "./profiles";
import { registerFileKind, registerKind } from "./register";
import { mapsKind, webKind } from "./search";

export const JOB_KINDS: Record<JobKindName, JobKind> = {
  maps: mapsKind,
  web: webKind,
  contacts: contactsKind,
  import: importKind,
  profiles: profilesKind,
  enrichment: enrichmentKind,
  reading: readingKind,
  bulk: bulkKind,
  register: registerKind,
  registerFile: registerFileKind,
};

export function kindNamed(name: string | null): JobKindName | undefined {
  return JOB_KIND_NAMES.find((known) => known === name);
}

/** The kinds that the API calls by one word. */
export function kindsOfType(type: JobType): JobKindName[] {
  return JOB_KIND_NAMES.filter((name) => JOB_KINDS[name].type === type);
}
