import { TZDate } from "@date-fns/tz";
import type { Db } from "~db/client";
import { findRepeatedCampaigns } from "~db/queries/campaigns";
import { countLeads } from "~db/queries/lead-list";
import { findAssignedBy, findTopTerm } from "~db/queries/lead-news";
import { TODAY } from "../leads/list/filters";
import { instant, toListFilter } from "../leads/list/find-leads.server";
import type { LeadFilter } from "../leads/list/lead-filter-schema";

export type Today = Awaited<ReturnType<typeof findToday>>;

/** What is due for the team, and what has come for a person since yesterday. */
export async function findToday({ db, timeZone }: { db: Db; timeZone: string }, person: string) {
  const since = instant(TODAY, timeZone, -1);
  const yesterday = new TZDate(since, timeZone).toISOString().slice(0, 10);
  const count = async (filter: LeadFilter) =>
    (await countLeads(db, toListFilter(filter, timeZone))).count;
  const repeated = [];
  for (const { id: campaignId, name } of await findRepeatedCampaigns(db)) {
    const fresh = await count({ campaignId, isNew: true, createdFrom: yesterday });
    if (fresh > 0) repeated.push({ campaignId, name, fresh });
  }
  const told = repeated.reduce((sum, { fresh }) => sum + fresh, 0);
  return {
    repeated,
    due: await count({ followUpDue: true }),
    ownDue: await count({ followUpDue: true, owner: [person] }),
    added: Math.max(0, (await count({ createdFrom: yesterday })) - told),
    topTerm: await findTopTerm(db, since),
    assigned: await findAssignedBy(db, person, since),
    yesterday,
    person,
  };
}
