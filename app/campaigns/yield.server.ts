import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import type { Db } from "~db/client";
import { findMonthlyUsage } from "~db/queries/provider-usage";
import { findMonthlyYield, type YieldRow } from "~db/queries/yield";
import { monthOf } from "../format/iso-time";
import { amountOf, loadPrices, type PriceOf, sumOf } from "../jobs/ledger/cost.server";
import { YieldQuerySchema } from "./yield-schema";

const COUNTS = ["calls", "found", "newLeads", "withEmail", "approved", "contacted"] as const;
const LATELY_MS = 31 * 86_400_000;

const rounded = (euros: number) => Math.round(euros * 1e6) / 1e6;

/** Amounts are summed before they are rounded, to millionths of a euro. */
function totalOf(price: PriceOf, rows: readonly YieldRow[]) {
  const total = { calls: 0, found: 0, newLeads: 0, withEmail: 0, approved: 0, contacted: 0 };
  for (const row of rows) for (const name of COUNTS) total[name] += row[name];
  const { sum, unknown } = sumOf(price, rows);
  const each = (count: number) => (unknown > 0 || count === 0 ? null : rounded(sum / count));
  const perLead = { eurosPerNew: each(total.newLeads), eurosPerApproved: each(total.approved) };
  return { ...total, euros: unknown > 0 ? null : rounded(sum), ...perLead };
}

function totalsBy(price: PriceOf, all: readonly YieldRow[], keyOf: (row: YieldRow) => unknown) {
  const groups = new Map<string, [YieldRow, ...YieldRow[]]>();
  for (const row of all) {
    const key = JSON.stringify(keyOf(row));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((rows) => ({ rows, ...totalOf(price, rows) }));
}

export type YieldTotal = ReturnType<typeof totalOf>;
const ORDERS = {
  spent: (a: YieldTotal, b: YieldTotal) => (b.euros ?? 0) - (a.euros ?? 0),
  perNew: (a: YieldTotal, b: YieldTotal) => (a.eurosPerNew ?? 1e9) - (b.eurosPerNew ?? 1e9),
};

/** Cheap terms at cheap places, without what was searched since that month. */
function proposeSearches(price: PriceOf, rows: readonly YieldRow[], since: string) {
  const best = (name: "term" | "place") =>
    totalsBy(price, rows, (row) => row[`${name}Key`])
      .filter(({ rows: [row], eurosPerNew }) => row[name] && eurosPerNew !== null)
      .sort(ORDERS.perNew)
      .slice(0, 5)
      .map(({ rows: [row], eurosPerNew }) => ({ ...row, euros: eurosPerNew ?? 0 }));
  const keyOf = (term: YieldRow, place = term) => `${term.termKey}\n${place.placeKey}`;
  const lately = new Set(rows.filter(({ month }) => month >= since).map((row) => keyOf(row)));
  const places = best("place");
  return best("term")
    .flatMap((term) => places.map((place) => ({ term, place })))
    .filter(({ term, place }) => !lately.has(keyOf(term, place)))
    .map(({ term: { term, euros }, place }) => ({
      search: { was: term ?? "", wo: place.place ?? "" },
      euros: (euros + place.euros) / 2,
    }))
    .sort((a, b) => a.euros - b.euros)
    .slice(0, 3);
}

type YieldServices = { db: Db; timeZone: string };

/** A row's amounts for a lead are those of its search, with all providers that are shown. */
export async function findYield(
  { db, timeZone }: YieldServices,
  { month, provider, sort, page, pageSize }: z.infer<typeof YieldQuerySchema>,
) {
  const price = await loadPrices(db);
  const usage = await findMonthlyUsage(db, "");
  const months = [...new Set(usage.map((used) => used.month))];
  const booked: YieldRow[] = [];
  for (const one of months.filter((used) => month === "" || used === month)) {
    booked.push(...(await findMonthlyYield(db, one)));
    await nextTurn();
  }
  const shown = booked.filter((row) => provider === "" || row.provider === provider);
  const rows = totalsBy(price, shown, (row) => [row.month, row.termKey, row.placeKey])
    .sort(ORDERS[sort])
    .flatMap(({ rows, ...search }) => rows.map((row) => ({ row, search })))
    .slice((page - 1) * pageSize, page * pageSize)
    .map(({ row, search: { eurosPerNew, eurosPerApproved } }) => {
      const own = { ...totalOf(price, [row]), eurosPerNew, eurosPerApproved };
      return { month: row.month, term: row.term, place: row.place, provider: row.provider, ...own };
    });
  await nextTurn();
  const since = monthOf(Date.now() - LATELY_MS, timeZone);
  return {
    rows,
    total: shown.length,
    sums: totalOf(price, shown),
    cost: amountOf(price, shown),
    months,
    providers: [...new Set(usage.map((used) => used.provider))],
    proposals: month === "" ? proposeSearches(price, booked, since) : [],
  };
}

export async function findYieldPage(services: YieldServices, searchParams: URLSearchParams) {
  const { shape } = YieldQuerySchema;
  const get = (name: keyof typeof shape) => searchParams.get(name) ?? undefined;
  const query = {
    month: shape.month.catch("").parse(get("month")),
    provider: shape.provider.catch("").parse(get("provider")),
    sort: shape.sort.catch("spent").parse(get("sort")),
    page: shape.page.catch(1).parse(get("page")),
    pageSize: 50,
  };
  const found = await findYield(services, query);
  const month = found.months.includes(query.month) ? query.month : "";
  const page = Math.max(1, Math.min(query.page, Math.ceil(found.total / query.pageSize)));
  if (page === query.page && month === query.month) return { ...query, ...found };
  return { ...query, page, month, ...(await findYield(services, { ...query, page, month })) };
}
