import { foldText } from "~db/fold";
import { campaignCost, type EstimateServices, estimateCost } from "../jobs/ledger/cost.server";
import { formText } from "../text/form-text";
import { type TaskStatus, UTILITY_TERMS } from "./campaign";
import { CampaignFormSchema, type CampaignInput, linesOf } from "./campaign-input";
import { planCampaign, planKey, termsOf } from "./create-campaign.server";
import { findCampaign, findCampaignPage, findTaskPage } from "./find-campaigns.server";
import { tellCeiling } from "./repeat-campaigns.server";

const CAMPAIGNS_ON_PAGE = 20;

export async function findCampaignsPage(
  services: EstimateServices,
  searchParams: URLSearchParams,
  page: number,
) {
  const { db } = services;
  const { campaigns, total } = await findCampaignPage(db, { page, pageSize: CAMPAIGNS_ON_PAGE });
  const newest = campaigns.find(({ status }) => status === "running") ?? campaigns[0];
  const shown = newest && (await findCampaign(db, newest.id));
  const preview = await previewStart(services, searchParams);
  return { preview, shown, campaigns, total, page, pageSize: CAMPAIGNS_ON_PAGE };
}

/** The preset's terms come first, as they alone make its kind of campaign. */
function withUtilityTerms(typed: readonly string[]): string {
  const known = new Set(UTILITY_TERMS.map(foldText));
  return [...UTILITY_TERMS, ...typed.filter((term) => !known.has(foldText(term)))].join("\n");
}

export async function previewStart(services: EstimateServices, sent: URLSearchParams | FormData) {
  if (!sent.has("placesPerState")) return null;
  const isPreset = sent.get("kind") === "energieversorger";
  const typed = formText(sent, "terms");
  const values = {
    terms: isPreset ? withUtilityTerms(linesOf(typed)) : typed,
    states: sent.getAll("states").map(String),
    placesPerState: formText(sent, "placesPerState"),
    count: formText(sent, "count"),
    again: sent.get("again") === "on",
  };
  if (isPreset) return { values, errors: {}, plan: null };
  const parsed = CampaignFormSchema.safeParse({ ...values, terms: values.terms || undefined });
  if (parsed.success) return { values, errors: {}, plan: await planStart(services, parsed.data) };
  // Errors of single terms belong to the field; each field shows its first error.
  const faults = parsed.error.issues
    .toReversed()
    .map(({ path: [name], message }) => [name, message]);
  return { values, errors: Object.fromEntries(faults), plan: null };
}
export type StartPreview = NonNullable<Awaited<ReturnType<typeof previewStart>>>;

async function planStart(services: EstimateServices, input: CampaignInput) {
  const { tasks, toDo, skipped } = await planCampaign(services.db, input);
  const states = new Set(tasks.map(({ state }) => state)).size;
  const places = new Set(tasks.map(({ state, city }) => JSON.stringify([state, city]))).size;
  const run = { kind: "campaign", count: input.count, times: toDo } as const;
  const cost = toDo === 0 ? null : await estimateCost(services, run, Date.now());
  const key = planKey(input, { toDo });
  return { key, terms: termsOf(input), states, places, toDo, skipped, cost };
}

export type CampaignDetail = Awaited<ReturnType<typeof findCampaignDetail>>;

const TASKS_ON_PAGE = 50;

const SHOWN: Record<string, readonly TaskStatus[]> = {
  offen: ["waiting", "running"],
  erledigt: ["done", "skipped"],
  fehlgeschlagen: ["failed", "cancelled"],
};

export async function findCampaignDetail(
  services: EstimateServices,
  id: string,
  searchParams: URLSearchParams,
  asked: number,
) {
  const { db } = services;
  const found = await findCampaign(db, id);
  const isRepeated = found.campaign.repeat !== "never";
  const shown = searchParams.get("zeigen") ?? "";
  const state = searchParams.get("land") ?? undefined;
  const term = searchParams.get("begriff") ?? undefined;
  const filter = { statuses: Object.hasOwn(SHOWN, shown) ? SHOWN[shown] : undefined, state, term };
  const { total } = await findTaskPage(db, id, { ...filter, page: 1, pageSize: 1 });
  const page = Math.min(asked, Math.max(1, Math.ceil(total / TASKS_ON_PAGE)));
  const { tasks } = await findTaskPage(db, id, { ...filter, page, pageSize: TASKS_ON_PAGE });
  return {
    ...found,
    cost: await campaignCost(db, id, found.campaign.progress.newLeads),
    ceiling: isRepeated ? await tellCeiling(services, found.campaign) : null,
    tasks,
    total,
    page,
    pageSize: TASKS_ON_PAGE,
    shown: filter.statuses === undefined ? "" : shown,
    state: state ?? null,
    term: term ?? null,
    isFollowing: found.campaign.status === "running" || found.campaign.progress.running > 0,
  };
}
