import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useContext, useEffect, useMemo, useState } from "react";
import { Notice } from "~/components/notice";
import { PageHeader } from "~/components/page-header";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { JobResults } from "~/jobs/ui/job-results";
import { TermForm } from "~/pipelines/ui/search-fields";
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
import { SupplementNote } from "~/search/ui/supplement-note";
import { KeysContext } from "~/settings/ui/settings-hint";
import { DescribeForm } from "./describe-form";
import { FirstSearches, KeyUses } from "./first-steps";
import { PairForm } from "./pair-form";
import { OpenQueues, QueueProgress } from "./queue-progress";
import { SearchHistory } from "./search-history";
import { useWatchedJobs } from "./use-watched-jobs";

export const meta: MetaFunction = () => [{ title: "Suche – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  return findSearchPage(services, new URL(request.url).searchParams);
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const { signal } = request;
  const forms = searchForms(services, { url: new URL(request.url), actor, signal });
  return formAction(request, forms);
}

export default function SearchPage() {
  const page = useLoaderData<typeof loader>();
  const { tab, queue, snapshot, query, supplement, queueOfJob, past, isMissing, isFollowing } =
    page;
  const own = jobAddress(tab, snapshot?.job.id ?? "");
  const [searchParams] = useSearchParams();
  const reply = useActionData<typeof action>();
  const problem = replyTo(reply, "repeat", "supplement")?.problem;
  const shownJobs = useMemo(() => {
    const queued = queue?.searches.flatMap(({ job }) => job ?? []);
    return queued ?? (snapshot === null ? [] : [snapshot.job]);
  }, [queue, snapshot]);
  const watched = useWatchedJobs(shownJobs);
  const hasNoKey = useContext(KeysContext).length === 0;
  const isFirst =
    hasNoKey && tab === null && snapshot === null && queue === null && past.length === 0;
  // What was typed stays while the person goes from tab to tab, until searches are started from it.
  const [draft, setDraft] = useState("");
  useEffect(() => {
    if (queue !== null) setDraft("");
  }, [queue]);
  return (
    <main className="p-4 md:p-6">
      <PageHeader
        title="Suche"
        facts="Firmen nach Suchbegriff und Region finden, jede nur einmal."
      />
      <ModeTabs current={tab} />
      <Notice className="mt-4 max-w-[720px]">{problem}</Notice>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 min-[1400px]:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0 space-y-6">
          {isFirst ? <FirstSearches /> : <OpenQueues queues={page.openQueues} />}
          {/* Without scripts the page renews itself while it follows a search, and would take away what is being typed. */}
          {queue === null ? (
            <div className={isFollowing ? "only-js" : undefined}>
              <Forms draft={draft} onType={setDraft} />
            </div>
          ) : null}
          {isFollowing ? (
            <p className="only-no-js">
              <Link className="link" to={tabAddress(tab)}>
                Weitere Suche beginnen
              </Link>
            </p>
          ) : null}
          {queue !== null ? (
            <QueueProgress id={searchParams.get("reihe") ?? ""} queue={queue} watched={watched} />
          ) : snapshot !== null ? (
            <>
              {queueOfJob === null ? null : (
                <p>
                  <Link className="link" to={queueAddress(queueOfJob)}>
                    Alle zusammen gestarteten Suchen
                  </Link>
                </p>
              )}
              <JobResults
                snapshot={snapshot}
                query={query}
                pageAddress={own}
                footer={(shown) => (
                  <SupplementNote
                    snapshot={shown}
                    started={supplement}
                    isWatched={watched.has(snapshot.job.id)}
                    action={own}
                  />
                )}
              />
            </>
          ) : reply?.pairs === undefined ? (
            isFirst ? (
              <KeyUses />
            ) : (
              <Introduction isMissing={isMissing} isDirect={tab === null} />
            )
          ) : null}
        </div>
        <SearchHistory tab={tab} searches={past} currentId={snapshot?.job.id ?? null} />
      </div>
    </main>
  );
}

function Forms({ draft, onType }: { draft: string; onType: (description: string) => void }) {
  const { tab, values, modelUnavailableReason } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (tab === null) {
    const incomplete = reply?.incomplete;
    return (
      <TermForm
        path="/suche"
        isMap
        key={JSON.stringify(incomplete ?? values)}
        values={values}
        reply={incomplete ?? replyTo(reply, "")}
      />
    );
  }
  const described = replyTo(reply, "suggest", "start-queue");
  const pairs = reply?.pairs;
  return (
    <DescribeForm
      key={tab}
      mode={tab}
      missing={modelUnavailableReason}
      description={described === undefined ? draft : (described.values.description ?? "")}
      reply={replyTo(reply, "suggest")}
      onType={onType}
    >
      {pairs === undefined ? null : (
        <PairForm
          key={pairs.id}
          given={pairs.rows}
          problem={pairs.problem ?? replyTo(reply, "start-queue")?.problem}
        />
      )}
    </DescribeForm>
  );
}

function Introduction({ isMissing, isDirect }: { isMissing: boolean; isDirect: boolean }) {
  return (
    <section className="card p-4">
      <h2>{isMissing ? "Diese Suche gibt es nicht" : "Noch keine Suche gewählt"}</h2>
      <p className="mt-1 max-w-[720px] text-muted">
        {isDirect
          ? "Oben eingeben, was gesucht wird und wo, zum Beispiel „Stadtwerke“ in „Bayern“. Die gefundenen Firmen erscheinen hier, während die Suche läuft, und stehen sofort im Leadspeicher."
          : "Oben beschreiben, wen das Team sucht. Das Sprachmodell macht daraus zwei bis vier Suchen, die sich vor dem Start ändern lassen."}
      </p>
    </section>
  );
}

function ModeTabs({ current }: { current: SearchMode | null }) {
  return (
    <nav aria-label="Art der Suche" className="mt-3 flex flex-wrap gap-1">
      {[null, ...SEARCH_MODES].map((mode) => (
        <Link
          key={mode}
          to={tabAddress(mode)}
          className="tab"
          aria-current={mode === current ? "page" : undefined}
        >
          {mode === null ? "Direkt" : `Mit KI: ${MODE_NAMES[mode]}`}
        </Link>
      ))}
    </nav>
  );
}
