import { Link } from "@remix-run/react";
import { Sparkline } from "~/components/sparkline";
import { formatNumber } from "~/format/german";
import type { LeadStats as Stats } from "~/leads/list/lead-stats.server";
import { addressWith, filterParameters, type Parameter } from "~/leads/list/page-query";

/** The whole store in numbers; each leads to the leads that it counts. */
export function LeadStats({
  stats,
  searchParams,
}: {
  stats: Stats;
  searchParams: URLSearchParams;
}) {
  const today = stats.sparkline.at(-1)?.date ?? "";
  const facts: { label: string; value: number; filters: Parameter[] }[] = [
    { label: "gesamt", value: stats.total, filters: [] },
    { label: "mit E-Mail", value: stats.withEmail, filters: [["hasEmail", "true"]] },
    { label: "kontaktiert", value: stats.contacted, filters: [["contacted", "true"]] },
    { label: "Favoriten", value: stats.favorites, filters: [["favorite", "true"]] },
    { label: "freigegeben", value: stats.approved, filters: [["approvedOnly", "true"]] },
    { label: "heute neu", value: stats.newToday, filters: [["createdFrom", today]] },
  ];
  const active = JSON.stringify(filterParameters(searchParams));
  const isShown = (filters: Parameter[]) =>
    filters.length > 0 && JSON.stringify(filters) === active;
  return (
    <section
      className="card relative mt-4 flex items-stretch justify-between overflow-x-auto whitespace-nowrap [scrollbar-width:none]"
      aria-label="Der Leadspeicher in Zahlen"
    >
      <ul className="flex">
        {facts.map(({ label, value, filters }) => (
          <li key={label}>
            <Link
              to={addressWith(searchParams, filters)}
              preventScrollReset
              className="group flex h-full items-baseline gap-1.5 border-line border-r px-4 py-3 text-[13px] text-muted no-underline hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft aria-[current]:text-accent"
              aria-current={isShown(filters) ? "true" : undefined}
            >
              <strong className="font-semibold text-[15px] text-text tabular-nums group-aria-[current]:text-accent">
                {formatNumber(value)}
              </strong>{" "}
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {/* Beside the panel there is room for the numbers or for the line, and half a line says nothing. */}
      <div className="flex items-center gap-2 px-4 text-[13px] text-muted @min-[560px]/list:@max-[861px]/list:hidden">
        <Sparkline label="Neue Leads der letzten 7 Tage" days={stats.sparkline} />
        <span aria-hidden>7 Tage</span>
      </div>
    </section>
  );
}
