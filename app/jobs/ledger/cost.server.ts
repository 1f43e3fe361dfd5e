import { z } from "zod";
import type { Db } from "~db/client";
import { getLastModel } from "~db/queries/model-calls";
import { getMonthlyCeiling } from "~db/queries/provider-limits";
import {
  countLeadsToRead,
  countMonthlyCalls,
  findCampaignUsage,
  findJobUsage,
  findMonthUsage,
  type ProviderUsage,
} from "~db/queries/provider-usage";
import { formatCount, formatEuros, formatNumber } from "../../format/german";
import { monthOf } from "../../format/iso-time";
import {
  isPriced,
  PLACE_DETAILS,
  PLACE_IDS,
  PRICES,
  type Priced,
  SERVICE_NAMES,
  type Service,
  USUAL_MODEL,
} from "../../providers/services";
import type { Credentials } from "../../settings/credentials.server";
import { pricesSetting } from "../../settings/team-settings.server";
import { MAX_GOAL_CALLS } from "../kinds/search-terms";

export type PriceOf = (service: Priced) => number | null;

/** Only the usual language model has a usual price. */
export async function loadPrices(db: Db): Promise<PriceOf> {
  const chosen = await pricesSetting.load(db);
  const model = await getLastModel(db);
  return (service) => {
    const own = chosen[service];
    if (own !== undefined) return own;
    const isOther = service === "openai" && model !== undefined && !USUAL_MODEL.test(model);
    return isOther ? null : PRICES[service].usual;
  };
}

type Used = readonly Pick<ProviderUsage, "provider" | "credits">[];

/** In €; `unknown` counts services without a price. */
export function sumOf(price: PriceOf, used: Used) {
  const paid = used.filter(({ credits }) => credits > 0);
  const amounts = paid.flatMap(({ provider, credits }) => {
    const each = isPriced(provider) ? price(provider) : null;
    return each === null || !isPriced(provider) ? [] : (each * credits) / PRICES[provider].per;
  });
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return { sum, known: amounts.length, unknown: paid.length - amounts.length };
}

/** „0,87 €“, „mindestens 0,87 €“; null where nothing was paid or no price is known. */
export function amountOf(price: PriceOf, used: Used): string | null {
  const { sum, known, unknown } = sumOf(price, used);
  return known === 0 ? null : `${unknown === 0 ? "" : "mindestens "}${formatEuros(sum)}`;
}

export async function jobEuros(db: Db, usage: Used): Promise<number | null> {
  const { sum, unknown } = sumOf(await loadPrices(db), usage);
  return unknown === 0 ? Number(sum.toFixed(4)) : null;
}

const UNITS: Record<Priced, readonly [one: string, many: string]> = {
  "google-places": ["Kartenabfrage", "Kartenabfragen"],
  [PLACE_IDS]: ["Zählung", "Zählungen"],
  [PLACE_DETAILS]: ["einzelne Firma", "einzelne Firmen"],
  serper: ["Websuche", "Websuchen"],
  anymailfinder: ["E-Mail", "E-Mails"],
  vayne: ["Profil", "Profile"],
  openai: ["Frage ans Sprachmodell", "Fragen ans Sprachmodell"],
};

function countOf({ provider, calls, credits }: ProviderUsage): string[] {
  if (!isPriced(provider) || provider === "anymailfinder" || calls === 0) return [];
  return [formatCount(provider === "vayne" ? credits : calls, ...UNITS[provider])];
}

function emailCounts({ calls, billed, saved }: ProviderUsage): string {
  const counts: [number, string][] = [
    [billed, "bezahlt"],
    [calls - billed, "kostenlos"],
    [saved, "schon bekannt"],
  ];
  const shown = counts.filter(([count], index) => count > 0 || index === 0);
  return `E-Mails: ${shown.map(([count, words]) => `${formatNumber(count)} ${words}`).join(", ")}`;
}

/** The line is „Kosten 0,41 €: 13 Kartenabfragen, 14 Websuchen; E-Mails: 0 bezahlt, 11 schon bekannt“. */
export async function jobCost(db: Db, jobIds: readonly string[]) {
  const usage = await findJobUsage(db, jobIds);
  const total = amountOf(await loadPrices(db), usage);
  const emails = usage.filter(
    ({ provider, calls, saved }) => provider === "anymailfinder" && calls + saved > 0,
  );
  const parts = [usage.flatMap(countOf).join(", "), ...emails.map(emailCounts)];
  const text = parts.filter(Boolean).join("; ");
  return { total, line: text && `Kosten${total === null ? "" : ` ${total}`}: ${text}` };
}

/** „3,20 €, 0,09 € je neuem Lead“, so far; null where nothing was paid or no price is known. */
export async function campaignCost(db: Db, campaignId: string, newLeads: number) {
  const price = await loadPrices(db);
  const usage = await findCampaignUsage(db, campaignId);
  const cost = amountOf(price, usage);
  const { sum, unknown } = sumOf(price, usage);
  if (cost === null || unknown > 0 || newLeads === 0) return cost;
  return `${cost}, ${formatEuros(sum / newLeads)} je neuem Lead`;
}

/** In a month (YYYY-MM), with an upper bound for leads still to be read; infinite if a price is unknown. */
export async function campaignCents(db: Db, campaignId: string, month: string): Promise<number> {
  const usage = await findMonthUsage(db, campaignId, month);
  const credits = TOKENS_PER_LEAD * (await countLeadsToRead(db, campaignId));
  const all = [...usage, { provider: "openai", credits }];
  const { sum, unknown } = sumOf(await loadPrices(db), all);
  return unknown === 0 ? 100 * sum : Number.POSITIVE_INFINITY;
}

export type JobCost = Awaited<ReturnType<typeof jobCost>>;

const Count = z.coerce.number().int().min(1).max(1_000_000);

export const PlannedRunSchema = z.object({
  kind: z.enum(["search", "maps", "web", "contacts", "profiles", "enrichment", "campaign"]),
  count: Count,
  times: Count.catch(1),
  goal: z.string().optional(),
  source: z.string().optional(),
  enrich: z.string().optional(),
});

const MAP_PAGES = 3;
const WEB_PAGES = 30;
const TOKENS_PER_LEAD = 3_000;

function neededBy({ kind, count, times, goal, source, enrich }: z.infer<typeof PlannedRunSchema>) {
  const countsOnlyNew = goal === "new";
  const hasMap = ["search", "maps", "campaign"].includes(kind) && source !== "osm";
  const webs = kind === "search" && !countsOnlyNew && count > 60 ? 2 : 1;
  const isChosen = ["search", "maps", "web", "profiles"].includes(kind);
  const leads = enrich === undefined && isChosen ? 0 : count;
  const needed: [Service, calls: number, credits: number][] = [
    ["google-places", hasMap ? (countsOnlyNew ? MAX_GOAL_CALLS : MAP_PAGES) : 0, 1],
    // Once beside the map, once as the supplement.
    ["serper", ["search", "web"].includes(kind) ? WEB_PAGES * webs : 0, 1],
    ["anymailfinder", leads, kind === "contacts" ? 2 : 1],
    ["vayne", kind === "profiles" ? count : 0, 1],
    ["openai", leads, TOKENS_PER_LEAD],
  ];
  return needed.map(([provider, calls, each]) => {
    const all = calls * times;
    return {
      provider,
      calls: all,
      credits: all * each,
      words: formatCount(all, ...UNITS[provider]),
    };
  });
}

const COUNTED_FIRST = "Nach dem Zählen steht der Preis da, bevor etwas geholt wird";
const listed = new Intl.ListFormat("de-DE");

export interface EstimateServices {
  db: Db;
  timeZone: string;
  credentials: Pick<Credentials, "status">;
}

/** An upper bound for the configured services. */
export async function findNeeded(
  { credentials }: Pick<EstimateServices, "credentials">,
  run: z.infer<typeof PlannedRunSchema>,
) {
  const keys = (await credentials.status()).filter(({ configured }) => configured);
  return neededBy(run).filter(
    ({ provider, calls }) => calls > 0 && keys.some(({ service }) => service === provider),
  );
}

/** An upper bound for the configured services, and the monthly ceilings it would exceed. */
export async function estimateCost(
  { db, credentials, timeZone }: EstimateServices,
  run: z.infer<typeof PlannedRunSchema>,
  now: number,
): Promise<{ text: string; stops: string[] }> {
  if (run.source === "google-area" && run.kind !== "web") {
    const isFree = (await loadPrices(db))(PLACE_IDS) === 0;
    return { text: `${isFree ? "Zählen ist bei Google frei. " : ""}${COUNTED_FIRST}`, stops: [] };
  }
  const needed = await findNeeded({ credentials }, run);
  const left: string[] = [];
  const stops: string[] = [];
  for (const { provider, calls } of needed) {
    const ceiling = await getMonthlyCeiling(db, provider);
    if (ceiling === null) continue;
    const used = await countMonthlyCalls(db, monthOf(now, timeZone), provider);
    const free = Math.max(0, ceiling - used);
    const rest = `noch ${formatNumber(free)} von ${formatNumber(ceiling)}`;
    left.push(`diesen Monat ${rest} bei ${SERVICE_NAMES[provider]}`);
    // A Vayne order is one call.
    if (free < (provider === "vayne" ? 1 : calls))
      stops.push(
        `Die Monatsgrenze von ${SERVICE_NAMES[provider]} reicht nicht für alles: ${rest}.`,
      );
  }
  const prices = await loadPrices(db);
  const amount = amountOf(prices, needed);
  const unknown = needed.flatMap(({ provider }) =>
    prices(provider) === null ? SERVICE_NAMES[provider] : [],
  );
  const price =
    unknown.length === 0
      ? amount && `, etwa ${amount}`
      : `; ${amount ? `${amount}, ` : ""}der Preis von ${listed.format(unknown)} ist nicht bekannt`;
  const most = `höchstens ${listed.format(needed.map(({ words }) => words))}${price ?? ""}`;
  return { text: needed.length === 0 ? "keine" : [most, ...left].join(" · "), stops };
}
