import type { Db } from "~db/client";
import { findCompanyTypeCounts, findSearchTerms, findTagCounts, findTags } from "~db/queries/leads";
import { BUTTON_TAGS } from "../tag";
import { findShownLeads } from "./find-leads.server";
import { defaultDirection } from "./lead-filters";
import { getLeadStats } from "./lead-stats.server";
import { toListLead } from "./lead-view.server";
import { parsePageQuery, usedParameters, viewQuery } from "./parse-query.server";
import { listSavedViews } from "./saved-views.server";

/** As many values as a filter's menu offers; the others are found by typing. */
const MAX_CHOICES = 30;

/** The values to filter by, with the number of leads behind each, most first. */
async function findFilterChoices(db: Db) {
  const [terms, companyTypes, tags] = await Promise.all([
    findSearchTerms(db, MAX_CHOICES),
    findCompanyTypeCounts(db, MAX_CHOICES),
    findTagCounts(db, MAX_CHOICES + BUTTON_TAGS.length),
  ]);
  const free = tags.filter(({ tag }) => !BUTTON_TAGS.includes(tag)).slice(0, MAX_CHOICES);
  return {
    terms: terms.map(({ term, n }) => ({ value: term, count: n })),
    companyTypes: companyTypes.map(({ companyType, n }) => ({ value: companyType, count: n })),
    tags: free.map(({ tag, n }) => ({ value: tag, count: n })),
  };
}

export type StorePage = Awaited<ReturnType<typeof loadStorePage>>;

/** Everything that the lead store's page shows for an address. */
export async function loadStorePage(
  { db, timeZone }: { db: Db; timeZone: string },
  searchParams: URLSearchParams,
) {
  const { query, issues } = parsePageQuery(searchParams);
  const [{ leads, ...page }, choices, stats, views] = await Promise.all([
    findShownLeads(db, query, timeZone),
    findFilterChoices(db),
    getLeadStats(db, timeZone, Date.now()),
    listSavedViews(db),
  ]);
  const tags = await findTags(
    db,
    leads.map(({ seq }) => seq),
  );
  return {
    leads: leads.map((lead) => toListLead(lead, tags.get(lead.seq) ?? [])),
    ...page,
    hasOpenData: leads.some(({ sourceType }) => sourceType === "osm"),
    query: { ...query, dir: query.dir ?? defaultDirection(query.sort) },
    issues,
    parameters: usedParameters(searchParams),
    viewQuery: viewQuery(searchParams),
    choices,
    stats,
    views,
  };
}
