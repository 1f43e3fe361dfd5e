import { z } from "zod";
import { enrichmentPipeline } from "~/enrichment/enrichment-pipeline.server";
import { queueEnrichment } from "~/enrichment/start-enrichment.server";
import { JobPause } from "~/jobs/runner/job-run.server";
import type { LanguageModel } from "~/providers/language-model/language-model";
import type { SitePage, SiteReader, SiteReadingOptions } from "~/providers/website/company-site";
import { SiteError } from "~/providers/website/site-error";
import type { Db } from "~db/client";
import { findSeqsById } from "~db/queries/lead-bulk";
import type { LeadRow } from "~db/schema";
import { dataOf, type FakeModel, fakeModel } from "./fake-model";
import { servicesWith } from "./fake-providers";
import { resumeRun, TOKEN } from "./job-run";
import { addJob } from "./store";

const QUOTE = "Wir versorgen 30.000 Haushalte mit Strom und Fernwärme.";

/** The first page of a company, with a sentence that can be quoted. */
export function homePage(domain: string, text = QUOTE): SitePage {
  return { url: `https://${domain}/`, kind: "home", title: "Startseite", text };
}

/** Websites by domain; all others can't be reached. */
export class FakeSites implements SiteReader {
  readonly asked: string[] = [];
  readonly read: SiteReadingOptions[] = [];
  readonly #sites: Record<string, readonly SitePage[] | Error>;

  constructor(sites: Record<string, readonly SitePage[] | Error>) {
    this.#sites = sites;
  }

  async readSite(address: string, _signal?: AbortSignal, options: SiteReadingOptions = {}) {
    this.asked.push(address);
    this.read.push(options);
    const site = this.#sites[address.replace(/^https?:\/\/(?:www\.)?|\/$/g, "")];
    if (site === undefined) throw SiteError.because("unreachable");
    if (site instanceof Error) throw site;
    return { pages: [...site] };
  }

  async close() {}
}

/** What a model says that did its work. */
export const ANSWER = {
  companyType: "Stadtwerke",
  topics: ["Strom", "Fernwärme"],
  salesScore: 4,
  salesReason: "Der Versorger betreut viele Haushalte und passt gut zum Angebot.",
  offerPackage: "Premium",
  passages: [{ quote: QUOTE, url: "https://a.de/" }],
};

const DataSchema = z.object({ pages: z.array(z.object({ url: z.string() })) });

/** A model that answers for the page it was given. */
export function goodModel(change: Partial<typeof ANSWER> = {}): FakeModel {
  return fakeModel((request) => {
    const { pages } = DataSchema.parse(dataOf(request));
    const passages = [{ quote: QUOTE, url: pages[0]?.url ?? "" }];
    return { json: { ...ANSWER, passages, ...change } };
  });
}

interface ReadScene {
  model?: LanguageModel | null;
  sites: SiteReader;
  /** Whether it follows a search by itself. */
  isFollowUp?: boolean;
  createdAt?: number;
}

/** Queues a job that reads the websites of some leads. */
export async function queueScene(
  db: Db,
  leads: readonly LeadRow[],
  { isFollowUp = false, createdAt = Date.now() }: Pick<ReadScene, "isFollowUp" | "createdAt"> = {},
) {
  const seqs = await findSeqsById(
    db,
    leads.map(({ id }) => id),
  );
  const by = { actor: "ben", now: createdAt };
  const search = isFollowUp ? await addJob(db) : undefined;
  const queued = await queueEnrichment(db, { seqs, ...(search && { search }) }, by);
  if (queued === null) throw new Error("no leads");
  const change = { status: "running", runToken: TOKEN } as const;
  await db.updateTable("jobs").set(change).where("id", "=", queued.id).execute();
  const job = { ...queued, ...change };
  return { job, ...resumeRun(db, job) };
}

/** Reads the websites of some leads in a job of their own, after each of its pauses; answers the job as it is then. */
export async function readAll(db: Db, leads: readonly LeadRow[], scene: ReadScene) {
  const { model = null, sites, isFollowUp = false } = scene;
  const { run, job } = await queueScene(db, leads, {
    isFollowUp,
    ...(scene.createdAt === undefined ? {} : { createdAt: scene.createdAt }),
  });
  const pipeline = enrichmentPipeline(servicesWith({ sites, languageModel: model }));
  const takeUp = async (): Promise<void> =>
    pipeline.run(run).catch((error: unknown) => {
      if (!(error instanceof JobPause)) throw error;
      return takeUp();
    });
  await takeUp();
  const states = await db
    .selectFrom("jobResults")
    .select("siteState")
    .where("jobId", "=", job.id)
    .orderBy("position")
    .execute();
  return { job: run.job, states: states.map(({ siteState }) => siteState) };
}

export const allEnrichments = (db: Db) =>
  db.selectFrom("leadEnrichments").selectAll().orderBy("leadSeq").execute();
