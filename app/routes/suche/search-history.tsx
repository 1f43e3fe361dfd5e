import { Form, Link, useNavigation } from "@remix-run/react";
import { ListOrdered, RotateCw } from "lucide-react";
import { IntentButton } from "~/components/field";
import { Time } from "~/components/time";
import { formatCount } from "~/format/german";
import { JOB_STATES } from "~/jobs/job-words";
import type { PastSearch } from "~/search/search-history.server";
import {
  jobAddress,
  MODE_NAMES,
  queueAddress,
  type SearchMode,
  tabAddress,
} from "~/search/search-input";

function outcomeOf({ status, storedNew }: PastSearch): string {
  if (status === null) return "ohne Ergebnisse";
  if (status === "complete") return formatCount(storedNew, "neuer Lead", "neue Leads");
  return JOB_STATES[status].label;
}

export function SearchHistory({
  tab,
  searches,
  currentId,
}: {
  tab: SearchMode | null;
  searches: readonly PastSearch[];
  currentId: string | null;
}) {
  if (searches.length === 0) return null;
  const title = tab === null ? "Letzte Suchen" : `Letzte Suchen: ${MODE_NAMES[tab]}`;
  return (
    <aside aria-label="Letzte Suchen" className="card p-2">
      <h2 className="px-2 py-1.5 text-[13px] text-muted">{title}</h2>
      <ul>
        {searches.map((search) => (
          <Entry key={search.id} tab={tab} search={search} isCurrent={search.jobId === currentId} />
        ))}
      </ul>
    </aside>
  );
}

function Entry({
  tab,
  search,
  isCurrent,
}: {
  tab: SearchMode | null;
  search: PastSearch;
  isCurrent: boolean;
}) {
  const { id, query, region, createdAt, jobId, queueId } = search;
  const name = `${query}${region === "" ? "" : ` in ${region}`}`;
  const isSending = useNavigation().formData?.get("searchId") === id;
  const words = (
    <>
      <span className="block truncate">
        {query}
        {region === "" ? null : <span className="text-muted"> in {region}</span>}
      </span>
      <span className="block text-[13px] text-muted tabular-nums">
        <Time iso={createdAt} /> · {outcomeOf(search)}
      </span>
    </>
  );
  return (
    <li className="flex items-center gap-1">
      {jobId === null ? (
        <div className="min-w-0 flex-1 px-2 py-1.5">{words}</div>
      ) : (
        <Link
          to={jobAddress(tab, jobId)}
          aria-current={isCurrent ? "true" : undefined}
          className="block min-w-0 flex-1 rounded-md px-2 py-1.5 no-underline hover:bg-sunken aria-[current=true]:bg-accent-soft"
        >
          {words}
        </Link>
      )}
      {queueId === null ? null : (
        <Link
          to={queueAddress(queueId)}
          className="icon-button"
          title="Zusammen gestartete Suchen"
          aria-label={`Zusammen gestartete Suchen mit ${name}`}
        >
          <ListOrdered size={16} aria-hidden />
        </Link>
      )}
      <Form method="post" action={tabAddress(tab)}>
        <input type="hidden" name="searchId" value={id} />
        <IntentButton
          intent="repeat"
          className="icon-button"
          disabled={isSending}
          title="Wiederholen"
          aria-label={`Wiederholen: ${name}`}
        >
          <RotateCw size={16} aria-hidden />
        </IntentButton>
      </Form>
    </li>
  );
}
