import type { Db } from "~db/client";
import { MAPS_KEY } from "../jobs/kinds/search";
import { type StartServices, unavailableReason } from "../jobs/kinds/start-job.server";
import { FEDERAL_STATE_NAMES } from "../leads/federal-states";
import { loadCampaignSettings } from "../settings/team-settings.server";
import {
  CAMPAIGN_KINDS,
  type Campaign,
  type CampaignKind,
  type Cell,
  DEFAULT_PER_SEARCH,
  DEFAULT_PLACES,
  type TaskStatus,
} from "./campaign";
import { readCampaignForm } from "./campaign-input";
import { planCampaign } from "./create-campaign.server";
import { findCampaign, findCampaignPage, findTaskPage } from "./find-campaigns.server";
import { termsOf } from "./plan-tasks.server";

/** Calls of the map that one search may take: a page has 20 companies. */
const PAGE_SIZE_OF_MAP = 20;

export interface StartValues {
  terms: string;
  states: string[];
  placesPerState: string;
  count: string;
  again: boolean;
}

/** A campaign that is about to be started: what it would do, or what is wrong with the form. */
export interface StartPreview {
  kind: CampaignKind;
  values: StartValues;
  errors: Partial<Record<string, string>>;
  plan: {
    terms: string[];
    states: number;
    places: number;
    toDo: number;
    skipped: number;
    maxCalls: number;
  } | null;
}

const CAMPAIGNS_ON_PAGE = 20;

export const EMPTY_START: StartValues = {
  terms: "",
  states: [...FEDERAL_STATE_NAMES],
  placesPerState: String(DEFAULT_PLACES),
  count: String(DEFAULT_PER_SEARCH),
  again: false,
};

export async function findCampaignsPage(
  services: StartServices,
  searchParams: URLSearchParams,
  page: number,
) {
  const { db } = services;
  const { campaigns, total } = await findCampaignPage(db, { page, pageSize: CAMPAIGNS_ON_PAGE });
  const [unavailable, settings, preview, shown] = await Promise.all([
    unavailableReason(services, [MAPS_KEY]),
    loadCampaignSettings(db),
    previewStart(services, searchParams),
    findShown(services, campaigns),
  ]);
  const pageCount = Math.max(1, Math.ceil(total / CAMPAIGNS_ON_PAGE));
  return {
    unavailable,
    firstStates: settings.firstStates,
    preview,
    shown,
    campaigns,
    total,
    page,
    pageCount,
    pageSize: CAMPAIGNS_ON_PAGE,
  };
}

/** The campaign whose picture is on the page: one that runs, else the newest. */
async function findShown(
  { db }: StartServices,
  campaigns: readonly Campaign[],
): Promise<{ campaign: Campaign; cells: Cell[] } | null> {
  const shown = campaigns.find(({ status }) => status === "running") ?? campaigns[0];
  return shown === undefined ? null : ((await findCampaign(db, shown.id)) ?? null);
}

/** Null where the address or form names no kind of campaign. */
export async function previewStart(
  { db }: StartServices,
  searchParams: URLSearchParams,
): Promise<StartPreview | null> {
  const kind = CAMPAIGN_KINDS.find((name) => name === searchParams.get("kind"));
  if (kind === undefined) return null;
  const values = {
    terms: (searchParams.get("terms") ?? "").slice(0, 2_000),
    states: searchParams.getAll("states").slice(0, 50),
    placesPerState: (searchParams.get("placesPerState") ?? "").slice(0, 20),
    count: (searchParams.get("count") ?? "").slice(0, 20),
    again: searchParams.get("again") === "on",
  };
  const form = readCampaignForm(searchParams);
  if ("errors" in form) return { kind, values, errors: form.errors, plan: null };
  const { input } = form;
  const { tasks, toDo, skipped } = await planCampaign(db, input);
  const states = new Set(tasks.map(({ state }) => state)).size;
  const places = new Set(tasks.map(({ state, city }) => JSON.stringify([state, city]))).size;
  const maxCalls = toDo * Math.ceil(input.count / PAGE_SIZE_OF_MAP);
  const plan = { terms: termsOf(input), states, places, toDo, skipped, maxCalls };
  return { kind, values, errors: {}, plan };
}

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
  const pageCount = Math.max(1, Math.ceil(total / TASKS_ON_PAGE));
  // A page behind the end is the last one.
  const page = Math.min(asked, pageCount);
  const { tasks } = await findTaskPage(db, id, { ...filter, page, pageSize: TASKS_ON_PAGE });
  return {
    ...found,
    tasks,
    total,
    page,
    pageCount,
    pageSize: TASKS_ON_PAGE,
    shown: filter.statuses === undefined ? "" : shown,
    state: state ?? null,
    term: term ?? null,
    deleting: searchParams.has("loeschen"),
    isFollowing: found.campaign.status === "running" || found.campaign.progress.running > 0,
  };
}
