import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { isAdministrator } from "~/access/identity";
import { EmptyNote } from "~/components/card";
import { LinkButton, Page, Tabs } from "~/components/page";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { nameOf, requestedCount } from "~/jobs/job";
import { runTitle } from "~/jobs/job-words";
import { JobResults } from "~/jobs/ui/job-results";
import { searchForms } from "~/search/search-forms.server";
import {
  jobAddress,
  MODE_NAMES,
  queueAddress,
  SEARCH_MODES,
  type SearchMode,
  tabAddress,
} from "~/search/search-input";
import { findSearchPage } from "~/search/search-page.server";
import { findToday } from "~/search/today.server";
import { SupplementNote } from "~/search/ui/supplement-note";
import { findServiceStatus } from "~/settings/settings-page.server";
import { KeysContext } from "~/settings/ui/settings-hint";
import { DescribeForm } from "./describe-form";
import { FirstSearches, KeyUses } from "./first-steps";
import { PairForm } from "./pair-form";
import { QueueProgress, queueTitle } from "./queue-progress";
import { SearchHistory } from "./search-history";
import { TermForm } from "./term-form";
import { TodayCard } from "./today-card";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data?.snapshot
      ? runTitle(data.snapshot)
      : data?.queue
        ? queueTitle(data.queue)
        : "Suche – Leadspeicher",
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, actor, identity } = context;
  const page = await findSearchPage(services, new URL(request.url).searchParams, actor);
  const isStart = page.snapshot === null && page.queue === null && page.tab === null;
  if (!isStart) return { ...page, today: null, lacks: [] };
  // Members cannot open the settings.
  const status =
    identity && isAdministrator(identity) ? await findServiceStatus(services, page.now) : [];
  const lacks = status.flatMap(({ service, name, lack, isConfigured }) =>
    isConfigured && lack !== null ? { service, name, lack } : [],
  );
  return { ...page, today: await findToday(services, actor), lacks };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const { signal } = request;
  const forms = searchForms(services, { url: new URL(request.url), actor, signal });
  return formAction(request, forms);
}

const PURPOSES = {
  direct: "Ein Begriff, eine Region: neue Firmen finden – bekannte werden erkannt.",
  stadtwerke: "Aus einer Beschreibung mehrere Suchen: Versorger für Strom, Gas, Wasser und Wärme.",
  industrie: "Aus einer Beschreibung mehrere Suchen: Hersteller, Betriebe und Industrieparks.",
  custom: "Aus einer Beschreibung mehrere Suchen: jede andere Branche, genau wie beschrieben.",
};

export default function SearchPage() {
  const page = useLoaderData<typeof loader>();
  const { tab, queue, shownQueueId, snapshot, query, past, isMissing, isFollowing } = page;
  const own = jobAddress(tab, snapshot?.job.id ?? "");
  const name = snapshot && <h2 className="inline break-words">{nameOf(snapshot.job)}</h2>;
  const tabs = [null, ...SEARCH_MODES].map((mode) => ({
    to: tabAddress(mode),
    label: mode === null ? "Direkt" : <ModeName mode={mode} />,
    isCurrent: mode === tab,
  }));
  const reply = useActionData<typeof action>();
  const hasNoKey = useContext(KeysContext).length === 0;
  const isFirst =
    hasNoKey && tab === null && snapshot === null && queue === null && past.length === 0;
  return (
    <Page
      title="Suche"
      facts={snapshot === null && PURPOSES[tab ?? "direct"]}
      ownForms={["", "suggest", "start-queue"]}
      actions={<LinkButton to="/warum" label="Warum fehlt …?" className="link" />}
    >
      <Tabs label="Art der Suche" tabs={tabs} className="mt-3 max-md:[&>a]:px-1.5" />
      {/* A table of results needs the room, so the history moves below it. */}
      <div
        className={`mt-4 grid grid-cols-1 items-start gap-6 ${
          snapshot === null
            ? "min-[1400px]:grid-cols-[minmax(0,1fr)_300px]"
            : "min-[1800px]:grid-cols-[minmax(0,1fr)_300px]"
        }`}
      >
        <div className={`min-w-0 ${snapshot === null ? "space-y-4" : "space-y-3"}`}>
          {isFirst ? <FirstSearches /> : null}
          {page.today && <TodayCard today={page.today} lacks={page.lacks} />}
          {snapshot !== null ? (
            <details key={snapshot.job.id} className={isFollowing ? "only-js" : ""}>
              <summary className="cursor-pointer">
                {name}, {requestedCount(snapshot.job)}
              </summary>
              <Forms />
            </details>
          ) : queue === null ? (
            <Forms />
          ) : null}
          {/* Without JavaScript the page reloads while it follows a search, and would discard typed text. */}
          {isFollowing ? (
            <div className="only-no-js">
              {name}{" "}
              <Link className="link" to={tabAddress(tab)}>
                Weitere Suche beginnen
              </Link>
            </div>
          ) : null}
          {queue !== null ? (
            <QueueProgress queue={queue} />
          ) : snapshot !== null && page.list !== null ? (
            <>
              {shownQueueId && (
                <Link className="link" to={queueAddress(shownQueueId)}>
                  Alle zusammen gestarteten Suchen
                </Link>
              )}
              <JobResults
                snapshot={snapshot}
                query={query}
                list={page.list}
                pageAddress={own}
                footer={(shown) => <SupplementNote snapshot={shown} action={own} />}
              />
            </>
          ) : reply?.pairs === undefined ? (
            isFirst ? (
              <KeyUses />
            ) : (
              <EmptyNote className="">
                {isMissing ? "Diese Suche gibt es nicht." : "Noch keine Suche geöffnet."}
              </EmptyNote>
            )
          ) : null}
        </div>
        <SearchHistory
          tab={tab}
          searches={past}
          hasOlder={page.hasOlder}
          now={page.now}
          currentId={snapshot?.job.id ?? null}
        />
      </div>
    </Page>
  );
}

/** The first name says it for all where there is little room. */
function ModeName({ mode }: { mode: SearchMode }) {
  return (
    <span>
      <span className={mode === SEARCH_MODES[0] ? "" : "max-md:sr-only"}>Mit KI: </span>
      {MODE_NAMES[mode]}
    </span>
  );
}

function Forms() {
  const { tab, values, goal, modelUnavailableReason } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (tab === null) {
    return (
      <TermForm
        key={JSON.stringify(values)}
        values={values}
        goal={goal}
        reply={replyTo(reply, "")}
      />
    );
  }
  const described = replyTo(reply, "suggest", "start-queue");
  const pairs = reply?.pairs;
  return (
    <DescribeForm
      mode={tab}
      missing={modelUnavailableReason}
      description={described?.values.description ?? ""}
      reply={replyTo(reply, "suggest")}
    >
      {pairs === undefined ? null : (
        <PairForm
          key={pairs.id}
          given={pairs.rows}
          goal={described?.values.goal ?? goal}
          problem={pairs.problem ?? replyTo(reply, "start-queue")?.problem}
        />
      )}
    </DescribeForm>
  );
}
