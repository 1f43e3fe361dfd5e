import { setTimeout as delay } from "node:timers/promises";
import { enrichmentPipeline } from "../../app/enrichment/enrichment-pipeline.server";
import { queueEnrichment } from "../../app/enrichment/start-enrichment.server";
import { CallLedger } from "../../app/jobs/ledger/call-ledger.server";
import { JobFeed } from "../../app/jobs/progress/job-feed.server";
import { JobRunner } from "../../app/jobs/runner/job-runner.server";
import { RateLimiter } from "../../app/providers/fetch/rate-limiter.server";
import { createProviders } from "../../app/providers/providers.server";
import { DEFAULT_LIMITS, SERVICES } from "../../app/providers/services";
import { createSiteReader } from "../../app/providers/website/read-site.server";
import type { Db } from "../../db/client";
import { getJob } from "../../db/queries/jobs";
import { SEED_START, seedLeads } from "../../tests/support/lead-factory";
import { startDemoProviders } from "../demo-providers/server";
import { allCompanies } from "../demo-providers/world/companies";
import { number, printTable } from "./measure";

/** Beyond what the demo providers wait by themselves: about 400 ms for a page, 1,500 for an answer of the model. */
const LONGER_MS = { websites: 280, openai: 900 };

async function secondsOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1_000;
}

/** Reading and judging websites against what its slowest part needs alone: the reader, or the model at its limits. */
export async function benchSites(db: Db, path: string, count: number): Promise<void> {
  const demo = await startDemoProviders();
  for (const [provider, delayMs] of Object.entries(LONGER_MS)) {
    const body = JSON.stringify({ provider, times: 1_000_000, fault: { delayMs } });
    await fetch(`${demo.origin}/_control/faults`, { method: "POST", body });
  }
  const limiter = new RateLimiter(1);
  for (const service of SERVICES) limiter.configure(service, DEFAULT_LIMITS[service]);
  const { googlePlaces, websites, ...baseUrls } = demo.baseUrls;
  const providers = createProviders(
    {
      baseUrls: { ...baseUrls, "google-places": googlePlaces },
      model: "gpt-6-luna",
      findKey: async () => "demo",
      limiter,
      settings: { retrySpeed: 1 },
    },
    {
      baseUrls,
      origin: "bench",
      contact: async () => "bench@leadspeicher.example",
      areas: { get: async () => undefined, save: async () => {} },
    },
  );
  const sites = createSiteReader({ proxyUrl: websites });
  const services = {
    providers,
    sites,
    readsImprints: false,
    ledger: new CallLedger("UTC"),
    timeZone: "UTC",
    retrySpeed: 1,
    phaseMs: 0,
  };
  const log = { info: () => {}, error: console.error };
  const pipelines = { enrichment: enrichmentPipeline(services) };
  const jobs = new JobRunner(db, new JobFeed(), pipelines, log);
  try {
    const all = allCompanies().flatMap(({ domain, name }) => (domain ? [{ domain, name }] : []));
    const step = Math.floor(all.length / count);
    const wanted = all.filter((_, index) => index % step === 0).slice(0, count);
    const seeds = wanted.map(({ domain, name }) => ({
      domain,
      companyName: name,
      createdAt: SEED_START,
    }));
    await seedLeads(path, seeds);
    const leads = await db.selectFrom("leads").select("seq").execute();
    const seqs = leads.map(({ seq }) => seq);
    const { signal } = new AbortController();
    const reader = await secondsOf(() =>
      Promise.allSettled(wanted.map(({ domain }) => sites.readSite(domain, signal))),
    );
    const job = await queueEnrichment(db, { seqs }, { actor: "bench", now: Date.now() });
    const whole = await secondsOf(async () => {
      jobs.wake();
      while ((await getJob(db, job?.id ?? ""))?.finishedAt === null) await delay(100);
    });
    const { calls } = await db
      .selectFrom("modelCalls")
      .select((eb) => eb.fn.countAll<number>().as("calls"))
      .executeTakeFirstOrThrow();
    const model = (calls * 60) / DEFAULT_LIMITS.openai.maxPerMinute;
    const slowest = Math.max(reader, model);
    const row = (name: string, seconds: number) => [
      name,
      `${number(seconds)} s`,
      `${number(seconds / slowest)} ×`,
    ];
    printTable(
      `${number(count)} Websites lesen und beurteilen (Ziel ≤ 1,1 ×)`,
      ["Weg", "Dauer", "gegen den langsamsten Teil"],
      [
        row("Leser allein", reader),
        row(`${number(calls)} Fragen im erlaubten Takt`, model),
        row("Anreicherung", whole),
      ],
    );
  } finally {
    await jobs.stop();
    await sites.close();
    await demo.close();
  }
}
