import querystring from "node:querystring";
import { z } from "zod";
import type { Db } from "~db/client";
import { getFirstPayload, parseList } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { askModel, ModelAnswerError, type ModelServices } from "../language-model/ask-model.server";
import type { AssessmentParts, RuledAssessment, SiteReading } from "../leads/assessment/assessment";
import { factsOf, siteAddressOf } from "../leads/evidence/company-facts.server";
import type { LanguageModel } from "../providers/language-model/language-model";
import {
  type CompanySite,
  keepText,
  type SitePage,
  type SiteReader,
} from "../providers/website/company-site";
import { SiteError } from "../providers/website/site-error";
import { displayDomain } from "../reading/companies/domain-key.server";
import type { ImprintSettings, Offer } from "../settings/team-settings.server";
import { cutText } from "../text/clean-text";
import {
  ASSESSMENT_INSTRUCTIONS,
  assessmentData,
  assessmentSchema,
} from "./assess/assessment-question";
import { assessByRules, settleType, type TypeHint } from "./assess/company-type-rules.server";
import { readAssessment, settleScore } from "./assess/read-assessment.server";
import type { ModelPace } from "./model-pace";
import { looksLikeInjection, removeInjections } from "./prompt-injection";

export interface ReadingServices extends ModelServices {
  sites: SiteReader;
  /** Null without a key; rules then decide type and topics. */
  model: LanguageModel | null;
  /** A German sentence. */
  modelProblem: string | null;
  pace: ModelPace;
  offer: Offer;
  imprint: ImprintSettings;
}

const NOTHING_TO_JUDGE = "Auf der Website steht kein Text, nach dem sich urteilen lässt.";

const MAX_TITLE = 200;

function wordsOfAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return querystring.unescape(`${pathname}${search}`).replace(/[/_+=&?-]/g, " ");
}

/** Removes instructions to language models, and cuts pages to the size of a question. */
export function sanitizeSite({ pages }: CompanySite) {
  let isSuspicious = false;
  const sanitize = (text: string) => {
    const rest = removeInjections(text);
    isSuspicious ||= rest !== text;
    return rest;
  };
  const kept = pages.flatMap((page): SitePage[] => {
    // Such pages do not tell what a company does.
    if (page.kind === "contact" || page.kind === "privacy") return [];
    const isInAddress = looksLikeInjection(wordsOfAddress(page.url));
    isSuspicious ||= isInAddress;
    const title = sanitize(cutText(page.title, MAX_TITLE));
    const text = keepText(sanitize(page.text)).trim();
    return isInAddress || text === "" ? [] : [{ ...page, title, text }];
  });
  return { pages: kept, isSuspicious };
}

function harmless(fact: string | null): string | null {
  return fact === null || looksLikeInjection(fact) ? null : fact;
}

async function askAbout(
  services: ReadingServices,
  model: LanguageModel,
  lead: LeadRow,
  pages: readonly SitePage[],
  ruled: RuledAssessment,
  options: { signal: AbortSignal; jobId: string },
): Promise<AssessmentParts> {
  const { offer } = services;
  const company = {
    name: harmless(lead.companyName),
    domain: displayDomain(lead.domain),
    city: harmless(lead.city),
    federalState: lead.federalState,
  };
  const emails = [...parseList(lead.emails), ...(lead.email === null ? [] : [lead.email])];
  const facts = {
    pages,
    record: { domain: lead.domain, emails, phone: lead.phone },
    offer,
    isTypeRuled: ruled.companyType !== null,
    names: [lead.companyName, lead.city, lead.address].filter((name) => name !== null),
  };
  return askModel<AssessmentParts>(
    services,
    model,
    {
      purpose: "enrichment",
      instructions: ASSESSMENT_INSTRUCTIONS,
      data: assessmentData(company, offer, pages),
      schema: assessmentSchema(offer),
      read: (value, kept) => readAssessment(value, facts, kept),
    },
    options,
  );
}

const CategorySchema = z.object({ primaryTypeDisplayName: z.object({ text: z.string() }) });

async function hintsOf(db: Db, { seq, sourceTerm }: LeadRow): Promise<TypeHint[]> {
  const payload = (await getFirstPayload(db, seq)) ?? "null";
  const category = CategorySchema.safeParse(JSON.parse(payload)).data;
  return [
    { from: "Der Suchbegriff", text: sourceTerm ?? "" },
    { from: "Die Kategorie der Karte", text: category?.primaryTypeDisplayName.text ?? "" },
  ].filter(({ text }) => text !== "");
}

async function judge(
  services: ReadingServices,
  lead: LeadRow,
  { pages, isSuspicious }: ReturnType<typeof sanitizeSite>,
  options: { signal: AbortSignal; jobId: string },
): Promise<SiteReading> {
  if (pages.length === 0) return { kind: "problem", problem: NOTHING_TO_JUDGE, isSuspicious };
  const { model, pace } = services;
  const name = lead.companyName;
  const ruled = assessByRules(pages, name);
  const withoutModel = (problem: string | null) => ({
    kind: "ruled" as const,
    assessment: ruled,
    problem,
    isSuspicious,
  });
  if (model === null) return withoutModel(services.modelProblem);
  try {
    const answer = await pace(
      () => askAbout(services, model, lead, pages, ruled, options),
      options.signal,
    );
    const hints = await hintsOf(services.db, lead);
    const { parts, note: scoreNote } = settleScore(answer);
    const { companyType, note: typeNote } = settleType(parts.companyType, pages, name, hints);
    const note = [typeNote, scoreNote].filter(Boolean).join(" ") || null;
    const assessment = { ...parts, companyType, topics: parts.topics ?? ruled.topics };
    return { kind: "judged", assessment, note, model: model.model, isSuspicious };
  } catch (error) {
    if (!(error instanceof ModelAnswerError)) throw error;
    return withoutModel(error.message);
  }
}

/**
 * Rules decide if the model gives no usable answer.
 * @throws JobPause when the model is unavailable for now
 */
export async function readLeadSite(
  services: ReadingServices,
  lead: LeadRow,
  options: { signal: AbortSignal; jobId: string },
): Promise<SiteReading> {
  try {
    const site = await services.sites.readSite(siteAddressOf(lead), options.signal);
    const { isRead, personalEmail } = services.imprint;
    const { facts } = isRead ? factsOf(site, lead, { personalEmail }) : { facts: [] };
    const foundName = facts.find(({ field }) => field === "companyName")?.value ?? null;
    const named = { ...lead, companyName: lead.companyName ?? foundName?.toString() ?? null };
    const reading = await judge(services, named, sanitizeSite(site), options);
    return { ...reading, facts, imprintProblem: site.imprintProblem };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof SiteError)) throw error;
    return { kind: "problem", problem: error.message, isSuspicious: null };
  }
}
