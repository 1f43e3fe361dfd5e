import { createHash } from "node:crypto";
import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import {
  findCampaignPlan,
  findDoneSearches,
  findOpenCampaigns,
  insertCampaign,
} from "~db/queries/campaigns";
import type { CampaignRow } from "~db/schema";
import type { StartServices } from "../jobs/kinds/start-job.server";
import { FEDERAL_STATE_NAMES, type FederalState } from "../reading/places/federal-states";
import { largestPlaces } from "../reading/places/places.server";
import { conflict } from "../refusal";
import { FIRST_STATES, UTILITY_TERMS } from "./campaign";
import type { CampaignInput } from "./campaign-input";
import { queueNextTasks } from "./run-campaigns.server";

interface PlannedTask {
  term: string;
  state: FederalState;
  city: string;
}

/** Without duplicates; keeps the first spelling. */
export function termsOf({ kind, terms = [] }: Pick<CampaignInput, "kind" | "terms">): string[] {
  if (kind === "energieversorger") return [...UTILITY_TERMS];
  const folded = terms.map(foldText);
  return terms.filter((_, index) => folded.indexOf(folded[index] ?? "") === index);
}

/** Ordered by state, then place (largest first), then term. */
export function planTasks(input: CampaignInput): PlannedTask[] {
  const terms = termsOf(input);
  const first = input.kind === "energieversorger" ? FIRST_STATES : [];
  const order = [...new Set([...first, ...FEDERAL_STATE_NAMES])];
  const states = order.filter((state) => input.states?.includes(state) ?? true);
  return states.flatMap((state) =>
    largestPlaces(state, input.placesPerState).flatMap((city) =>
      terms.map((term) => ({ term, state, city })),
    ),
  );
}

const NOTHING_TO_DO =
  "Alle diese Suchen haben frühere Kampagnen schon erledigt. Mit „Erledigte Suchen wiederholen“ (again) werden sie wiederholt.";

function placeKey(term: string, { state, city }: { state: string; city: string }): string {
  return JSON.stringify([foldText(term), state, city]);
}

const OTHER_PLAN =
  "Der Umfang ist ein anderer, als berechnet war. Hier steht der neue; bitte ansehen und dann starten.";

/** Ensures that the campaign started is the one that the page showed. */
export function planKey(input: CampaignInput, { toDo }: { toDo: number }): string {
  return createHash("sha256")
    .update(JSON.stringify([input, toDo]))
    .digest("base64url");
}

export async function planCampaign(db: Db, input: CampaignInput) {
  const terms = input.again ? [] : termsOf(input);
  const searches = await findDoneSearches(db, terms.map(foldText));
  const done = new Map(searches.map((search) => [placeKey(search.foldedTerm, search), search]));
  const tasks = planTasks(input).map((task) => ({
    ...task,
    done: done.get(placeKey(task.term, task)),
  }));
  const toDo = tasks.filter((task) => task.done === undefined).length;
  return { tasks, toDo, skipped: tasks.length - toDo };
}
type CampaignPlan = Awaited<ReturnType<typeof planCampaign>>;

async function findOpenDuplicate(
  db: Db,
  { kind }: CampaignInput,
  { tasks }: CampaignPlan,
): Promise<CampaignRow | undefined> {
  const keysOf = (list: readonly { term: string; state: string; city: string }[]) =>
    [...new Set(list.map((task) => placeKey(task.term, task)))].sort().join();
  const wanted = keysOf(tasks);
  for (const campaign of await findOpenCampaigns(db, kind)) {
    if (keysOf(await findCampaignPlan(db, campaign.id)) === wanted) return campaign;
  }
  return undefined;
}

/**
 * Answers the open campaign with the same searches, if any.
 *
 * @param shown the key of the plan that a person saw
 * @throws Refusal 409 when all searches were done before, or the plan has changed
 */
export async function createCampaign(
  services: StartServices & { timeZone: string },
  input: CampaignInput,
  actor: string,
  shown?: string,
): Promise<{ id: string; isNew: boolean }> {
  const started = await services.db.transaction().execute(async (trx) => {
    const plan = await planCampaign(trx, input);
    const twin = await findOpenDuplicate(trx, input, plan);
    if (twin !== undefined) return { id: twin.id, isNew: false };
    if (plan.toDo === 0) throw conflict(NOTHING_TO_DO);
    if (shown !== undefined && shown !== planKey(input, plan)) throw conflict(OTHER_PLAN);
    const id = uuid();
    const now = Date.now();
    const { kind, count } = input;
    const name = kind === "energieversorger" ? "Energieversorger" : termsOf(input).join(", ");
    await insertCampaign(
      trx,
      { id, kind, name, status: "running", count, createdAt: now, createdBy: actor },
      plan.tasks.map(({ done, ...task }, index) => ({
        ...task,
        foldedTerm: foldText(task.term),
        campaignId: id,
        position: index + 1,
        status: done ? "skipped" : "waiting",
        found: done?.found ?? 0,
        fresh: done?.fresh ?? 0,
        finishedAt: done?.doneAt ?? null,
      })),
    );
    await queueNextTasks(trx, now, services.timeZone);
    return { id, isNew: true };
  });
  services.jobs.wake();
  return started;
}
