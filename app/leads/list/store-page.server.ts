import type { Db } from "~db/client";
import { getCampaign } from "~db/queries/campaigns";
import { findJobsWithParents, findLastBulkAction } from "~db/queries/jobs";
import { findFits } from "~db/queries/lead-fits";
import { countLeads } from "~db/queries/lead-list";
import { findSimilarLeads } from "~db/queries/lead-similar";
import { findCompanyTypeCounts, findSearchTerms, findTagCounts, findTags } from "~db/queries/leads";
import { findActiveNames, findUsers } from "~db/queries/users";
import { formatDate } from "../../format/german";
import { isoTime } from "../../format/iso-time";
import { missingJudgements } from "../fit/keep-fits.server";
import { BUTTON_TAGS } from "../tag";
import { type FilterChoices, isByFit, type ListOptions, type RunNames } from "./filters";
import { findLeads, orderOf, toListFilter } from "./find-leads.server";
import type { LeadFilter } from "./lead-filter-schema";
import { getLeadStats } from "./lead-stats.server";
import { toListLead } from "./lead-view.server";
import { getListLayout } from "./list-layout.server";
import { activeFilters } from "./page-query";
import { parsePageQuery, viewQuery } from "./parse-query.server";
import { findTabs } from "./saved-views.server";

const MAX_CHOICES = 30;

async function findFilterChoices(db: Db, packages: readonly { name: string }[] = []) {
  const [terms, companyTypes, tags, users] = await Promise.all([
    findSearchTerms(db, MAX_CHOICES),
    findCompanyTypeCounts(db, MAX_CHOICES),
    findTagCounts(db, MAX_CHOICES + BUTTON_TAGS.length),
    findUsers(db),
  ]);
  const free = tags.filter(({ tag }) => !BUTTON_TAGS.includes(tag)).slice(0, MAX_CHOICES);
  return {
    term: terms.map(({ term, n }) => ({ value: term, count: n })),
    companyType: companyTypes.map(({ companyType, n }) => ({ value: companyType, count: n })),
    tag: free.map(({ tag, n }) => ({ value: tag, count: n })),
    owner: users.map(({ name }) => ({ value: name, label: name })),
    offerPackage: packages.map(({ name }) => ({ value: name })),
  } satisfies FilterChoices;
}

/** Who can be given leads; the person first. */
async function findOwners(db: Db, person: string): Promise<string[]> {
  return [...new Set([person, ...(await findActiveNames(db))])];
}

export async function findListOptions(db: Db, person: string): Promise<ListOptions> {
  const [{ tag: tags }, owners, layout] = await Promise.all([
    findFilterChoices(db),
    findOwners(db, person),
    getListLayout(db, person),
  ]);
  return { tags: tags.map(({ value }) => value), owners, layout };
}

/** „Stadtwerke in Bayern, 20.11.“; parts of a search have its name. */
async function findRunNames(
  db: Db,
  { jobId: ids = [], campaignId }: LeadFilter,
  timeZone: string,
): Promise<RunNames> {
  const jobs = ids.length === 0 ? [] : await findJobsWithParents(db, ids);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const names = jobs.map((job) => {
    const { query, region, createdAt } = byId.get(job.parentId ?? "") ?? job;
    const day = formatDate(isoTime(createdAt), timeZone).slice(0, 6);
    return [job.id, `${query}${region ? ` in ${region}` : ""}, ${day}`];
  });
  const campaign = campaignId === undefined ? undefined : await getCampaign(db, campaignId);
  if (campaign !== undefined) names.push([campaign.id, campaign.name]);
  return Object.fromEntries(names);
}

const MAX_TRIED_FILTERS = 8;

/** The active filter without which most leads are found; null if none alone is to blame. */
async function findLimitingFilter(
  { db, timeZone }: { db: Db; timeZone: string },
  searchParams: URLSearchParams,
  runs: RunNames,
) {
  const filters = activeFilters(searchParams, timeZone, runs).slice(0, MAX_TRIED_FILTERS);
  const counted = [];
  for (const { label, removeAddress } of filters) {
    const { query } = parsePageQuery(new URLSearchParams(removeAddress.split("?")[1]));
    const { count, isExact } = await countLeads(db, toListFilter(query, timeZone));
    if (count > 0) counted.push({ label, count, isExact });
  }
  return counted.sort((a, b) => b.count - a.count)[0] ?? null;
}

const DAY_MS = 86_400_000;

export type StorePage = Awaited<ReturnType<typeof loadStorePage>>;

export async function loadStorePage(
  { db, timeZone }: { db: Db; timeZone: string },
  searchParams: URLSearchParams,
  person: string,
  packages?: readonly { name: string }[],
) {
  const { query, issues, parameters } = parsePageQuery(searchParams);
  const view = viewQuery(searchParams);
  const now = Date.now();
  const [found, choices, owners, stats, views, runs, layout, lastAction] = await Promise.all([
    findLeads(db, query, timeZone),
    findFilterChoices(db, packages),
    findOwners(db, person),
    getLeadStats(db, timeZone, now),
    findTabs({ db, timeZone }, person, view),
    findRunNames(db, query, timeZone),
    getListLayout(db, person),
    findLastBulkAction(db, person, now - DAY_MS),
  ]);
  const { leads, ...page } = found;
  const filter = toListFilter(query, timeZone);
  const similar = await findSimilarLeads(db, filter, page.total);
  const total = page.totalIsExact ? page.total : null;
  const countOnly = async (flag: "hasEmail" | "approved") => {
    if (total === null || filter[flag] !== undefined) return filter[flag] === false ? 0 : total;
    return (await countLeads(db, { ...filter, [flag]: true })).count;
  };
  const seqs = leads.map(({ seq }) => seq);
  const tags = await findTags(db, seqs);
  const fits = await findFits(db, isByFit(query) ? seqs : []);
  const used = new URLSearchParams(parameters);
  return {
    leads: leads.map((lead) => ({
      ...toListLead(lead, tags.get(lead.seq) ?? [], query.followUpDue),
      alike: fits.get(lead.seq)?.alike,
    })),
    missingJudgements: isByFit(query) ? await missingJudgements(db) : null,
    similar: similar.map((lead) => toListLead(lead, [])),
    ...page,
    readAt: now,
    layout,
    owners,
    hasOpenData: [...leads, ...similar].some(({ sourceType }) => sourceType === "osm"),
    query: { ...query, ...orderOf(query) },
    issues,
    parameters,
    limiting: leads.length > 0 ? null : await findLimitingFilter({ db, timeZone }, used, runs),
    choices,
    runs,
    lastAction,
    stats,
    ...views,
    tabs: views.tabs.map((tab) => {
      const isKnown = tab.id === views.active?.id && query.q === undefined && total !== null;
      return isKnown ? { ...tab, count: total } : tab;
    }),
    viewQuery: view,
    /** Null if a text search has too many hits to count. */
    exportCounts: {
      view: total,
      "with-email": await countOnly("hasEmail"),
      approved: await countOnly("approved"),
    },
  };
}
