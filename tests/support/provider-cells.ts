import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { enrichmentPipeline } from "~/enrichment/enrichment-pipeline.server";
import { startEnrichment } from "~/enrichment/start-enrichment.server";
import { queueSearchJob } from "~/jobs/kinds/start-job.server";
import { JobFeed } from "~/jobs/progress/job-feed.server";
import { JobRunner } from "~/jobs/runner/job-runner.server";
import { mapsPipeline, webPipeline } from "~/pipelines/company-search/search-companies.server";
import { profilesPipeline } from "~/pipelines/profiles/profiles-pipeline.server";
import { confirmTerms, startProfiles } from "~/pipelines/profiles/start-profiles.server";
import { RateLimiter } from "~/providers/fetch/rate-limiter.server";
import { createProviders } from "~/providers/providers.server";
import { SERVICES, type Service } from "~/providers/services";
import type { SiteReader } from "~/providers/website/company-site";
import { createSiteReader } from "~/providers/website/read-site.server";
import { applyLimits } from "~/settings/provider-limits.server";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import type { DemoProviders } from "../../scripts/demo-providers/server";
import { type FaultRule, postJson, resetProviders, setFault } from "./api-client";
import { SEARCH_URL } from "./fake-profile-search";
import { servicesWith } from "./fake-providers";
import { googlePage, listCalls, type ProviderCall } from "./provider-calls";
import { addLead, openTestStore } from "./store";

/** More often than any call is tried. */
const ALWAYS = 500;
/** Divides every pause: a day takes 86 ms. */
const SPEED = 1_000_000;
/** For one try of a service that says nothing, for ever or once, in milliseconds; else all have time on a busy machine. */
const SILENCE_MS = 200;
const ONE_SILENCE_MS = 800;
const PATIENCE_MS = 20_000;
/** What is said where nothing is wrong. */
const EVERYDAY = /passte laut Export nicht|^(?:model|rules): null$|fehlt der Schlüssel von OpenAI/;
const BROKEN_SITE = "kaputt-elektro.de";
const OTHER_SITE = "andere-elektro.de";

/** What goes wrong: in a service's answers, or at the way to it. */
export type CellFault = FaultRule["fault"] & { baseUrl?: string };

/** How a job ended, and what became of its calls. */
export interface CellOutcome {
  status: string;
  error: string | null;
  /** The warnings, and what is said at the leads. */
  notes: string[];
  /** How often the call with the fault reached the service. */
  tries: number;
  stored: number;
  /** Leads that the store holds. */
  leads: number;
  /** Calls of the service in the ledger, those whose end is not known, and those in the month's use. */
  ledger: { booked: number; open: number; used: number };
}

interface Scene {
  db: Db;
  jobs: JobRunner;
  services: ReturnType<typeof servicesWith>;
}

/** What all cells share. */
interface CellWorld {
  demo: DemoProviders;
  sites: SiteReader;
}

/** One of the six that a run asks: the call that fails, and the run that makes it. */
interface Asked {
  rule: Omit<FaultRule, "fault">;
  /** What others answer, in place of the local providers. */
  besides?: FaultRule[];
  start(scene: Scene): Promise<string>;
}

const by = { actor: "test", now: Date.now() };

function search(kind: "maps" | "web", enrich = false) {
  return async ({ db }: Scene): Promise<string> => {
    const params = { query: "Elektriker", region: "Bayern", count: 25, enrich } as const;
    return (await queueSearchJob(db, { kind, params }, by)).id;
  };
}

async function enrich({ db, services, jobs }: Scene, websites: readonly string[]) {
  const seqs: number[] = [];
  for (const website of websites) {
    const domain = website.replace(/\/.*/, "");
    const fields = { domain, website: `http://${website}`, companyName: "Elektro Huber" };
    seqs.push((await addLead(db, { ...fields, email: `info@${domain}` })).seq);
  }
  const started = await startEnrichment({ db, jobs, providers: services.providers }, seqs, "test");
  return started?.job.id ?? "";
}

const PAGE = `<title>Elektro Huber</title><h1>Elektro Huber</h1><p>${"Wir sind ein Elektrobetrieb und planen Photovoltaik und Wallboxen für Häuser. ".repeat(9)}`;

/** The six, some of them at several of their calls. */
const ASKED = {
  places: { rule: { provider: "google-places" }, start: search("maps") },
  "places, page 2": { rule: { provider: "google-places", after: 1 }, start: search("maps") },
  web: { rule: { provider: "serper" }, start: search("web") },
  "web, page 2": { rule: { provider: "serper", after: 1 }, start: search("web") },
  emails: {
    rule: { provider: "anymailfinder" },
    besides: [{ provider: "google-places", fault: { body: googlePage(1, 1) } }],
    start: search("maps", true),
  },
  profiles: { rule: { provider: "vayne", path: "/api/credits" }, start: fetchProfiles },
  "profiles, order": {
    rule: { provider: "vayne", path: "/api/orders", match: "secondary_webhook" },
    start: fetchProfiles,
  },
  "profiles, ordered": { rule: { provider: "vayne", path: "/api/orders/" }, start: fetchProfiles },
  model: { rule: { provider: "openai" }, start: (scene) => enrich(scene, [OTHER_SITE]) },
  website: {
    rule: { provider: "websites", path: `/${BROKEN_SITE}/` },
    besides: [
      {
        provider: "websites",
        path: `/${BROKEN_SITE}/robots.txt`,
        times: ALWAYS,
        fault: { status: 404, body: "" },
      },
    ],
    start: (scene) => enrich(scene, [`${BROKEN_SITE}/start`, OTHER_SITE]),
  },
} satisfies Record<string, Asked>;
export type AskedName = keyof typeof ASKED;

async function fetchProfiles({ db, services, jobs }: Scene): Promise<string> {
  await confirmTerms(db, "test");
  const params = { searchUrl: SEARCH_URL, count: 12, enrich: false };
  const on = { db, jobs, providers: services.providers };
  return (await startProfiles(on, params, "test", null)).id;
}

/** A page of a company in place of every website. */
const ONE_SITE: SiteReader = {
  readSite: async (address) => ({
    pages: [{ url: `http://${address}/`, kind: "home", title: "Elektro Huber", text: PAGE }],
  }),
  close: async () => {},
};

const DEMO_URLS = {
  anymailfinder: "anymailfinder",
  serper: "serper",
  "google-places": "googlePlaces",
  vayne: "vayne",
  openai: "openai",
} as const satisfies Record<Service, keyof DemoProviders["baseUrls"]>;

/** Reads the local websites; its threads are started once. */
export function openSiteReader({ baseUrls }: DemoProviders): SiteReader {
  const timeoutMs = 1_200;
  return createSiteReader({ proxyUrl: baseUrls.websites, speed: SPEED, timeoutMs });
}

async function openScene(
  { demo: { baseUrls }, sites: farm }: CellWorld,
  name: AskedName,
  fault: CellFault,
  times: number,
): Promise<Scene> {
  const db = openTestStore();
  const limiter = new RateLimiter(SPEED);
  await applyLimits(db, limiter);
  const silenceMs = times === 1 ? ONE_SILENCE_MS : SILENCE_MS;
  const timeLimitMs = fault.hang || fault.drip ? silenceMs : PATIENCE_MS;
  const urlOf = (service: Service) => [service, baseUrls[DEMO_URLS[service]]] as const;
  const urls = Object.fromEntries(SERVICES.map(urlOf)) as Record<Service, string>;
  const { provider } = ASKED[name].rule;
  const isAsked = (service: Service) =>
    provider === service || service === "google-places" || service === "vayne";
  const providers = createProviders(
    {
      baseUrls: SERVICES.some((service) => service === provider)
        ? { ...urls, [provider]: fault.baseUrl ?? urls[provider as Service] }
        : urls,
      model: "gpt-6-luna",
      findKey: async (service) => (isAsked(service) ? `key-of-${service}` : null),
      limiter,
      settings: { retrySpeed: SPEED, timeLimitMs },
    },
    {
      baseUrls: { overpass: baseUrls.overpass, nominatim: baseUrls.nominatim },
      origin: "test",
      contact: async () => "tests@leadspeicher.example",
      areas: { get: async () => undefined, save: async () => {} },
    },
  );
  const sites = name === "website" ? farm : ONE_SITE;
  const services = { ...servicesWith({ sites }), providers, retrySpeed: SPEED };
  const silent = { info: () => {}, error: () => {} };
  const jobs = new JobRunner(
    db,
    new JobFeed(),
    {
      maps: mapsPipeline(services),
      web: webPipeline(services),
      profiles: profilesPipeline(services),
      enrichment: enrichmentPipeline(services),
    },
    silent,
  );
  onTestFinished(() => jobs.stop());
  return { db, jobs, services };
}

/** Whether a call is one of those that the rule is about. */
function isHit({ provider, path = "", match = "" }: Asked["rule"], call: ProviderCall): boolean {
  const isOf = call.provider === provider && call.path.startsWith(path);
  return isOf && JSON.stringify(call.body).includes(match) && !call.path.endsWith("robots.txt");
}

async function readLedger(db: Db, provider: string): Promise<CellOutcome["ledger"]> {
  const rows =
    provider === "openai"
      ? await db.selectFrom("modelCalls").select("status").execute()
      : await db
          .selectFrom("providerCalls")
          .select("status")
          .where("provider", "=", provider)
          .execute();
  const usage = await db
    .selectFrom("providerUsage")
    .select("calls")
    .where("provider", "=", provider)
    .execute();
  return {
    booked: rows.length,
    open: rows.filter(({ status }) => status === "sent").length,
    used: usage.reduce((sum, { calls }) => sum + calls, 0),
  };
}

/** Runs a job whose call meets a fault so many times, to its end. */
export async function runCell(
  world: CellWorld,
  name: AskedName,
  { baseUrl, ...fault }: CellFault,
  times = ALWAYS,
): Promise<CellOutcome> {
  const { rule, besides = [], start }: Asked = ASKED[name];
  const { demo } = world;
  await resetProviders(demo.origin);
  for (const domain of [BROKEN_SITE, OTHER_SITE])
    await postJson(`${demo.origin}/_control/site`, { domain, path: "/", body: PAGE });
  for (const other of besides) await setFault(demo.origin, other);
  if (baseUrl === undefined) await setFault(demo.origin, { ...rule, times, fault });
  const scene = await openScene(world, name, baseUrl === undefined ? fault : { baseUrl }, times);
  const id = await start(scene);
  const { db, jobs } = scene;
  jobs.wake();
  let job = await getJob(db, id);
  for (; job?.finishedAt === null; job = await getJob(db, id)) await delay(2);
  if (job === undefined) throw new Error("there is no such job");
  const readings = await db.selectFrom("leadEnrichments").select(["basis", "problem"]).execute();
  const calls = (await listCalls(demo.origin)).filter((call) => isHit(rule, call));
  return {
    status: job.status,
    error: job.error,
    notes: [
      ...parseList(job.warnings),
      ...readings.map(({ basis, problem }) => `${basis}: ${problem}`),
    ].filter((note) => !EVERYDAY.test(note)),
    tries: calls.length - (rule.after ?? 0),
    stored: job.stored,
    leads: (await db.selectFrom("leads").select("seq").execute()).length,
    ledger: await readLedger(db, rule.provider),
  };
}
