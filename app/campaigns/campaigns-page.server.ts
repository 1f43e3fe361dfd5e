import type { Db } from "~db/client";
import type { StartServices } from "../jobs/kinds/start-job.server";
import { campaignSetting } from "../settings/team-settings.server";
import { formText } from "../text/form-text";
import { CAMPAIGN_KINDS, type TaskStatus } from "./campaign";
import { type CampaignInput, readCampaignForm } from "./campaign-input";
import type { Campaign } from "./campaign-schema";
import { planCampaign, planKey } from "./create-campaign.server";
import { findCampaign, findCampaignPage, findTaskPage } from "./find-campaigns.server";
import { termsOf } from "./plan-tasks.server";

const CAMPAIGNS_ON_PAGE = 20;

export async function findCampaignsPage(
  services: StartServices,
  searchParams: URLSearchParams,
  page: number,
) {
  const { db } = services;
  const { campaigns, total } = await findCampaignPage(db, { page, pageSize: CAMPAIGNS_ON_PAGE });
  const [settings, preview, shown] = await Promise.all([
    campaignSetting.load(db),
    previewStart(services, searchParams),
    findShown(db, campaigns),
  ]);
  const { firstStates } = settings;
  const pageSize = CAMPAIGNS_ON_PAGE;
  return { firstStates, preview, shown, campaigns, total, page, pageSize };
}

async function findShown(db: Db, campaigns: readonly Campaign[]) {
  const shown = campaigns.find(({ status }) => status === "running") ?? campaigns[0];
  return shown === undefined ? null : ((await findCampaign(db, shown.id)) ?? null);
}

export async function previewStart({ db }: StartServices, sent: URLSearchParams | FormData) {
  const kind = CAMPAIGN_KINDS.find((name) => name === sent.get("kind"));
  if (kind === undefined) return null;
  const values = {
    terms: formText(sent, "terms").slice(0, 2_000),
    states: [...sent.getAll("states")].filter((state) => typeof state === "string").slice(0, 50),
    placesPerState: formText(sent, "placesPerState").slice(0, 20),
    count: formText(sent, "count").slice(0, 20),
    again: sent.get("again") === "on",
  };
  const form = readCampaignForm(sent);
  if ("errors" in form) return { kind, values, errors: form.errors, plan: null };
  return { kind, values, errors: {}, plan: await planStart(db, form.input) };
}
export type StartPreview = NonNullable<Awaited<ReturnType<typeof previewStart>>>;

async function planStart(db: Db, input: CampaignInput) {
  const { tasks, toDo, skipped } = await planCampaign(db, input);
  const states = new Set(tasks.map(({ state }) => state)).size;
  const places = new Set(tasks.map(({ state, city }) => JSON.stringify([state, city]))).size;
  return { key: planKey(input, { toDo }), terms: termsOf(input), states, places, toDo, skipped };
}

export type CampaignDetail = NonNullable<Awaited<ReturnType<typeof findCampaignDetail>>>;

const TASKS_ON_PAGE = 50;

const SHOWN: Record<string, readonly TaskStatus[]> = {
  offen: ["waiting", "running"],
  erledigt: ["done", "skipped"],
  fehlgeschlagen: ["failed", "cancelled"],
};

export async function findCampaignDetail(
  db: Db,
  id: string,
  searchParams: URLSearchParams,
  asked: number,
) {
  const found = await findCampaign(db, id);
  if (found === undefined) return undefined;
  const shown = searchParams.get("zeigen") ?? "";
  const state = searchParams.get("land") ?? undefined;
  const term = searchParams.get("begriff") ?? undefined;
  const filter = { statuses: Object.hasOwn(SHOWN, shown) ? SHOWN[shown] : undefined, state, term };
  const { total } = await findTaskPage(db, id, { ...filter, page: 1, pageSize: 1 });
  const page = Math.min(asked, Math.max(1, Math.ceil(total / TASKS_ON_PAGE)));
  const { tasks } = await findTaskPage(db, id, { ...filter, page, pageSize: TASKS_ON_PAGE });
  return {
    ...found,
    tasks,
    total,
    page,
    pageSize: TASKS_ON_PAGE,
    shown: filter.statuses === undefined ? "" : shown,
    state: state ?? null,
    term: term ?? null,
    deleting: searchParams.has("loeschen"),
    isFollowing: found.campaign.status === "running" || found.campaign.progress.running > 0,
  };
}
