import { Link } from "@remix-run/react";
import { formatCount, formatNumber } from "~/format/german";
import type { Today } from "~/search/today.server";

interface TodayCardProps {
  today: Today;
  /** Services that have a key and cannot be used. */
  lacks: readonly { service: string; name: string; lack: string }[];
}

/** The start of the day, from what the lead store knows. */
export function TodayCard({ today, lacks }: TodayCardProps) {
  const { repeated, due, ownDue, added, topTerm, assigned, yesterday, person } = today;
  const more = repeated.length > 0 ? "weitere" : "neue";
  const owner = encodeURIComponent(person);
  const news = [
    due > 0 && {
      to: "/leadspeicher?followUpDue=true",
      text: formatCount(due, "Wiedervorlage fällig", "Wiedervorlagen fällig"),
      more: ownDue > 0 &&
        ownDue < due && {
          to: `/leadspeicher?followUpDue=true&owner=${owner}`,
          text: `davon ${formatNumber(ownDue)} bei Ihnen`,
        },
    },
    ...repeated.map(({ campaignId, name, fresh }) => ({
      to: `/leadspeicher?campaignId=${campaignId}&isNew=true&createdFrom=${yesterday}`,
      text: `${formatCount(fresh, "neuer Lead", "neue Leads")} aus „${name}“ seit gestern`,
      more: false as const,
    })),
    added > 0 && {
      to: `/leadspeicher?createdFrom=${yesterday}`,
      text: `${formatCount(added, `${more}r Lead`, `${more} Leads`)} seit gestern`,
      // Its count holds the repeated ones.
      more: repeated.length === 0 &&
        topTerm !== null && {
          to: `/leadspeicher?createdFrom=${yesterday}&term=${encodeURIComponent(topTerm.term)}`,
          text: `${formatNumber(topTerm.count)} aus „${topTerm.term}“`,
        },
    },
    ...assigned.map(({ actor, count }) => ({
      to: `/leadspeicher?owner=${owner}`,
      text: `${actor} hat Ihnen ${formatCount(count, "Lead", "Leads")} gegeben`,
      more: false as const,
    })),
    ...lacks.map(({ service, name, lack }) => ({
      to: `/einstellungen#${service}`,
      text: `${name}: ${lack}`,
      more: false as const,
    })),
  ].filter((one) => one !== false);
  if (news.length === 0) return null;
  return (
    <section aria-labelledby="heute">
      <h2 id="heute">Heute im Leadspeicher</h2>
      <ul className="card mt-2 divide-y divide-line">
        {news.map(({ to, text, more }) => (
          <li key={to + text} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
            <Link className="link inline-block py-0.5" to={to}>
              {text}
            </Link>
            {more && (
              <Link className="inline-block py-0.5 text-[13px] text-muted underline" to={more.to}>
                {more.text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
