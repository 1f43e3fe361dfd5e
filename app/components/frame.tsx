import { Link, NavLink } from "@remix-run/react";
import { Database, Search } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "../format/german";

const PAGES = [
  { to: "/suche", label: "Suche", Icon: Search },
  { to: "/leadspeicher", label: "Leadspeicher", Icon: Database },
];

export interface OpenJob {
  id: string;
  query: string;
  progress: number;
}

/** What surrounds every page: navigation at the left (below on phones), running jobs at its foot, the demo's banner. */
export function Frame({
  isDemo,
  openJobs,
  children,
}: {
  isDemo: boolean;
  openJobs: readonly OpenJob[];
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[220px_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
      <a
        href="#inhalt"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:bg-surface focus:p-2"
      >
        Zum Inhalt
      </a>
      {isDemo ? (
        <p className="bg-warn-soft px-4 py-1 text-[13px] md:h-7 text-warn md:col-span-2 md:px-6">
          Demodaten – alle Firmen sind erfunden
        </p>
      ) : null}
      <nav
        aria-label="Hauptnavigation"
        className={`fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface md:sticky md:top-0 md:bottom-auto md:flex md:flex-col md:border-t-0 md:border-r md:p-3 ${
          isDemo ? "md:h-[calc(100dvh-28px)]" : "md:h-dvh"
        }`}
      >
        <Link
          to="/suche"
          className="hidden px-2 pt-1 pb-4 font-semibold text-[15px] no-underline md:block"
        >
          Leadspeicher
        </Link>
        <ul className="flex md:flex-col md:gap-0.5">
          {PAGES.map(({ to, label, Icon }) => (
            <li key={to} className="flex-1 md:flex-none">
              <NavLink
                to={to}
                className="flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-md text-[12px] text-muted no-underline hover:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-accent md:min-h-9 md:flex-row md:justify-start md:gap-2 md:px-2 md:text-[14px] md:aria-[current=page]:bg-accent-soft"
              >
                <Icon size={16} aria-hidden />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <RunningJobs jobs={openJobs} />
      </nav>
      <div id="inhalt" className="min-w-0 pb-20 md:pb-0">
        {children}
      </div>
    </div>
  );
}

function RunningJobs({ jobs }: { jobs: readonly OpenJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <section
      aria-label="Laufende Suchen"
      className="mt-auto hidden border-line border-t pt-3 md:block"
    >
      <p className="px-2 pb-1 text-[13px] text-muted">
        {formatCount(jobs.length, "Suche läuft", "Suchen laufen")}
      </p>
      <ul>
        {jobs.slice(0, 4).map((job) => (
          <li key={job.id}>
            <Link
              to={`/ergebnisse/${job.id}`}
              className="block rounded-md px-2 py-1.5 text-[13px] no-underline hover:bg-sunken"
            >
              <span className="block truncate">{job.query}</span>
              <progress
                className="progress mt-1"
                max={100}
                value={job.progress}
                aria-label={`Fortschritt von ${job.query}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
