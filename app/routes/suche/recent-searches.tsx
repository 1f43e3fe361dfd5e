import { Link } from "@remix-run/react";
import { Time } from "~/components/time";
import { formatCount } from "~/format/german";
import type { Job } from "~/jobs/job";

const STATES: Record<Job["status"], string> = {
  queued: "wartet",
  running: "läuft",
  complete: "",
  failed: "fehlgeschlagen",
  cancelled: "abgebrochen",
};

/** The last searches of the team, each leading back to its results. */
export function RecentSearches({
  searches,
  currentId,
}: {
  searches: readonly (Job & { region: string | null })[];
  currentId: string | null;
}) {
  if (searches.length === 0) return null;
  return (
    <aside aria-label="Letzte Suchen" className="card p-2">
      <h2 className="px-2 py-1.5 text-[13px] text-muted">Letzte Suchen</h2>
      <ul>
        {searches.map((search) => (
          <li key={search.id}>
            <Link
              to={`/suche?job=${search.id}`}
              aria-current={search.id === currentId ? "true" : undefined}
              className="block rounded-md px-2 py-1.5 no-underline hover:bg-sunken aria-[current=true]:bg-accent-soft"
            >
              <span className="block truncate">
                {search.query}
                {search.region ? <span className="text-muted"> in {search.region}</span> : null}
              </span>
              <span className="block text-[13px] text-muted">
                <Time iso={search.createdAt} /> ·{" "}
                {STATES[search.status] ||
                  `${formatCount(search.storedNew, "neuer Lead", "neue Leads")}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  );
}
