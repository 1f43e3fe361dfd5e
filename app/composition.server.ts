import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { canRead, type Db, emptyLog, openDatabase, openForSteps } from "~db/client";
import { closeLostCalls } from "~db/queries/provider-calls";
import { mergeSearchIndex } from "~db/queries/search-index";
import { getSetting, putSetting } from "~db/queries/settings";
import { takeRunLock } from "~db/run-lock";
import type { JobKindName, JobRow } from "~db/schema";
import type { AccessServices } from "./access/access-services";
import { PasswordHasher } from "./access/passwords/password-hash.server";
import { assertClosed } from "./access/reachability";
import { SignInLimits } from "./access/sign-in/sign-in-limits.server";
import { issueStartLink, prepareAccess } from "./access/sign-in/start-link.server";
import { Backups } from "./backups.server";
import { onJobEnded } from "./campaigns/run-campaigns.server";
import { enrichmentPipeline } from "./enrichment/enrichment-pipeline.server";
import { queueFollowUp, startEnrichment } from "./enrichment/start-enrichment.server";
import { env } from "./env.server";
import { findClockJump } from "./health/clock.server";
import { startHousekeeping } from "./housekeeping.server";
import { importPipeline } from "./imports/import-pipeline.server";
import { startBulkJob } from "./jobs/kinds/start-job.server";
import { CallLedger } from "./jobs/ledger/call-ledger.server";
import { JobFollower } from "./jobs/progress/follow-job.server";
import { JobFeed } from "./jobs/progress/job-feed.server";
import { JobRun, type Pipeline, retryWhileStoreFails } from "./jobs/runner/job-run.server";
import { JobRunner } from "./jobs/runner/job-runner.server";
import type { BulkParams } from "./leads/bulk/bulk-params.server";
import { keepFits } from "./leads/fit/keep-fits.server";
import { createLog } from "./log/log.server";
import { bulkPipeline } from "./pipelines/bulk-pipeline.server";
import { mapsPipeline, webPipeline } from "./pipelines/company-search/search-companies.server";
import { contactsPipeline } from "./pipelines/contacts/contacts-pipeline.server";
import { storeLeadList } from "./pipelines/contacts/start-contacts.server";
import { profilesPipeline } from "./pipelines/profiles/profiles-pipeline.server";
import { RateLimiter } from "./providers/fetch/rate-limiter.server";
import { createProviders, type ProviderSetup } from "./providers/providers.server";
import { keepSites } from "./providers/website/kept-sites.server";
import { createSiteReader } from "./providers/website/read-site.server";
import { registerFolder } from "./register/register-files.server";
import { registerFilePipeline, registerPipeline } from "./register/register-pipeline.server";
import { supplementingPipeline } from "./search/start-supplement.server";
import { deriveKey, KeyCipher, loadAppSecret } from "./settings/app-secret.server";
import { Credentials } from "./settings/credentials.server";
import { applyLimits } from "./settings/provider-limits.server";
import { osmSetting } from "./settings/team-settings.server";
import { endThreads } from "./threads/run-task.server";

const PHASE_MS = 500;

// Users also see zod's own messages.
z.config(z.locales.de());

export const { log, faults } = createLog(env.LOG_LEVEL);

const configuredPassword = readPassword();
if (env.DEMO) assertClosed(env, "demo");
const backups = new Backups(
  {
    databasePath: env.DATABASE_PATH,
    folder: env.BACKUP_DIR,
    days: env.DEMO ? 0 : env.BACKUP_DAYS,
    timeZone: env.TZ,
  },
  log,
);
if (!env.DEMO) backups.assertNotLost();
// A new store has no password yet; refusing first leaves no files behind.
if (!existsSync(env.DATABASE_PATH)) {
  assertClosed(env, configuredPassword === undefined ? "no-password" : false);
}

// The lock excludes other processes that run this database's jobs.
const runLock = takeRunLock(env.DATABASE_PATH, `pid ${process.pid}, ${env.HOST}:${env.PORT}`);
const db = await (async () => {
  if (!env.DEMO && env.BACKUP_BEFORE_UPDATE) await backups.makeBeforeUpdate();
  return openDatabase(env.DATABASE_PATH);
})().catch((error: unknown) => {
  throw backups.explain(error);
});
backups.writeMarker();
const feed = new JobFeed();

const appSecret = loadAppSecret(env.APP_SECRET, env.DATABASE_PATH);
const cipher = new KeyCipher(appSecret);
const access: AccessServices = {
  db,
  isDemo: env.DEMO,
  sessionKey: deriveKey(appSecret, "sessions"),
  environmentToken: env.APP_API_TOKEN,
  passwords: new PasswordHasher(),
  limits: new SignInLimits(),
  log,
};
const { hasPassword } = await prepareAccess(access, { password: configuredPassword }, Date.now());
try {
  assertClosed(env, hasPassword || env.DEMO ? false : "no-password");
} catch (error) {
  await db.destroy();
  runLock.release();
  throw error;
}
const credentials = new Credentials(db, cipher, {
  anymailfinder: env.ANYMAILFINDER_API_KEY,
  serper: env.SERPER_API_KEY,
  "google-places": env.GOOGLE_PLACES_API_KEY,
  vayne: env.VAYNE_API_KEY,
  openai: env.OPENAI_API_KEY,
});
const providerSetup: ProviderSetup = {
  baseUrls: {
    anymailfinder: env.ANYMAILFINDER_BASE_URL,
    serper: env.SERPER_BASE_URL,
    "google-places": env.GOOGLE_PLACES_BASE_URL,
    vayne: env.VAYNE_BASE_URL,
    openai: env.OPENAI_BASE_URL,
  },
  model: env.OPENAI_MODEL,
  findKey: (service) => credentials.findKey(service),
  limiter: new RateLimiter(env.RETRY_SPEED),
  settings: {
    retrySpeed: env.RETRY_SPEED,
    timeLimitMs: env.CALL_TIME_LIMIT_MS,
    proxyUrl: env.PROVIDER_PROXY_URL,
  },
};
await applyLimits(db, providerSetup.limiter);
async function findOsmContact(): Promise<string | null> {
  return env.OSM_CONTACT ?? ((await osmSetting.load(db)).contact || null);
}
const providers = createProviders(providerSetup, {
  baseUrls: { overpass: env.OVERPASS_BASE_URL, nominatim: env.NOMINATIM_BASE_URL },
  origin: env.APP_ORIGIN[0] ?? "self-hosted",
  contact: findOsmContact,
  areas: {
    get: (region) => getSetting(db, `osm-area:${region}`),
    save: (region, areas) =>
      putSetting(db, `osm-area:${region}`, areas, { actor: "system", now: Date.now() }),
  },
});
const sites = keepSites(
  createSiteReader({ proxyUrl: env.SCRAPER_PROXY_URL, speed: env.RETRY_SPEED }),
);
const pipelineServices = {
  providers,
  ledger: new CallLedger(env.TZ),
  sites,
  readsImprints: env.AUTO_ENRICHMENT,
  timeZone: env.TZ,
  retrySpeed: env.RETRY_SPEED,
  phaseMs: PHASE_MS,
};

async function afterJob(trx: Db, job: JobRow): Promise<void> {
  if (env.AUTO_ENRICHMENT) await queueFollowUp(trx, job);
  await onJobEnded(trx, job, env.TZ);
}

const steps = await openForSteps(env.DATABASE_PATH);
let writing = 0;
function local({ run }: Pipeline): Pipeline {
  return {
    async run({ job, token, signal }) {
      writing += 1;
      try {
        await run(new JobRun(steps, job, token, signal, feed));
      } finally {
        writing -= 1;
        await emptyLog(steps);
      }
      // The next job or the clean-up retries.
      mergeSearchIndex(steps, async () => writing === 0).catch(() => {});
    },
  };
}

const jobs = new JobRunner(
  db,
  feed,
  {
    maps: mapsPipeline(pipelineServices),
    web: supplementingPipeline(pipelineServices, webPipeline(pipelineServices)),
    import: local(importPipeline(env.TZ)),
    bulk: local(bulkPipeline(env.TZ)),
    register: local(registerPipeline()),
    registerFile: local(registerFilePipeline(registerFolder(env.DATABASE_PATH))),
    contacts: contactsPipeline(pipelineServices),
    profiles: profilesPipeline(pipelineServices),
    enrichment: enrichmentPipeline(pipelineServices),
    reading: enrichmentPipeline(pipelineServices),
  } satisfies Record<JobKindName, Pipeline>,
  log,
  afterJob,
);

export const services = {
  db,
  databasePath: env.DATABASE_PATH,
  timeZone: env.TZ,
  isDemo: env.DEMO,
  access,
  providers,
  sites,
  credentials,
  findOsmContact,
  isOsmContactFixed: env.OSM_CONTACT !== undefined,
  /** Seals values in forms. */
  cipher,
  providerSetup,
  jobs,
  feed,
  follower: new JobFollower(db, feed),
  enrichLeads: (seqs: readonly number[], actor: string) =>
    startEnrichment({ db, jobs, providers }, seqs, actor),
  listLeads: (seqs: readonly number[], actor: string) => storeLeadList(db, seqs, actor),
  startBulk: (params: BulkParams, count: number, actor: string) =>
    startBulkJob({ db, jobs }, params, count, actor),
  canReadStore: () => canRead(db),
  findBackups: () => backups.find(),
  faults,
};

export type Services = typeof services;

/** Strips a file's byte order mark and last line break. */
function readPassword(): string | undefined {
  if (env.APP_PASSWORD_FILE === undefined) return env.APP_PASSWORD;
  let text: string;
  try {
    text = readFileSync(env.APP_PASSWORD_FILE, "utf8");
  } catch (cause) {
    throw new Error("APP_PASSWORD_FILE: die Datei ist nicht lesbar", { cause });
  }
  const password = text.replace(/^\uFEFF/, "").replace(/\r?\n$/, "");
  if (password.trim() === "") throw new Error("APP_PASSWORD_FILE: die Datei ist leer");
  return password;
}

/** Null if users sign in with a password, or need no sign-in. */
export async function newStartLink(): Promise<string | null> {
  return hasPassword || env.DEMO ? null : issueStartLink(db, Date.now());
}

async function startJobs(): Promise<void> {
  await retryWhileStoreFails(() => closeLostCalls(db), stopping.signal);
  await jobs.start();
}

export function startServices(): void {
  startJobs()
    .catch((error: unknown) => log.error({ err: error }, "jobs could not start"))
    .finally(() => {
      if (!stopping.signal.aborted) housekeeping = startHousekeeping(services, log);
    });
  fits = keepFits(steps, stopping.signal, log);
  backups.start(async () => (await findClockJump(db, Date.now())) === null);
}

const stopping = new AbortController();
let housekeeping: { stop(): void } | undefined;
let fits: Promise<void> | undefined;

/** Running jobs resume at the next start; the store closes after the last answer. */
export async function stopServices(answers?: Promise<void>): Promise<void> {
  stopping.abort();
  housekeeping?.stop();
  feed.end();
  backups.stop();
  await Promise.all([jobs.stop(), fits]);
  await answers;
  await sites.close();
  await endThreads();
  await steps.destroy();
  await db.destroy();
  runLock.release();
}
