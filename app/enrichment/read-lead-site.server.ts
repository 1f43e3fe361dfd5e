import { parseList } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { askModel, ModelAnswerError, type ModelServices } from "../language-model/ask-model.server";
import type { SiteReading } from "../leads/assessment/assessment";
import { displayDomain, domainKey } from "../leads/domain-key.server";
import type { LanguageModel } from "../providers/language-model/language-model";
import {
  type CompanySite,
  keepText,
  type SitePage,
  type SiteReader,
} from "../providers/website/company-site";
import { SiteError } from "../providers/website/site-error";
import type { Offer } from "../settings/team-settings";
import { cutText } from "../text/clean-text";
import {
  ASSESSMENT_INSTRUCTIONS,
  assessmentData,
  assessmentSchema,
} from "./assess/assessment-question";
import { findErrors, toCheckedAssessment } from "./assess/check-assessment.server";
import { assessByRules } from "./assess/company-type-rules.server";
import { looksLikeInjection, removeInjections } from "./prompt-injection";

export interface ReadingServices extends ModelServices {
  sites: SiteReader;
  /** Null without a key: type and topics then come from fixed rules. */
  model: LanguageModel | null;
  offer: Offer;
}

interface ReadingOutcome {
  reading: SiteReading;
  /** The model answered, but its answer could not be used. */
  modelError: ModelAnswerError | null;
}

const NOTHING_TO_JUDGE = "Auf der Website steht kein Text, nach dem sich urteilen lässt.";

interface SanitizedSite {
  pages: SitePage[];
  /** The site speaks to language models; those lines are taken out, so that none of them can be quoted. */
  isSuspicious: boolean;
}

const MAX_TITLE = 200;

function wordsOfAddress(url: string): string {
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  try {
    return decodeURIComponent(path).replace(/[/_+=&?-]/g, " ");
  } catch {
    return path.replace(/[/_+=&?-]/g, " ");
  }
}

/** Takes out of a website what speaks to language models, and cuts its pages to the size of a question. */
export function sanitizeSite({ pages }: CompanySite): SanitizedSite {
  let isSuspicious = false;
  const sanitize = (text: string) => {
    const rest = removeInjections(text);
    isSuspicious ||= rest !== text;
    return rest;
  };
  const kept = pages.flatMap((page): SitePage[] => {
    const isInAddress = looksLikeInjection(wordsOfAddress(page.url));
    isSuspicious ||= isInAddress;
    const title = sanitize(cutText(page.title, MAX_TITLE));
    const text = keepText(sanitize(page.text)).trim();
    return isInAddress || text === "" ? [] : [{ ...page, title, text }];
  });
  return { pages: kept, isSuspicious };
}

/** The lead's own address where it is the company's, else its domain. */
function addressOf({ website, domain }: LeadRow): string {
  const key = website === null ? null : domainKey(website);
  return website !== null && key?.kind === "company" && key.domain === domain ? website : domain;
}

function harmless(fact: string | null): string | null {
  return fact === null || looksLikeInjection(fact) ? null : fact;
}

async function askAbout(
  services: ReadingServices,
  model: LanguageModel,
  lead: LeadRow,
  { pages, isSuspicious }: SanitizedSite,
  options: { signal: AbortSignal; jobId: string },
): Promise<SiteReading> {
  const { offer } = services;
  const company = {
    name: harmless(lead.companyName),
    domain: displayDomain(lead.domain),
    city: harmless(lead.city),
    federalState: lead.federalState,
  };
  const emails = [...parseList(lead.emails), ...(lead.email === null ? [] : [lead.email])];
  const facts = { pages, record: { domain: lead.domain, emails, phone: lead.phone } };
  const task = {
    purpose: "enrichment" as const,
    instructions: ASSESSMENT_INSTRUCTIONS,
    data: assessmentData(company, offer, pages),
    schema: assessmentSchema(offer),
    check: (answer: Parameters<typeof findErrors>[0]) => findErrors(answer, facts),
  };
  const answer = await askModel(services, model, task, options);
  const assessment = toCheckedAssessment(answer, facts);
  return { kind: "judged", assessment, model: model.model, isSuspicious };
}

async function judge(
  services: ReadingServices,
  lead: LeadRow,
  site: SanitizedSite,
  options: { signal: AbortSignal; jobId: string },
): Promise<ReadingOutcome> {
  const { pages, isSuspicious } = site;
  if (pages.length === 0) {
    const reading = { kind: "problem" as const, problem: NOTHING_TO_JUDGE, isSuspicious };
    return { reading, modelError: null };
  }
  if (services.model === null) {
    const assessment = assessByRules(pages, lead.companyName);
    return { reading: { kind: "ruled", assessment, isSuspicious }, modelError: null };
  }
  try {
    const reading = await askAbout(services, services.model, lead, site, options);
    return { reading, modelError: null };
  } catch (error) {
    if (!(error instanceof ModelAnswerError)) throw error;
    const problem = `Die Website ist gelesen, aber nicht bewertet. ${error.message}`;
    return { reading: { kind: "problem", problem, isSuspicious }, modelError: error };
  }
}

/**
 * Reads the website of a lead and judges the company by it. Stores only the questions to the model.
 *
 * @throws ProviderError, CeilingReachedError where the model can't be asked
 */
export async function readLeadSite(
  services: ReadingServices,
  lead: LeadRow,
  options: { signal: AbortSignal; jobId: string },
): Promise<ReadingOutcome> {
  try {
    const site = await services.sites.readSite(addressOf(lead), options.signal);
    return await judge(services, lead, sanitizeSite(site), options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof SiteError)) throw error;
    const reading = { kind: "problem" as const, problem: error.message, isSuspicious: null };
    return { reading, modelError: null };
  }
}
