import { z } from "zod";
import { type Db, openDatabase } from "~db/client";
import { canRead } from "~db/queries/health";
import { takeRunLock } from "~db/run-lock";
import { enrichmentPipeline } from "./enrichment/enrichment-pipeline.server";
import { env } from "./env.server";
import { startHousekeeping } from "./housekeeping.server";
import { csvJobs } from "./imports/csv-jobs.server";
import { importPipeline } from "./imports/import-pipeline.server";
import { JobFeed } from "./jobs/job-feed.server";
import { JobRunner } from "./jobs/job-runner.server";
import { createLogger } from "./log.server";
import { mapsPipeline } from "./pipelines/maps/maps-pipeline.server";
import { anymailfinder } from "./providers/anymailfinder/anymailfinder.server";
import type { EmailFinder } from "./providers/email-finder";
import { googlePlaces } from "./providers/google-places/google-places.server";
import type { MapsProvider } from "./providers/maps-provider";

// Messages that no schema words itself are shown to people, too.
z.config(z.locales.de());

/** What the routes work with: made once from the settings, handed to them by the guard. */
export interface Services {
  db: Db;
  databasePath: string;
  timeZone: string;
  isDemo: boolean;
  /** Null until a key is set. */
  mapsProvider: MapsProvider | null;
  emailFinder: EmailFinder | null;
  jobs: JobRunner;
  feed: JobFeed;
  /** Whether the database answers. */
  canReadStore(): Promise<boolean>;
}

const callSettings = { retrySpeed: env.RETRY_SPEED, timeLimitMs: env.CALL_TIME_LIMIT_MS };

const mapsProvider =
  env.GOOGLE_PLACES_API_KEY === undefined
    ? null
    : googlePlaces(
        { apiKey: env.GOOGLE_PLACES_API_KEY, baseUrl: env.GOOGLE_PLACES_BASE_URL },
        callSettings,
      );

const emailFinder =
  env.ANYMAILFINDER_API_KEY === undefined
    ? null
    : anymailfinder(
        { apiKey: env.ANYMAILFINDER_API_KEY, baseUrl: env.ANYMAILFINDER_BASE_URL },
        callSettings,
      );

export const log = createLogger(env.LOG_LEVEL);

// The lock comes first: it says that no other process runs the jobs of this database.
const runLock = takeRunLock(env.DATABASE_PATH, `pid ${process.pid}, ${env.HOST}:${env.PORT}`);
const db = await openDatabase(env.DATABASE_PATH);
const feed = new JobFeed();
const jobs = new JobRunner(
  db,
  feed,
  {
    maps: mapsPipeline(mapsProvider, emailFinder),
    csv: csvJobs({ import: importPipeline() }),
    enrichment: enrichmentPipeline(emailFinder),
  },
  log,
);

export const services: Services = {
  db,
  databasePath: env.DATABASE_PATH,
  timeZone: env.TZ,
  isDemo: env.DEMO,
  mapsProvider,
  emailFinder,
  jobs,
  feed,
  canReadStore: () => canRead(db),
};

/** Begins what runs in the background: jobs left behind by an earlier process, and the clean-up. */
export function startServices(): void {
  jobs.start().catch((error: unknown) => log.error({ err: error }, "jobs could not start"));
  housekeeping = startHousekeeping(db, log);
}

let housekeeping: { stop(): void } | undefined;

/** Ends what runs in the background and closes the store. Running jobs go on at the next start. */
export async function stopServices(): Promise<void> {
  housekeeping?.stop();
  await jobs.stop();
  await db.destroy();
  runLock.release();
}
