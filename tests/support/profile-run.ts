import { profilesPipeline } from "~/pipelines/profiles/profiles-pipeline.server";
import type { EmailFinder } from "~/providers/email-finder";
import { parseTable } from "~/reading/tables/parse-table.server";
import type { Db } from "~db/client";
import type { JobRow, NewJobRow } from "~db/schema";
import { type FakeProfileSearch, SEARCH_URL } from "./fake-profile-search";
import { servicesWith } from "./fake-providers";
import { resumeRun, startRun } from "./job-run";

export function searchParams(fields: { count?: number; enrich?: boolean } = {}): string {
  return JSON.stringify({ searchUrl: SEARCH_URL, count: 50, enrich: false, ...fields });
}

export function pipelineWith(search: FakeProfileSearch | null, emails: EmailFinder | null = null) {
  const services = servicesWith({ profiles: search, emails });
  return profilesPipeline(services, parseTable);
}

/** A job for profiles under way, without emails unless told otherwise. */
export function startProfilesRun(db: Db, fields: Partial<NewJobRow> = {}) {
  const usual = { kind: "profiles", query: "Profilsuche", region: null } as const;
  return startRun(db, { ...usual, params: searchParams(), ...fields });
}

/** Runs a job for profiles to its end. */
export async function runProfiles(
  db: Db,
  search: FakeProfileSearch,
  fields: Partial<NewJobRow> = {},
  emails: EmailFinder | null = null,
) {
  const scene = await startProfilesRun(db, fields);
  await pipelineWith(search, emails).run(scene.run);
  return scene;
}

/** Goes on with a job as the next start of the server does. */
export async function resumeProfiles(db: Db, job: JobRow, search: FakeProfileSearch) {
  const scene = resumeRun(db, job);
  await pipelineWith(search).run(scene.run);
  return scene;
}

export const resultsOf = (db: Db) =>
  db.selectFrom("jobResults").selectAll().orderBy("position").execute();
export const leadsOf = (db: Db) => db.selectFrom("leads").selectAll().orderBy("seq").execute();
export const callsOf = (db: Db) =>
  db.selectFrom("providerCalls").selectAll().where("provider", "=", "vayne").execute();
