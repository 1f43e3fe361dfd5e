import { z } from "zod";
import type { Db } from "~db/client";
import { findAreaCells, findKnownPlaces } from "~db/queries/area-cells";
import type { JobRow } from "~db/schema";
import { PLACE_DETAILS, PRICES } from "../../providers/services";
import { BoxSchema, regionKey } from "../../reading/places/regions";
import { searchParamsOf } from "../kinds/job-params.server";
import { loadPrices, type PriceOf } from "../ledger/cost.server";
import { type Cell, planFetch } from "./plan-fetch";

const CellSchema = z.object({
  path: z.string(),
  box: z.string().transform((text) => BoxSchema.parse(JSON.parse(text))),
  placeIds: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  isSplit: z.number().transform(Boolean),
});

export async function loadCells(db: Db, jobId: string): Promise<Cell[]> {
  const rows = z.array(CellSchema).parse(await findAreaCells(db, jobId));
  return rows.map(({ placeIds: ids, ...cell }) => ({ ...cell, ids }));
}

export const isArea = (job: Pick<JobRow, "kind" | "params">) =>
  job.kind === "maps" && searchParamsOf(job).source === "google-area";

/** Ready for a person to have the new ones fetched. */
export const isCounted = (job: Pick<JobRow, "kind" | "params" | "status" | "checkpoint">) =>
  job.status === "complete" && job.checkpoint === null && isArea(job);

/** The cheapest way to fetch what is new at today's prices. */
export function planArea(priceOf: PriceOf, cells: readonly Cell[], wanted: readonly string[]) {
  const [page, single] = [priceOf("google-places"), priceOf(PLACE_DETAILS)];
  const each = {
    page: page ?? PRICES["google-places"].usual ?? 1,
    single: single ?? PRICES[PLACE_DETAILS].usual ?? 1,
  };
  const unknown = new Set(wanted);
  const plan = planFetch(cells, (id) => unknown.has(id), each);
  const sum = (plan.pages * each.page + plan.singles * each.single) / PRICES[PLACE_DETAILS].per;
  return { plan, euros: page === null || single === null ? null : Number(sum.toFixed(4)) };
}

export async function findArea(db: Db, { id, region }: Pick<JobRow, "id" | "region">) {
  const cells = await loadCells(db, id);
  const ids = [...new Set(cells.flatMap((cell) => cell.ids))];
  const places = await findKnownPlaces(db, ids, regionKey(region ?? ""));
  const known = new Set(places.map((place) => place.id));
  return { cells, ids, fresh: ids.filter((one) => !known.has(one)) };
}

/** Null for a job that walks no area. Planning takes its time, so only a job that waits for a person has a price. */
export async function findAreaCount(db: Db, job: JobRow) {
  if (!isArea(job)) return null;
  const { cells, ids, fresh } = await findArea(db, job);
  const wanted = isCounted(job) ? fresh : [];
  const priceOf = await loadPrices(db);
  const { plan, euros } = planArea(priceOf, cells, wanted);
  const email = searchParamsOf(job).enrich ? priceOf("anymailfinder") : null;
  return {
    places: ids.length,
    known: ids.length - fresh.length,
    new: fresh.length,
    pages: plan.pages,
    singles: plan.singles,
    euros,
    emailEuros: email === null ? null : wanted.length * email,
  };
}
