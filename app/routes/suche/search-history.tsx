import { Link, useNavigation } from "@remix-run/react";
import { CalendarClock, RotateCw } from "lucide-react";
import { useContext } from "react";
import { IntentButton, PostForm } from "~/components/field";
import { TimeZoneContext } from "~/components/time";
import { formatCount, formatDate, formatDateTime } from "~/format/german";
import { JOB_STATES } from "~/jobs/job-words";
import { NewLeads } from "~/jobs/ui/job-card-parts";
import { countNew } from "~/pipelines/ui/run-row";
import type { PastSearch } from "~/search/search-history.server";
import { jobAddress, MODE_NAMES, type SearchMode, tabAddress } from "~/search/search-input";

function Outcome({ status, jobs }: PastSearch) {
  if (status === null) return "ohne Ergebnisse";
  if (status !== "complete") return JOB_STATES[status].label;
  return <NewLeads jobs={jobs} words={formatCount(countNew(jobs), "neuer Lead", "neue Leads")} />;
}

interface SearchHistoryProps {
  tab: SearchMode | null;
  searches: readonly PastSearch[];
  hasOlder: boolean;
  /** When the page was rendered, so that server and browser name the same days. */
  now: number;
  currentId: string | null;
}

export function SearchHistory({ tab, searches, hasOlder, now, currentId }: SearchHistoryProps) {
  const timeZone = useContext(TimeZoneContext);
  if (searches.length === 0) return null;
  const dayOf = (time: number) => formatDate(new Date(time).toISOString(), timeZone);
  const names = new Map([
    [dayOf(now), "Heute"],
    [dayOf(now - 86_400_000), "Gestern"],
  ]);
  const days = searches.map(({ createdAt }) => {
    const day = formatDate(createdAt, timeZone);
    return names.get(day) ?? day;
  });
  const title =
    tab === "custom"
      ? "Letzte freie Suchen"
      : tab === null
        ? "Letzte Suchen"
        : `Letzte Suchen: ${MODE_NAMES[tab]}`;
  return (
    <aside aria-label="Letzte Suchen" className="card p-2">
      <h2 className="px-2 py-1.5 text-[13px] text-muted">{title}</h2>
      {[...new Set(days)].map((day) => (
        <section key={day} aria-label={day} className="pb-2 last:pb-0">
          <h3 className="px-2 pt-1 text-[13px]">{day}</h3>
          <ul>
            {searches
              .filter((_, index) => days[index] === day)
              .map((search) => (
                <Entry
                  key={search.id}
                  {...{ tab, search }}
                  isCurrent={search.jobId === currentId}
                />
              ))}
          </ul>
        </section>
      ))}
      {hasOlder && (
        <Link
          className="link px-2 text-[13px]"
          to={`${tabAddress(tab)}${tab === null ? "?" : "&"}aeltere=1`}
          preventScrollReset
        >
          Ältere Suchen
        </Link>
      )}
    </aside>
  );
}

interface EntryProps {
  tab: SearchMode | null;
  search: PastSearch;
  isCurrent: boolean;
}

function Entry({ tab, search, isCurrent }: EntryProps) {
  const { id, query, region, createdAt, jobId, source, isMap, status } = search;
  const name = `${query}${region === "" ? "" : ` in ${region}`}`;
  const [date = "", time] = formatDateTime(createdAt, useContext(TimeZoneContext)).split(", ");
  const day = date.slice(0, -"2026".length);
  const isSending = useNavigation().formData?.get("searchId") === id;
  const words = (
    <>
      {query}
      {region === "" ? null : <span className="text-muted"> in {region}</span>}
    </>
  );
  return (
    <li
      className={`flex items-center gap-1 rounded-md ${isCurrent ? "bg-accent-soft" : "hover:bg-sunken"}`}
    >
      <div className="min-w-0 flex-1 px-2 py-1">
        {jobId === null ? (
          <p className="truncate">{words}</p>
        ) : (
          <Link
            to={jobAddress(tab, jobId)}
            aria-current={isCurrent ? "true" : undefined}
            className="block truncate py-0.5 no-underline hover:underline"
          >
            {words}
          </Link>
        )}
        <p className="text-[13px] text-muted tabular-nums">
          <time dateTime={createdAt}>{time}</time> · <Outcome {...search} />
          {source && ` · ${source}`}
        </p>
      </div>
      {isMap && status === "complete" && region !== "" && (
        <PostForm fields={{ searchId: id }} action="/kampagnen">
          <IntentButton
            intent="daily"
            icon={CalendarClock}
            className="icon-button"
            title="Täglich wiederholen"
            aria-label={`Täglich wiederholen: ${name}`}
          />
        </PostForm>
      )}
      <PostForm fields={{ searchId: id }} action={tabAddress(tab)}>
        <IntentButton
          intent="repeat"
          icon={RotateCw}
          className="icon-button"
          disabled={isSending}
          title={`Wiederholen, nur Neues seit ${day} zeigen`}
          aria-label={`Wiederholen: ${name}, nur Neues seit ${day} zeigen`}
        />
      </PostForm>
    </li>
  );
}
