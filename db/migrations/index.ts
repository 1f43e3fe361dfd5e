import type { Migration } from "kysely";
import * as leadsAndJobs from "./0001-leads-and-jobs";

/** Every migration by its name, in order. A list and not a folder, since the build is one file. */
export const migrations: Record<string, Migration> = {
  "0001-leads-and-jobs": leadsAndJobs,
};
