import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { findSearches } from "~db/queries/missing-companies";
import { findMonthlyUsage } from "~db/queries/provider-usage";
import { findMonthlyYield, type YieldRow } from "~db/queries/yield";
import { PAGING } from "../http/paging.server";
import { amountOf, loadPrices, type PriceOf, sumOf } from "../jobs/ledger/cost.server";

const MONTH = /^(\d{4}-\d{2})?$/;
export const YieldQuerySchema = z.strictObject({
  month: z.string().regex(MONTH, "Ein Monat wie 2026-11.").default(""),
  provider: z.string().max(100, "Höchstens 100 Zeichen.").default(""),
  sort: z.enum(["spent", "perNew"], "Erlaubt sind spent und perNew.").default("spent"),
  ...PAGING,
});

const NO_EUROS = "null, wenn ein Preis nicht bekannt ist oder es keinen solchen Lead gibt";
const euros = z.number().nullable().describe(NO_EUROS);
const YieldTotalSchema = z.object({
  calls: z.int(),
  euros,
  found: z.int(),
  newLeads: z.int(),
  withEmail: z.int().describe("Wie approved und contacted: von den neuen, die es noch gibt"),
  approved: z.int(),
  contacted: z.int(),
  eurosPerNew: euros,
  eurosPerApproved: euros,
});
export type YieldTotal = z.infer<typeof YieldTotalSchema>;

const text = z.string().nullable().describe("null für Aufrufe, die zu keiner Suche gehören");
const key = { month: z.string(), term: text, place: text, provider: z.string() };
export const YieldSchema = z
  .object({ rows: z.array(YieldTotalSchema.extend(key)), total: z.int(), sums: YieldTotalSchema })
  .meta({ id: "Yield" });

const COUNTS = ["calls", "found", "newLeads", "withEmail", "approved", "contacted"] as const;
const rounded = (amount: number) => Math.round(amount * 1e6) / 1e6;

/** Amounts are summed before they are rounded, to millionths of a euro. */
function totalOf(price: PriceOf, rows: readonly YieldRow[]): YieldTotal {
  const total = { calls: 0, found: 0, newLeads: 0, withEmail: 0, approved: 0, contacted: 0 };
  for (const row of rows) for (const name of COUNTS) total[name] += row[name];
  const { sum, unknown } = sumOf(price, rows);
  const each = (count: number) => (unknown > 0 || count === 0 ? null : rounded(sum / count));
  const perLead = { eurosPerNew: each(total.newLeads), eurosPerApproved: each(total.approved) };
  return { ...total, euros: unknown > 0 ? null : rounded(sum), ...perLead };
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** Other spellings are the same. Folds each spelling once, since that takes the time. */
function groupByText(rows: readonly YieldRow[], name: "term" | "place" | "search") {
  const spelled = groupBy(rows, (row) => row[name] ?? "");
  return groupBy(spelled, ([row]) => foldText(row[name] ?? "")).map((groups) => groups.flat());
}

const ORDERS = {
  spent: (a: YieldTotal, b: YieldTotal) => (b.euros ?? 0) - (a.euros ?? 0),
  perNew: (a: YieldTotal, b: YieldTotal) => (a.eurosPerNew ?? 1e9) - (b.eurosPerNew ?? 1e9),
};
const MONTH_MS = 31 * 86_400_000;
const keyOf = (term: string, place: string | null) => foldText(`${term}|${place ?? ""}`);

/** Cheap terms at cheap places that were not searched for a month. */
async function proposeSearches(db: Db, price: PriceOf, rows: readonly YieldRow[]) {
  const searches = await findSearches(db, Date.now() - MONTH_MS);
  const lately = new Set(searches.map(({ query, region }) => keyOf(query, region)));
  const best = (name: "term" | "place") =>
    groupByText(rows, name)
      .map((group) => ({ text: group[0]?.[name] ?? "", each: totalOf(price, group).eurosPerNew }))
      .flatMap(({ text, each }) => (text === "" || each === null ? [] : { text, each }))
      .sort((a, b) => a.each - b.each)
      .slice(0, 5);
  const places = best("place");
  return best("term")
    .flatMap(({ text: was, each }) =>
      places.map((place) => ({ was, wo: place.text, euros: (each + place.each) / 2 })),
    )
    .filter(({ was, wo }) => !lately.has(keyOf(was, wo)))
    .sort((a, b) => a.euros - b.euros)
    .slice(0, 3);
}

const monthsOf = (usage: readonly { month: string }[]) => [
  ...new Set(usage.map(({ month }) => month)),
];
type Asked = Pick<z.infer<typeof YieldQuerySchema>, "month" | "provider" | "sort">;

/** A row's amounts for a lead are those of its search, with all providers that are shown. */
export async function findYield(db: Db, { month, provider, sort }: Asked) {
  const price = await loadPrices(db);
  const searches: { rows: YieldRow[]; sum: YieldTotal }[] = [];
  for (const one of month === "" ? monthsOf(await findMonthlyUsage(db, "")) : [month]) {
    for (const rows of groupByText(await findMonthlyYield(db, one, provider), "search"))
      searches.push({ rows, sum: totalOf(price, rows) });
    await nextTurn();
  }
  const found = searches
    .sort((a, b) => ORDERS[sort](a.sum, b.sum))
    .flatMap(({ rows, sum }) => groupBy(rows, (row) => row.provider).map((own) => ({ own, sum })));
  const all = searches.flatMap(({ rows }) => rows);
  return {
    total: found.length,
    sums: totalOf(price, all),
    cost: amountOf(price, all),
    propose: () => proposeSearches(db, price, all),
    rowsAt: ({ page, pageSize }: Record<"page" | "pageSize", number>) =>
      found.slice((page - 1) * pageSize, page * pageSize).map(({ own, sum }) => {
        const [{ month, term, place, provider }] = own;
        const { eurosPerNew, eurosPerApproved } = sum;
        const each = { eurosPerNew, eurosPerApproved };
        return { month, term, place, provider, ...totalOf(price, own), ...each };
      }),
  };
}

/** Shows the newest month first, and everything where the address makes no sense. */
export async function findYieldPage(db: Db, searchParams: URLSearchParams) {
  const usage = await findMonthlyUsage(db, "");
  const months = monthsOf(usage);
  const providers = [...new Set(usage.map(({ provider }) => provider))];
  const asked = { month: months[0], ...Object.fromEntries(searchParams), pageSize: 50 };
  const { data = YieldQuerySchema.parse({}) } = z.object(YieldQuerySchema.shape).safeParse(asked);
  const query = { ...data, month: months.includes(data.month) ? data.month : "" };
  const { rowsAt, propose, ...found } = await findYield(db, query);
  const page = Math.min(query.page, Math.max(1, Math.ceil(found.total / query.pageSize)));
  const shown = { ...query, page, ...found, months, providers };
  return { ...shown, rows: rowsAt(shown), proposals: await propose() };
}
