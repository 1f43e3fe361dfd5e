import { TZDate } from "@date-fns/tz";
import type { Db } from "~db/client";
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
  return {
    due: await count({ followUpDue: true }),
    ownDue: await count({ followUpDue: true, owner: [person] }),
    added: await count({ createdFrom: yesterday }),
    topTerm: await findTopTerm(db, since),
    assigned: await findAssignedBy(db, person, since),
    yesterday,
    person,
  };
}
