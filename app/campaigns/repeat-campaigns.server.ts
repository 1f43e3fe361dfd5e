import { foldText } from "~db/fold";
import {
  cancelWaiting,
  deleteRepetitions,
  findDueCampaigns,
  getCampaign,
  insertCampaign,
  repeatSearches,
  updateCampaign,
} from "~db/queries/campaigns";
import { getJob } from "~db/queries/jobs";
import { getSearch } from "~db/queries/search-history";
import type { CampaignRow } from "~db/schema";
import { formatEuros, formatMonth } from "../format/german";
import { isoDay, monthOf } from "../format/iso-time";
import { searchParamsOf } from "../jobs/kinds/job-params.server";
import {
  campaignCents,
  type EstimateServices,
  findNeeded,
  loadPrices,
  sumOf,
} from "../jobs/ledger/cost.server";
import { SERVICE_NAMES } from "../providers/services";
import { conflict } from "../refusal";
import { MAX_PER_SEARCH } from "./campaign";
import type { RepeatInput } from "./campaign-input";
import { requireCampaign } from "./find-campaigns.server";
import { type CampaignServices, completeIfOver, queueNextTasks } from "./run-campaigns.server";

export type RepeatServices = EstimateServices & Pick<CampaignServices, "jobs">;

const DAY_MS = 86_400_000;
const FIRST_HOUR_MS = 5 * 3_600_000;
/** No run is longer, and no month. */
const KEPT_MS = 32 * DAY_MS;

/** The latest days, up to today, on which searches begin; a day begins at 5 o'clock. */
export function dueDays(now: number, timeZone: string) {
  const daily = isoDay(new Date(now - FIRST_HOUR_MS), timeZone);
  const sinceMonday = (new Date(daily).getUTCDay() + 6) % 7;
  const before = (days: number) =>
    new Date(Date.parse(daily) - days * DAY_MS).toISOString().slice(0, 10);
  return { daily, workdays: before(Math.max(0, sinceMonday - 4)), weekly: before(sinceMonday) };
}

/** A search's highest price with emails and assessments, or the reason why the source cannot be paid. */
async function findSource(services: EstimateServices, count: number, source: "osm" | "google") {
  const price = await loadPrices(services.db);
  const needed = await findNeeded(services, { kind: "campaign", count, times: 1, source });
  const lacksKey = source === "google" && needed[0]?.provider !== "google-places";
  if (lacksKey)
    return { source, maxCents: null, lacks: { at: "google-places", text: "Der Schlüssel fehlt" } };
  const unknown = needed.find(({ provider }) => price(provider) === null)?.provider;
  if (unknown === undefined)
    return { source, maxCents: Math.ceil(100 * sumOf(price, needed).sum), lacks: null };
  const text = `Der Preis von ${SERVICE_NAMES[unknown]} ist nicht bekannt`;
  return { source, maxCents: null, lacks: { at: unknown, text } };
}

const TAKEN_OVER = "Diese Suche übernimmt die Wiederholung, innerhalb der Obergrenze.";

/** Makes up several missed days by one run. A campaign that stopped goes on within its ceiling alone. */
export async function startDueRuns(services: RepeatServices, now = Date.now()): Promise<void> {
  const { db, timeZone } = services;
  const days = dueDays(now, timeZone);
  for (const { id, count, day } of await findDueCampaigns(db, days)) {
    const osm = await findSource(services, count, "osm");
    const google = await findSource(services, count, "google");
    await db.transaction().execute(async (trx) => {
      if (!(await findDueCampaigns(trx, days)).some((due) => due.id === id)) return;
      await deleteRepetitions(trx, id, now - KEPT_MS);
      const change = { error: TAKEN_OVER, finishedAt: now };
      await cancelWaiting(trx, { campaignId: id, source: null }, change);
      await repeatSearches(trx, id, { day, ...osm });
      if (google.lacks === null) await repeatSearches(trx, id, { day, ...google });
      const anew = { status: "running", pauseReason: null, finishedAt: null } as const;
      await updateCampaign(trx, id, { ...anew, failureStreak: 0 });
      await queueNextTasks(trx, now, timeZone);
    });
  }
  services.jobs.wake();
}

/** @throws Refusal for an unknown campaign */
export async function changeRepeat(
  services: RepeatServices,
  id: string,
  change: Partial<RepeatInput>,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const { status } = await requireCampaign(trx, id);
    await updateCampaign(trx, id, { failureStreak: 0, ...change });
    if (change.repeat !== "never") return;
    await deleteRepetitions(trx, id, 0);
    if (status === "running") await completeIfOver(trx, id, Date.now());
  });
  await startDueRuns(services);
}

/**
 * Makes a past search a campaign that runs from the next day on.
 *
 * @throws Refusal for all but a finished map search
 */
export async function repeatDaily(services: RepeatServices, id: string, createdBy: string) {
  const { db, timeZone } = services;
  const search = await getSearch(db, id);
  const job = await getJob(db, search?.jobId ?? "");
  if (!search?.region || job?.kind !== "maps" || job.status !== "complete")
    throw conflict("Täglich wiederholen lassen sich nur fertige Suchen auf der Karte.");
  const { query: term, region: state } = search;
  const { count, source, enrich } = searchParamsOf(job);
  const { id: jobId, found, fresh, finishedAt } = job;
  const createdAt = Date.now();
  const campaign = {
    ...{ id, name: `${term} in ${state}`, createdBy, createdAt },
    ...({ kind: "bundeslaender", status: "complete", repeat: "daily" } as const),
    count: Math.min(count, MAX_PER_SEARCH),
    monthlyCeilingCents: enrich && source !== "osm" ? 500 : 0,
  };
  const task = {
    ...{ campaignId: id, position: 1, term, foldedTerm: foldText(term), state, city: "" },
    ...({ status: "done", jobId, found, fresh, finishedAt } as const),
    day: dueDays(createdAt, timeZone).daily,
  };
  await db.transaction().execute(async (trx) => {
    if ((await getCampaign(trx, id)) === undefined) await insertCampaign(trx, campaign, [task]);
    else await updateCampaign(trx, id, { repeat: "daily" });
  });
}

/** This month's rest of the ceiling for Google Places, or the setting that it lacks. */
export async function tellCeiling(
  services: EstimateServices,
  { id, count, monthlyCeilingCents }: Pick<CampaignRow, "id" | "count" | "monthlyCeilingCents">,
): Promise<{ text: string; lacks: string | null }> {
  const { maxCents, lacks } = await findSource(services, count, "google");
  if (lacks !== null)
    return { text: `Bei Google Places wird nicht gesucht: ${lacks.text}.`, lacks: lacks.at };
  const month = monthOf(Date.now(), services.timeZone);
  const left = monthlyCeilingCents - (await campaignCents(services.db, id, month));
  const [rest, all, each] = [Math.max(0, left), monthlyCeilingCents, maxCents].map((cents) =>
    formatEuros(cents / 100),
  );
  const text = `Im ${formatMonth(month)} sind noch ${rest} von ${all} übrig; eine Suche bei Google Places kostet höchstens ${each}.`;
  const only = left < maxCents ? " Gesucht wird deshalb nur in OpenStreetMap." : "";
  return { text: text + only, lacks: null };
}
