import { Link } from "@remix-run/react";
import { Sparkline } from "~/components/sparkline";
import { formatNumber } from "~/format/german";
import { TODAY } from "~/leads/list/filters";
import type { LeadStats as Stats } from "~/leads/list/lead-stats.server";
import { viewAddress } from "~/leads/list/page-query";

/** The store's counts, each linked to its leads. */
export function LeadStats({ stats }: { stats: Stats }) {
  const facts: [label: string, count: number, query: string][] = [
    ["gesamt", stats.total, ""],
    ["mit E-Mail", stats.withEmail, "hasEmail=true"],
    ["kontaktiert", stats.contacted, "contacted=true"],
    [stats.favorites === 1 ? "Favorit" : "Favoriten", stats.favorites, "favorite=true"],
    ["freigegeben", stats.approved, "approvedOnly=true"],
    ["heute neu", stats.newToday, `createdFrom=${TODAY}`],
  ];
  return (
    <section
      className="card relative mt-4 flex max-md:hidden items-stretch justify-between overflow-x-auto whitespace-nowrap [scrollbar-width:none]"
      aria-label="Der Leadspeicher in Zahlen"
    >
      <h2 className="self-center border-line border-r px-4 font-normal text-[13px] text-muted @max-[1060px]/list:sr-only">
        Ganzer Speicher
      </h2>
      <ul className="flex grow">
        {facts.map(([label, count, query]) => (
          <li key={label}>
            <Link
              to={viewAddress(query)}
              preventScrollReset
              className="flex h-full items-baseline gap-1.5 border-line border-r px-4 py-3 text-[13px] text-muted no-underline hover:bg-sunken hover:underline focus-visible:-outline-offset-2"
              title="Diese Leads des ganzen Leadspeichers zeigen"
            >
              <strong className="font-semibold text-[15px] text-text tabular-nums">
                {formatNumber(count)}
              </strong>{" "}
              {/* As wide for „Favorit“ as for „Favoriten“, so that pressing a star shifts nothing. */}
              <span className="min-w-14">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      {/* Beside the panel there is no room for both the counts and the sparkline. */}
      <div className="flex items-center gap-2 px-4 text-[13px] text-muted @min-[560px]/list:@max-[861px]/list:hidden">
        <Sparkline label="Neue Leads der letzten 7 Tage" days={stats.sparkline} />
        <span aria-hidden>7 Tage</span>
      </div>
    </section>
  );
}
