import type { Db } from "~db/client";
import type { TaskStatus } from "./campaign";
import { findCampaign, findTaskPage } from "./find-campaigns.server";

const TASKS_ON_PAGE = 50;

/** Which searches a page may show, by the word in its address. */
const SHOWN: Record<string, readonly TaskStatus[]> = {
  offen: ["waiting", "running"],
  erledigt: ["done", "skipped"],
  fehlgeschlagen: ["failed", "cancelled"],
};

/** What a campaign's own page shows; undefined when there is none. */
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
