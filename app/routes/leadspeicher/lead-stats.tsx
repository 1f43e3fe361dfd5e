import { Sparkline } from "~/components/sparkline";
import { formatNumber } from "~/format/german";
import type { LeadStats as Stats } from "~/leads/list/lead-stats.server";

/** The counts of the whole store, which only wide lists show; elsewhere they appear on hover. */
export function LeadStats({ stats }: { stats: Stats }) {
  const facts = [
    [stats.total, "gesamt"],
    [stats.withEmail, "mit E-Mail"],
    [stats.contacted, "kontaktiert"],
    [stats.favorites, stats.favorites === 1 ? "Favorit" : "Favoriten"],
    [stats.approved, "freigegeben"],
    [stats.newToday, "heute neu"],
  ] as const;
  const texts = facts.map(([count, label]) => `${formatNumber(count)} ${label}`);
  return (
    <section
      className="relative flex flex-none items-center gap-4 text-[12px] text-muted tabular-nums max-md:hidden"
      aria-label="Der Leadspeicher in Zahlen"
      title={`Ganzer Leadspeicher: ${texts.join(", ")}`}
    >
      <ul className="flex gap-3 whitespace-nowrap @max-[1600px]/list:sr-only">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="@max-[860px]/list:hidden">
        <Sparkline label="Neue Leads der letzten 7 Tage" days={stats.sparkline} />
      </div>
    </section>
  );
}
